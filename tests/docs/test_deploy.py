"""The files of deploy/ fit each other, the command line and docs/serving.md, and hold no secret.

Where nginx, Caddy, systemd and the linters are installed, they read the files too.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from carrom.cli.serve import command as serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SERVING = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
FILES = {each.name: each.read_text(encoding="utf-8") for each in DEPLOY.iterdir() if each.is_file()}
NGINX, CADDY, UNIT = FILES["nginx.conf"], FILES["Caddyfile"], FILES["carrom@.service"]
CONTAINER, COMPOSE = FILES["Containerfile"], FILES["compose.yaml"]
INTERNAL, METRICS = "1", "2"  # in front of a node's port
SECONDS_ALLOWED = 60


def options_of(text: str) -> set[str]:
    """The long options in a text."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def ports_of(text: str) -> set[str]:
    """The ports of nodes of this machine to which a proxy passes requests."""
    return set(re.findall(r"127\.0\.0\.1:(\d+)", text))


def commands_in_compose() -> list[str]:
    """The words with which each node of compose.yaml is started."""
    return re.findall(r"^    command:\n((?:      - .*\n)+)", COMPOSE, re.MULTILINE)


@pytest.fixture(scope="module")
def known() -> set[str]:
    return options_of(CliRunner().invoke(serve, ["--help"]).output)


def test_every_option_of_the_unit_is_one_of_carrom_serve(known: set[str]) -> None:
    (command,) = re.findall(r"^ExecStart=\S+/carrom serve (.*)$", UNIT, re.MULTILINE)

    assert options_of(command) <= known


def test_every_option_of_the_containers_is_one_of_carrom_serve(known: set[str]) -> None:
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.MULTILINE)
    said = [" ".join(json.loads(entry)), *commands_in_compose()]

    assert json.loads(entry)[:2] == ["carrom", "serve"]
    for each in said:
        assert options_of(each) <= known


def test_both_proxies_pass_to_the_nodes_that_the_unit_starts() -> None:
    (started,) = re.findall(r"systemctl enable --now (.*)$", UNIT, re.MULTILINE)
    ports = {each.removeprefix("carrom@") for each in shlex.split(started)}

    assert ports_of(NGINX) == ports_of(CADDY) == ports
    for upstream in re.findall(r"upstream \w+ \{(.*?)\n\}", NGINX, re.DOTALL):
        assert ports_of(upstream) == ports


def test_nodes_of_one_machine_have_ports_of_their_own_by_one_rule() -> None:
    """With 1 in front of its port other nodes reach a node, with 2 it serves its metrics."""
    assert f"--port %i --node ${{NODE_HOST}}:{INTERNAL}%i " in UNIT
    assert f"--metrics {METRICS}%i" in UNIT

    commands = commands_in_compose()
    for command, environment in zip(commands, re.findall(r'PORT: "(\d+)"', COMPOSE), strict=True):
        given = dict(re.findall(r"--([a-z]+)=(\S+)", command))
        assert given["port"] == environment
        assert given["node"] == f"127.0.0.1:{INTERNAL}{environment}"
        assert given["metrics"] == f"{METRICS}{environment}"
        assert environment in ports_of(NGINX)
    assert len(commands) == 2


def test_nodes_stop_later_than_they_need_for_a_hand_over() -> None:
    from carrom.server.serving import SHUTDOWN_SECONDS

    (unit,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    (node,) = re.findall(r"^  stop_grace_period: (\d+)s$", COMPOSE, re.MULTILINE)

    assert min(int(unit), int(node)) > 2 * SHUTDOWN_SECONDS


def test_the_proxies_log_as_in_the_guide_to_serving() -> None:
    """tests/docs/test_proxies.py holds that those keep tokens and keys out."""
    (map_,) = re.findall(r"map \$request_uri \$carrom_uri \{\n.*?\n\}", SERVING, re.DOTALL)
    (regexp,) = re.findall(r"request>uri regexp .*", SERVING)

    assert map_ in NGINX
    assert "$request_uri " not in NGINX.replace("map $request_uri $carrom_uri", "")
    assert re.search(r"log_format carrom '[^']*\$carrom_uri[^']*'", NGINX)
    assert regexp in CADDY


@pytest.mark.parametrize("name", FILES)
def test_no_file_holds_a_secret(name: str) -> None:
    """A password stands in a file of its own, which is in no repository."""
    assert not re.search(r"://[^/\s:@]+:[^/\s@]+@", FILES[name])
    assert not re.search(r"(?i)(password|secret|token)[ \t]*[=:][ \t]*[^\s\[/{}]", FILES[name])
    assert "PRIVATE KEY" not in FILES[name]


def test_every_file_is_explained() -> None:
    for name in FILES:
        assert f"deploy/{name}" in OPERATING


def succeeds(*words: str | Path) -> str:
    """Run a program that has to succeed; returns what it says."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS_ALLOWED, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def installed(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@installed("nginx")
@installed("openssl")
def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    key, cert = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    succeeds(*new, "-subj", "/CN=carrom.example", "-keyout", key, "-out", cert)
    # nginx opens what it names, and binds the ports: as anybody, and beside whoever listens there.
    site = NGINX.replace("/etc/letsencrypt/live/carrom.example", str(tmp_path))
    site = re.sub(r"listen .*:443 ssl;\n", "", site.replace("/var/log/nginx", str(tmp_path)))
    site = site.replace("listen 443 ssl;", f"listen unix:{tmp_path}/nginx.sock ssl;")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/nginx.pid;\nevents {{}}\nhttp {{\n{temporary}{site}}}\n", encoding="utf-8"
    )

    succeeds("nginx", "-t", "-e", tmp_path / "error.log", "-c", whole)


@installed("caddy")
def test_caddy_takes_its_configuration(tmp_path: Path) -> None:
    config = tmp_path / "Caddyfile"
    config.write_text(CADDY.replace("/var/log/caddy", str(tmp_path)), encoding="utf-8")

    succeeds("caddy", "adapt", "--validate", "--config", config)


@installed("systemd-analyze")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "carrom"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    unit = tmp_path / "carrom@.service"
    unit.write_text(UNIT.replace("/opt/carrom/.venv/bin/carrom", str(program)), encoding="utf-8")

    # What it does not know is a warning to it.
    assert unit.name not in succeeds("systemd-analyze", "verify", "--man=no", unit)


@installed("hadolint")
def test_hadolint_finds_nothing_in_the_containerfile() -> None:
    succeeds("hadolint", DEPLOY / "Containerfile")


@installed("check-jsonschema")
def test_compose_fits_the_specification() -> None:
    succeeds("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


@installed("yamllint")
def test_yamllint_finds_nothing_in_compose() -> None:
    rules = "{extends: default, rules: {line-length: {max: 110}}}"
    succeeds("yamllint", "--strict", "-d", rules, DEPLOY / "compose.yaml")
