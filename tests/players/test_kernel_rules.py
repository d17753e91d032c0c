"""What runs compiled keeps the kernel's rules, so that it also runs in plain Python and on a GPU."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest

from carrom import direction, elementary, rng
from carrom.physics import kernel
from carrom.players import search_kernel

MARKS = {"_inline", "_call", "_entry"}
FORBIDDEN = (
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.Slice, ast.Pow, ast.MatMult, ast.JoinedStr, ast.Raise, ast.Try, ast.With, ast.Lambda, ast.Assert),
    *(ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Delete),
    *(ast.Await, ast.Yield, ast.YieldFrom, ast.Starred, ast.NamedExpr, ast.Match),
)
ALLOWED_CALLS = {"range", "min", "max", "abs", "int", "float", "math.sqrt"}
ADOPTED = {
    direction: set(search_kernel._directions),
    elementary: set(search_kernel._elementary),
    rng: {name for name in search_kernel._random if name in vars(rng)},
}


def functions_of(module: ModuleType) -> list[ast.FunctionDef]:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def compiled(module: ModuleType) -> list[ast.FunctionDef]:
    return [
        function
        for function in functions_of(module)
        if {ast.unparse(mark) for mark in function.decorator_list} & MARKS
        or function.name in ADOPTED.get(module, ())
    ]


def body(function: ast.FunctionDef) -> list[ast.AST]:
    """All that is in a function but its docstring."""
    first = 0 if ast.get_docstring(function) is None else 1
    return [node for statement in function.body[first:] for node in ast.walk(statement)]


MODULES = pytest.mark.parametrize(
    ("module", "least"),
    [(kernel, 26), (search_kernel, 35), (direction, 2), (elementary, 6), (rng, 5)],
    ids=["kernel", "search", "direction", "elementary", "rng"],
)


@MODULES
def test_no_allocation_text_exception_or_print_in_compiled_functions(module: ModuleType, least: int) -> None:
    functions = compiled(module)

    assert len(functions) >= least
    for function in functions:
        inside = body(function)
        wrong = [node for node in inside if isinstance(node, FORBIDDEN)]
        assert not wrong, f"{function.name}: {[ast.unparse(node) for node in wrong]}"
        constants = [node.value for node in inside if isinstance(node, ast.Constant)]
        assert not [each for each in constants if isinstance(each, str)], function.name


@MODULES
def test_of_the_library_compiled_functions_call_the_square_root_alone(module: ModuleType, least: int) -> None:
    """Others of their kind they may call: those of the file, and those that it adopted."""
    adopted = {name for names in ADOPTED.values() for name in names} if module is not kernel else set()
    names = {function.name for function in compiled(module)} | adopted | ALLOWED_CALLS
    for function in compiled(module):
        for node in body(function):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called in names, f"{function.name} calls {called}"
                assert not node.keywords, f"{function.name} calls {called} by keyword"
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "math":
                assert node.attr == "sqrt", f"{function.name} uses {ast.unparse(node)}"


def test_every_function_of_the_search_kernel_is_compiled() -> None:
    names = [function.name for function in compiled(search_kernel)]

    assert names == [function.name for function in functions_of(search_kernel)]


def test_what_is_adopted_is_adopted_whole() -> None:
    """Every function that an adopted one calls is adopted before it, so that it is not the plain one."""
    for module, names in ADOPTED.items():
        order = [*search_kernel._directions, *search_kernel._elementary, *search_kernel._random]
        local = {function.name for function in functions_of(module)}
        for function in compiled(module):
            assert function.name in names
            for node in body(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in local:
                    called = ast.unparse(node.func)
                    assert order.index(called) < order.index(function.name)
