"""Small faults for tools/mutants.py: an order dropped, a comparison turned, colours exchanged.

cosmic-ray has no fault for a string, for an element of a tuple or for an argument, and clauses are made of
these. `mutants_of` therefore has faults of its own; `cosmic_ray_mutants_of` has cosmic-ray's, for comparison.
"""

from __future__ import annotations

import ast
import builtins
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">=")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<=")),
    ast.Eq: ("==", ("!=", "<=", ">=")),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
}

ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}

_PAIRS = """
white black | WHITE BLACK | me they | own theirs | own_before theirs_before | nets_own nets_theirs
due_own due_theirs | held_own held_theirs | own_left theirs_left | FIRST SECOND | first second | left right
min max | any all | TO_PLAY IN_PLAY | TO_TOSS TO_SEAT | before after | pocketed off_board | ToBreak ToStrike
TURN_STAYS TURN_PASSES | QUEEN_BACK QUEEN_WAITS | OWN_BACK PENALTY | MINE THEIRS | COINS COINS_PUT_BACK
QUEEN_IF_COVERED QUEEN_UNLESS_LOST | SPECIAL ONE | own_fell theirs_fell | own_last theirs_last
queen_fell queen_waiting | striker_fell improper | one_own_fell several_own_fell | in_turn turn_begun
queen_covered queen_covers_now | break_made noticed | always first_try
"""
OPPOSITES = {
    one: other
    for pair in re.split(r"[|\n]", _PAIRS.strip())
    for first, second in [pair.split()]
    for one, other in ((first, second), (second, first))
} | {
    "QUEEN_COVERED": "QUEEN_WAITS",
    "POINTS_QUEEN": "QUEEN_IF_COVERED",
    "COVERER": "MINE",
    "TRY_SPENT": "PENALTY",
}
"""Names that are easily confused; each is replaced by the other where both are known."""

Placed = ast.expr | ast.stmt | ast.keyword

CLAUSES = ("Clause", "End")
NOT_CODE = ("__all__", "__slots__")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault in one module; `mutated` gives the module's source with it."""

    path: str
    line: int
    column: int
    kind: str
    to: str
    mutated: Callable[[], str] = field(compare=False, repr=False)

    @property
    def key(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.kind}: {self.to}"


class Source:
    """A module's text and tree. Positions of the tree count bytes, so the text is kept as bytes."""

    def __init__(self, text: str) -> None:
        self.raw = text.encode()
        self.tree = ast.parse(text)
        self._starts = [0, *accumulate(len(line) for line in self.raw.splitlines(keepends=True))]
        self._names = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        self._names |= {node.name for node in ast.walk(self.tree) if isinstance(node, ast.alias)}

    def start(self, node: Placed) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: Placed) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def knows(self, name: str) -> bool:
        return name in self._names or hasattr(builtins, name)

    def position(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1]

    def text(self, start: int, end: int) -> str:
        return self.raw[start:end].decode()

    def of(self, node: ast.expr | ast.stmt) -> str:
        return self.text(self.start(node), self.end(node))


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands between two bytes of the source is replaced."""

    kind: str
    start: int
    end: int
    to: str


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """All faults of our own in a module, in the order of its text."""
    source = Source(path.read_text(encoding="utf-8"))
    name = path.relative_to(root).as_posix()
    faults = sorted(set(_faults(source)), key=lambda fault: (fault.start, fault.end, fault.kind, fault.to))
    return [
        Mutant(name, *source.position(fault.start), fault.kind, fault.to, _mutated(source, fault))
        for fault in faults
    ]


def _mutated(source: Source, fault: Fault) -> Callable[[], str]:
    def mutated() -> str:
        return (source.raw[: fault.start] + fault.to.encode() + source.raw[fault.end :]).decode()

    return mutated


def tree_of(text: str) -> str:
    """A module as text without its layout."""
    return ast.dump(ast.parse(text))


def is_real(mutant: Mutant, original: str) -> bool:
    """Whether the fault gives a module that can be read and differs from the `original` tree."""
    try:
        return tree_of(mutant.mutated()) != original
    except SyntaxError:
        return False


def _faults(source: Source) -> Iterator[Fault]:
    elsewhere, clause_texts = set(_laws_and_reasons(source.tree)), _clause_texts(source)
    for node in _code(source.tree):
        match node:
            case ast.Compare():
                yield from _compared(source, node)
            case ast.BoolOp():
                yield from _joined(source, node)
            case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
                sign, other = ARITHMETIC[type(operator)]
                yield _between(source, "operator", left, right, sign, other)
                if isinstance(operator, ast.BitAnd | ast.BitOr):
                    yield from (_instead(source, "operand dropped", node, each) for each in (left, right))
                    for each in (left, right):
                        if isinstance(each, ast.Name):
                            yield _put(source, "condition negated", each, f"~{each.id}")
            case ast.AugAssign(target, operator, value) if type(operator) in ARITHMETIC:
                sign, other = ARITHMETIC[type(operator)]
                yield _between(source, "operator", target, value, f"{sign}=", f"{other}=")
            case ast.UnaryOp(_, operand):
                yield _instead(source, "sign or negation dropped", node, operand)
            case ast.If(test) | ast.While(test) | ast.IfExp(test) | ast.Assert(test):
                yield from _negated(source, test)
            case ast.comprehension(_, _, tests):
                for test in tests:
                    yield from _negated(source, test)
                    yield _put(source, "filter dropped", test, "True")
            case ast.Constant() | ast.JoinedStr() if node not in elsewhere:
                yield from _constant(source, node)
            case ast.Tuple(elements, ast.Load()) | ast.List(elements, ast.Load()) | ast.Set(elements):
                yield from _shorter(source, node, elements)
            case ast.Dict():
                yield from _listed(source, node)
            case ast.Call():
                yield from _called(source, node, clause_texts)
            case ast.Name(name, ast.Load()) if name in OPPOSITES and source.knows(OPPOSITES[name]):
                yield _put(source, "name exchanged", node, OPPOSITES[name])
            case ast.Attribute(value, name, ast.Load()):
                if name in OPPOSITES:
                    end = source.end(node)
                    yield Fault("name exchanged", end - len(name), end, OPPOSITES[name])
                if name == "other":
                    yield _instead(source, "other side dropped", node, value)
            case ast.stmt():
                yield from _stated(source, node)


def _laws_and_reasons(tree: ast.Module) -> Iterator[ast.AST]:
    """Texts of clauses and values of tables; one that nobody knows would fail at import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from (each for each in node.values if _is_text(each))
        elif _is_clause(node):
            yield from (each for each in ast.walk(node) if _is_text(each))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run: without imports, annotations, names of types, docstrings and exported names."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "bases", "keywords" if isinstance(node, ast.ClassDef) else ""):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _no_code(child, node):
                yield from _code(child)


