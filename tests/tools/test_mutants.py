"""tools/mutants.py and tools/mutations.py: which faults there are, and that a fault is really imported."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from tools.mutants import ROOT, MutatedFinder, changed, module_name, sample
from tools.mutations import Mutant, is_real, mutants_of, tree_of

TEXT = '''"""A module."""

from __future__ import annotations

Queen = int | str
EARLY = (Clause("3.5 f", in_turn & queen_fell, (PENALTY, TURN_PASSES), "early", also=("4 a",), reading=2),)
LATE = Clause("3.6 b", queen_waiting, (TURN_STAYS,), "late")


def left(coins: int | None = 9) -> int | None:
    """How many."""
    if coins is None:
        raise ValueError("naïve")
    return coins - 1
'''


def faults(tmp_path: Path) -> set[tuple[str, str]]:
    """The kind of each fault in the text above, and the line it gives."""
    path = tmp_path / "module.py"
    path.write_text(TEXT, encoding="utf-8")
    lines = set(TEXT.splitlines())
    found = set()
    for mutant in mutants_of(tmp_path, path):
        assert is_real(mutant, tree_of(TEXT)), mutant.key
        new = [line.strip() for line in mutant.mutated().splitlines() if line not in lines]
        found.add((mutant.kind, new[0] if new else ""))
    return found


def test_a_clause_loses_its_orders_laws_and_conditions_one_by_one(tmp_path: Path) -> None:
    found = faults(tmp_path)

    begin, law, then = 'EARLY = (Clause("3.5 f", ', "in_turn & queen_fell", "(PENALTY, TURN_PASSES)"
    end = '"early", also=("4 a",), reading=2),)'
    for kind, line in {
        ("element dropped", f"{begin}{law}, (PENALTY,), {end}"),
        ("element dropped", f"{begin}{law}, (TURN_PASSES,), {end}"),
        ("element dropped", f'{begin}{law}, {then}, "early", also=(), reading=2),)'),
        ("element dropped", "EARLY = ()"),
        ("argument dropped", f'{begin}{law}, {then}, "early", also=("4 a",), ),)'),
        ("operator", f"{begin}in_turn | queen_fell, {then}, {end}"),
        ("operand dropped", f"{begin}(in_turn), {then}, {end}"),
        ("condition negated", f"{begin}in_turn & ~queen_fell, {then}, {end}"),
        ("name exchanged", f"{begin}in_turn & queen_waiting, {then}, {end}"),
        ("name exchanged", f"{begin}{law}, (PENALTY, TURN_STAYS), {end}"),
        ("law of another clause", f'EARLY = (Clause("3.6 b", {law}, {then}, {end}'),
        ("why of another clause", f'{begin}{law}, {then}, "late", also=("4 a",), reading=2),)'),
        ("number", f'{begin}{law}, {then}, "early", also=("4 a",), reading=3),)'),
    }:
        assert (kind, line) in found


def test_code_has_its_faults_and_annotations_and_types_have_none(tmp_path: Path) -> None:
    found = faults(tmp_path)

    for kind, line in {
        ("number", "def left(coins: int | None = 10) -> int | None:"),
        ("comparison", "if coins is not None:"),
        ("statement dropped", "pass"),
        ("string", 'raise ValueError("xnaïve")'),
        ("operator", "return coins + 1"),
        ("nothing returned", "return None"),
    }:
        assert (kind, line) in found
    assert not any("int &" in line or line.startswith(("Queen", '"""', "from")) for _, line in found)


def test_a_module_is_imported_with_its_fault(tmp_path: Path) -> None:
    path = tmp_path / "answer.py"
    path.write_text("ANSWER = 41\n", encoding="utf-8")
    finder = MutatedFinder("answer", path, "ANSWER = 42\n")

    spec = finder.find_spec("answer", None)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    assert module.ANSWER == 42
    assert finder.find_spec("question", None) is None
    assert module_name("src/carrom/rules/judge.py") == "carrom.rules.judge"
    assert module_name("src/carrom/rules/__init__.py") == "carrom.rules"


def test_the_same_seed_gives_the_same_faults() -> None:
    found = mutants_of(ROOT, ROOT / "src/carrom/rules/score.py")

    def of_score(root: Path, path: Path) -> list[Mutant]:
        return found if path.name == "score.py" else []

    chosen, in_all = sample(of_score, seed=1, size=20)
    keys = [each.key for each in chosen]

    assert [each.key for each in sample(of_score, seed=1, size=20)[0]] == keys
    assert [each.key for each in sample(of_score, seed=2, size=20)[0]] != keys
    assert (in_all, len(set(keys))) == (len(found), 20)
    assert all(changed(each) for each in chosen)
