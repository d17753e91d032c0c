"""Files for the umpire's page without a network: the Python runtime, the judge, and the list of both."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from carrom.live.refused import Refused
from carrom.server.assets.core_zip import core
from carrom.server.assets.pyodide import FILES, MEDIA_TYPES, VERSION, prepared, runtime_folder
from carrom.server.assets.static import takes_gzip, umpire_files
from carrom.server.config import Config
from carrom.server.http import json_response

FOR_EVER = "public, max-age=31536000, immutable"
RUNTIME = f"/umpire/pyodide/{VERSION}/"


# These are not async: the first look at the runtime reads 13 MB, in a thread.
def manifest(request: Request) -> Response:
    """Whether the judge can run in the page, from where, and what a phone stores to open it again."""
    told = {
        "prepared": prepared(_data(request)),
        "version": VERSION,
        "core": f"/umpire/{core().name}",
        "files": [f"{RUNTIME}{name}" for name in FILES],
        "shell": umpire_files(),
    }
    return json_response(json.dumps(told).encode())


def judge_archive(request: Request) -> Response:
    """The judge as an archive."""
    built = core()
    if request.path_params["hash"] != built.name.removeprefix("core-").removesuffix(".zip"):
        raise Refused("page/unknown")
    return Response(built.body, headers={"cache-control": FOR_EVER}, media_type="application/zip")


def runtime_file(request: Request) -> Response:
    """A file of the runtime, compressed if the client accepts that."""
    name = request.path_params["file"]
    if request.path_params["version"] != VERSION or name not in FILES or not prepared(_data(request)):
        raise Refused("page/unknown")
    file = runtime_folder(_data(request)) / name
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        file, headers = file.with_name(f"{name}.gz"), headers | {"content-encoding": "gzip"}
    return FileResponse(file, headers=headers, media_type=MEDIA_TYPES[Path(name).suffix])


def _data(request: Request) -> Path:
    config: Config = request.app.state.config
    return config.data