def _no_code(node: ast.AST, parent: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
            return True
        case ast.Assign([ast.Name(name)], value):
            is_type = isinstance(parent, ast.Module) and name[:1].isupper() and not name.isupper()
            return name in NOT_CODE or (is_type and not isinstance(value, ast.Lambda))
        case ast.Constant() | ast.FormattedValue():
            # The parts of an f-string have no reliable position before Python 3.12.
            return isinstance(parent, ast.JoinedStr)
        case ast.Call(ast.Name("TypeVar")):
            return True
    return False


def _put(source: Source, kind: str, node: ast.expr | ast.stmt, to: str) -> Fault:
    return Fault(kind, source.start(node), source.end(node), to)


def _instead(source: Source, kind: str, node: ast.expr, part: ast.expr) -> Fault:
    return _put(source, kind, node, f"({source.of(part)})")


def _between(source: Source, kind: str, one: ast.expr, two: ast.expr, sign: str, other: str) -> Fault:
    start, end = source.end(one), source.start(two)
    return Fault(kind, start, end, source.text(start, end).replace(sign, other, 1))


def _compared(source: Source, node: ast.Compare) -> Iterator[Fault]:
    for (one, two), operator in zip(pairwise((node.left, *node.comparators)), node.ops, strict=True):
        sign, others = COMPARISONS[type(operator)]
        for other in others:
            yield _between(source, "comparison", one, two, sign, other)


def _joined(source: Source, node: ast.BoolOp) -> Iterator[Fault]:
    sign, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for one, two in pairwise(node.values):
        yield _between(source, "and, or", one, two, sign, other)
    for left_out in node.values:
        rest = [f"({source.of(each)})" for each in node.values if each is not left_out]
        yield _put(source, "operand dropped", node, f"({f' {sign} '.join(rest)})")


def _negated(source: Source, test: ast.expr) -> Iterator[Fault]:
    turned = isinstance(test, ast.Compare) and isinstance(
        test.ops[0], ast.Is | ast.IsNot | ast.In | ast.NotIn | ast.Eq | ast.NotEq
    )
    # For these another fault does the same.
    if not turned and not isinstance(test, ast.UnaryOp):
        yield _put(source, "condition negated", test, f"(not ({source.of(test)}))")


def _constant(source: Source, node: ast.Constant | ast.JoinedStr) -> Iterator[Fault]:
    value = node.value if isinstance(node, ast.Constant) else ""
    match value:
        case bool():
            yield _put(source, "true, false", node, str(not value))
        case int():
            yield from (_put(source, "number", node, str(each)) for each in (value + 1, value - 1))
        case float():
            near = (value + 1.0, value - 1.0) if value.is_integer() else (value * 2.0, value / 2.0)
            yield from (_put(source, "number", node, str(each)) for each in near)
        case str():
            begins = re.match(r"[a-zA-Z]*(\"\"\"|\"|')", source.of(node))
            if begins:
                at = source.start(node) + begins.end()
                yield Fault("string", at, at, "x")


def _shorter(
    source: Source, node: ast.Tuple | ast.List | ast.Set, elements: list[ast.expr]
) -> Iterator[Fault]:
    if isinstance(node, ast.Tuple) and len(elements) < 3:
        # What is left must stay a tuple.
        for left_out in elements:
            rest = "".join(f"{source.of(each)}," for each in elements if each is not left_out)
            yield _put(source, "element dropped", node, f"({rest})")
        return
    for one, two in pairwise(elements):
        yield Fault("element dropped", source.start(one), source.start(two), "")
    if len(elements) > 1:
        yield Fault("element dropped", source.end(elements[-2]), source.end(elements[-1]), "")


def _listed(source: Source, node: ast.Dict) -> Iterator[Fault]:
    keys = [key for key in node.keys if key is not None]
    for one, two in pairwise(keys):
        yield Fault("entry dropped", source.start(one), source.start(two), "")
    if len(keys) > 1:
        yield Fault("entry dropped", source.end(node.values[-2]), source.end(node.values[-1]), "")
    texts = list(dict.fromkeys(source.of(value) for value in node.values if _is_text(value)))
    for value in node.values:
        if _is_text(value):
            yield _put(source, "value of another entry", value, _next_of(source.of(value), texts))


def _called(source: Source, node: ast.Call, texts: dict[str, list[str]]) -> Iterator[Fault]:
    for keyword in node.keywords:
        if keyword.arg is not None:
            start, end = source.start(keyword), source.end(keyword)
            comma = source.raw[end : end + 1] == b","
            yield Fault("argument dropped", start, end + comma, "")
    if _is_clause(node):
        for part, text in zip(texts, _law_and_why(node), strict=True):
            if text is not None:
                yield _put(source, f"{part} of another clause", text, _next_of(source.of(text), texts[part]))


def _next_of(text: str, texts: list[str]) -> str:
    return texts[(texts.index(text) + 1) % len(texts)]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_clause(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLAUSES


def _law_and_why(node: ast.Call) -> tuple[ast.expr | None, ast.expr | None]:
    texts = [each for each in node.args if _is_text(each)]
    return (texts[0], texts[-1]) if len(texts) > 1 else (None, None)


def _clause_texts(source: Source) -> dict[str, list[str]]:
    """The laws and the reasons of all clauses in a module, each once."""
    found: dict[str, list[str]] = {"law": [], "why": []}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and _is_clause(node):
            for part, text in zip(found, _law_and_why(node), strict=True):
                if text is not None:
                    found[part] = list(dict.fromkeys((*found[part], source.of(text))))
    return found


def _stated(source: Source, node: ast.stmt) -> Iterator[Fault]:
    match node:
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise():
            yield _put(source, "statement dropped", node, "pass")
        case ast.Assign([ast.Attribute() | ast.Subscript() | ast.Tuple()]) | ast.AnnAssign(ast.Attribute()):
            yield _put(source, "statement dropped", node, "pass")
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield _put(source, "nothing returned", value, "None")
        case ast.Break() | ast.Continue():
            yield _put(
                source, "break, continue", node, "continue" if isinstance(node, ast.Break) else "break"
            )
        case ast.For(_, items):
            yield _put(source, "loop left out", items, "()")
        case ast.FunctionDef() | ast.ClassDef():
            for decorator in node.decorator_list:
                start = source.start(decorator) - 1
                yield Fault("decorator dropped", start, source.end(decorator), "")


def cosmic_ray_mutants_of(root: Path, path: Path) -> list[Mutant]:
    """All faults that cosmic-ray makes in a module, without those in annotations."""
    provider: Any = import_module("cosmic_ray.operators.provider").OperatorProvider()
    trees: Any = import_module("cosmic_ray.ast")
    mutating: Any = import_module("cosmic_ray.mutating")
    text = path.read_text(encoding="utf-8")
    nodes = list(trees.ast_nodes(trees.get_ast(text)))
    types = _lines_of_types(ast.parse(text))
    found = []
    for name in provider:
        if provider[name].arguments():
            continue  # It replaces the variables it is told to.
        operator = provider[name]()
        places = [start for node in nodes for start, _ in operator.mutation_positions(node)]
        for number, (line, column) in enumerate(places):
            if not any(first <= (line, column) < last for first, last in types):
                make = _by_cosmic_ray(mutating, text, operator, number)
                found.append(
                    Mutant(path.relative_to(root).as_posix(), line, column, name, f"number {number}", make)
                )
    return found


def _by_cosmic_ray(mutating: Any, text: str, operator: Any, number: int) -> Callable[[], str]:
    return lambda: str(mutating.mutate_code(text, operator, number))


def _lines_of_types(tree: ast.Module) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations and names of types stand: nothing that changes there can change what runs."""
    found: list[ast.expr | ast.stmt] = []
    for node in ast.walk(tree):
        found += [
            each for each in (getattr(node, "annotation", None), getattr(node, "returns", None)) if each
        ]
        found += [
            each
            for each in ast.iter_child_nodes(node)
            if isinstance(each, ast.Assign) and _no_code(each, node)
        ]
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)) for node in found
    ]
