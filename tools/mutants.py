"""Mutation testing of the judge: small faults in rules/ and rulebooks/, and which of them the tests notice.

.venv/bin/python tools/mutants.py                     1,500 faults by chance; after Ctrl-C the same goes on
.venv/bin/python tools/mutants.py --survivors         again those that nobody noticed, after new tests
.venv/bin/python tools/mutants.py --report            only what is known so far
.venv/bin/python tools/mutants.py --cosmic-ray        faults of cosmic-ray (pip install cosmic-ray) instead

A run keeps its results in a file; it is refused if the sources have changed since, unless --afresh is given.
docs/adr/0007-mutation-testing.md says why, and which survivors are none to worry about.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import select
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import CodeType, ModuleType

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.mutations import Mutant, cosmic_ray_mutants_of, is_real, mutants_of, tree_of

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("src/carrom/rules", "src/carrom/rulebooks")

FIRST = ("rulings_table", "icf_strokes", "strokes", "other_books", "incidents", "match", "words", "cases")
LAW_TESTS = tuple(
    dict.fromkeys(
        (
            *(f"tests/laws/test_{name}.py" for name in FIRST),
            *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests/laws").glob("test_*.py"))),
        )
    )
)
"""The law tests, those first that notice most; each is collected only if those before it noticed nothing."""

REFERENCE = "tests/reference"
NOT_BY_REFERENCE = (
    *(f"src/carrom/rules/{name}.py" for name in ("calls", "demand", "match", "standing_words")),
    *(f"src/carrom/rulebooks/{name}.py" for name in ("family", "federation", "ffc_basics", "ffc_leaflet")),
    "src/carrom/rulebooks/international_b.py",
)
"""Modules that the reference judge, which knows the ICF's strokes and incidents, is never compared with."""

OWN_TESTS = (
    "tests/surface/test_placing.py",
    "tests/surface/test_respot.py",
    "tests/table/test_free_places.py",
)
WITH_OWN_TESTS = ("src/carrom/rules/placing.py", "src/carrom/rules/respot.py")
"""Modules that hardly any law test reaches; they meet their own tests first."""

LIMIT = 90.0
"""Seconds after which a mutant that still runs counts as killed: it never ends."""

PYTEST = (
    *("-x", "-q", "-m", "not long"),
    # Nobody reads why a test failed, so its asserts need not be compiled again in each process.
    *("--assert=plain", "--tb=no"),
    *(word for name in ("cacheprovider", "xdist", "anyio", "logging") for word in ("-p", f"no:{name}")),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a mutant fared: `by` is the test that failed, "" if it survived."""

    key: str
    by: str
    seconds: float


class Mutated(importlib.machinery.SourceFileLoader):
    """Loads a module from its mutated source instead of its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)


