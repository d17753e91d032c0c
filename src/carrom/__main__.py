"""``python -m carrom`` is the carrom command."""

from carrom.cli import main

main()