class MutatedFinder(importlib.abc.MetaPathFinder):
    """Finds one module, and gives its mutated source."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self._name, self._path, self._text = name, path, text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        package = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        loader = Mutated(fullname, str(self._path), self._text)
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=loader, submodule_search_locations=package
        )


def module_name(path: str) -> str:
    parts = Path(path).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class FirstFailure:
    """A pytest plugin that remembers the first test that failed."""

    def __init__(self) -> None:
        self.by = ""

    def pytest_runtest_logreport(self, report: object) -> None:
        if getattr(report, "failed", False):
            self.by = self.by or str(getattr(report, "nodeid", "?"))

    def pytest_collectreport(self, report: object) -> None:
        self.pytest_runtest_logreport(report)


def tests_for(mutant: Mutant | None, noticed: Mapping[str, Counter[str]]) -> Sequence[str]:
    """The tests that a mutant meets, those first that have noticed most faults of its module so far."""
    if mutant is None:
        return (*LAW_TESTS, REFERENCE, *OWN_TESTS)
    by = noticed.get(mutant.path, Counter())
    tests = (*OWN_TESTS, *LAW_TESTS) if mutant.path in WITH_OWN_TESTS else LAW_TESTS
    ordered = sorted(tests, key=lambda test: -by[test])
    return ordered if mutant.path in (*WITH_OWN_TESTS, *NOT_BY_REFERENCE) else [*ordered, REFERENCE]


def test_run(mutant: Mutant | None, tests: Sequence[str]) -> str:
    """The first test that fails with this fault, or "". For a process of its own.

    Nothing of carrom is imported in the process that forks, so all of it is imported here, with the fault.
    """
    import pytest

    if mutant is not None:
        name = module_name(mutant.path)
        sys.meta_path.insert(0, MutatedFinder(name, ROOT / mutant.path, mutant.mutated()))
        try:
            importlib.import_module(name)
        except Exception as failed:
            return f"import: {type(failed).__name__}"
    for test in tests:
        failures = FirstFailure()
        status = pytest.main([*PYTEST, test], plugins=[failures])
        if status != 0:
            return failures.by or f"pytest exit status {int(status)}"
    return ""


@dataclass(slots=True)
class Child:
    """A process that tests one mutant, and the end of a pipe on which it says the outcome."""

    mutant: Mutant | None
    pid: int
    pipe: int
    began: float

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.pipe)


def start(mutant: Mutant | None, tests: Sequence[str]) -> Child:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(mutant, pid, reading, time.monotonic())
    # A group of its own: what the tests start ends with it.
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    by = "the child failed"
    try:
        by = test_run(mutant, tests)
    except BaseException as failed:  # SystemExit too: the fault may be anything
        by = f"{type(failed).__name__}: {failed}"
    os.write(writing, b"." + by.encode()[:4000])
    os._exit(0)


def ended(children: list[Child]) -> list[tuple[Child, str]]:
    """The children that said their outcome or took too long; waits a moment if there is none."""
    ready, _, _ = select.select([child.pipe for child in children], [], [], 1.0)
    done = []
    for child in children:
        if child.pipe in ready:
            said = os.read(child.pipe, 5000).decode(errors="replace")
            done.append((child, said[1:] if said else "the process died"))
        elif time.monotonic() - child.began > LIMIT:
            done.append((child, "never ends"))
    return done


def tested(mutants: Sequence[Mutant], jobs: int, tests: Sequence[str] | None) -> Iterable[Outcome]:
    """Test each mutant in a process of its own, `jobs` at a time."""
    waiting, running = list(reversed(mutants)), list[Child]()
    noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                running.append(start(mutant, tests or tests_for(mutant, noticed)))
            for child, by in ended(running):
                running.remove(child)
                child.end()
                assert child.mutant is not None
                noticed[child.mutant.path][by.partition("::")[0]] += 1
                yield Outcome(child.mutant.key, by, time.monotonic() - child.began)
    finally:
        for child in running:
            child.end()


def modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).glob("*.py"))]


def sample(find: Callable[[Path, Path], list[Mutant]], seed: int, size: int) -> tuple[list[Mutant], int]:
    """So many mutants by chance, the same for the same seed and sources; and how many there are in all."""
    trees = {
        path.relative_to(ROOT).as_posix(): tree_of(path.read_text(encoding="utf-8")) for path in modules()
    }
    every = [mutant for path in modules() for mutant in find(ROOT, path)]
    Random(seed).shuffle(every)
    chosen: list[Mutant] = []
    for mutant in every:
        if len(chosen) == size:
            break
        if is_real(mutant, trees[mutant.path]):
            chosen.append(mutant)
    return chosen, len(every)


class Results:
    """Outcomes in a file, one a line; the last about a mutant counts."""

    def __init__(self, path: Path, afresh: bool) -> None:
        self._path = path
        self.of: dict[str, Outcome] = {}
        sources = hashlib.sha256(b"".join(module.read_bytes() for module in modules())).hexdigest()
        if path.exists() and not afresh:
            first, *lines = path.read_text(encoding="utf-8").splitlines()
            if json.loads(first) != {"sources": sources}:
                raise SystemExit(
                    f"mutants: the sources have changed since {path} was begun; --afresh begins again"
                )
            for line in lines:
                outcome = Outcome(**json.loads(line))
                self.of[outcome.key] = outcome
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"sources": sources}) + "\n", encoding="utf-8")

    def add(self, outcome: Outcome) -> None:
        self.of[outcome.key] = outcome
        line = {"key": outcome.key, "by": outcome.by, "seconds": round(outcome.seconds, 2)}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def run(mutants: list[Mutant], results: Results, jobs: int, tests: Sequence[str] | None) -> None:
    baseline = start(None, tests or tests_for(None, {}))
    failed = ended([baseline])
    while not failed:
        failed = ended([baseline])
    baseline.end()
    if failed[0][1]:
        raise SystemExit(f"mutants: the tests must pass without a fault; {failed[0][1]} does not")
    began = time.monotonic()
    for number, outcome in enumerate(tested(mutants, jobs, tests), start=1):
        results.add(outcome)
        if number % 20 == 0 or number == len(mutants):
            each = (time.monotonic() - began) / number
            left = each * (len(mutants) - number) / 60.0
            survived = sum(not results.of[mutant.key].by for mutant in mutants if mutant.key in results.of)
            print(
                f"{number} of {len(mutants)}, {survived} alive, {each:.1f} s each, about {left:.0f} min left",
                flush=True,
            )


def report(chosen: list[Mutant], in_all: int, results: Results) -> None:
    known = [mutant for mutant in chosen if mutant.key in results.of]
    alive = sorted(
        (mutant for mutant in known if not results.of[mutant.key].by), key=lambda each: (each.path, each.line)
    )
    for mutant in alive:
        print(f"\n{mutant.path}:{mutant.line}  {mutant.kind}")
        for line in changed(mutant):
            print(f"    {line}")
    kinds, left = Counter(mutant.kind for mutant in known), Counter(mutant.kind for mutant in alive)
    print(f"\n{'kind':<40} killed  alive")
    for kind, count in kinds.most_common():
        print(f"{kind:<40} {count - left[kind]:>6} {left[kind]:>6}")
    if known:
        killed = len(known) - len(alive)
        share = 100.0 * killed / len(known)
        print(f"\n{killed} of {len(known)} killed: {share:.1f} % ({in_all} in all, {len(chosen)} chosen)")


def changed(mutant: Mutant) -> list[str]:
    before = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
    lines = difflib.unified_diff(before, mutant.mutated().splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, help="build/mutants.jsonl unless given")
    parser.add_argument("--tests", nargs="+", help="these tests instead of the law tests")
    parser.add_argument("--cosmic-ray", action="store_true")
    parser.add_argument("--survivors", action="store_true", help="only those that survived")
    parser.add_argument("--report", action="store_true", help="run nothing")
    parser.add_argument("--afresh", action="store_true", help="forget all results")
    wanted = parser.parse_args()

    os.chdir(ROOT)
    os.environ |= {"PYTHONPATH": str(ROOT / "src"), "CARROM_HYPOTHESIS": "quick", "PYTHONHASHSEED": "0"}
    sys.path.insert(0, str(ROOT / "src"))
    of_whom = "cosmic-ray-mutants" if wanted.cosmic_ray else "mutants"
    results = Results(wanted.results or ROOT / "build" / f"{of_whom}.jsonl", wanted.afresh)
    find = cosmic_ray_mutants_of if wanted.cosmic_ray else mutants_of
    chosen, in_all = sample(find, wanted.seed, wanted.sample)
    known = results.of
    if wanted.survivors:
        todo = [mutant for mutant in chosen if mutant.key in known and not known[mutant.key].by]
    else:
        todo = [mutant for mutant in chosen if mutant.key not in known]
    status = 0
    if todo and not wanted.report:
        # Imported once, before all forks; carrom itself is imported in each child.
        for name in ("pytest", "hypothesis", "hypothesis.strategies", "hypothesis.stateful"):
            importlib.import_module(name)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        try:
            run(todo, results, wanted.jobs, wanted.tests)
        except KeyboardInterrupt:
            status = 130
    report(chosen, in_all, results)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
