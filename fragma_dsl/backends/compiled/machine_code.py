"""Machine code: LLVM's assembly in, an object file for this processor out; and the functions of one
that is loaded."""

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64, c_void_p
from typing import Any, TypeAlias

import llvmlite
import llvmlite.binding as llvm

from fragma_dsl.backends.compiled.door import DOOR

LEVEL = 3
"""How hard LLVM tries."""

NativeFunction: TypeAlias = Callable[..., int]

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


def processor() -> str:
    """Say for which processor, and by which LLVM, machine code is made."""
    parts = (llvm.get_process_triple(), llvm.get_host_cpu_name(), features().flatten())
    return " ".join((*parts, llvmlite.__version__))


def features() -> Any:
    """Say what this processor can do; nothing beyond its kind where LLVM does not know."""
    try:
        return llvm.get_host_cpu_features()
    except RuntimeError:
        return llvm.FeatureMap()


def can_deposit() -> bool:
    """Whether this processor spreads bits over a word quickly; the first of AMD's that can do it
    take hundreds of cycles."""
    return bool(features().get("bmi2")) and llvm.get_host_cpu_name() not in ("znver1", "znver2")


def target() -> Any:
    """Describe this processor to LLVM."""
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=features().flatten(),
        opt=LEVEL,
        reloc="pic",
        codemodel="small",
        jit=True,
    )


def assemble(text: str) -> bytes:
    """Make an object file of assembly."""
    machine = target()
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(LEVEL)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


class Library:
    """An object file that is loaded; its code stays in memory as long as this does."""

    def __init__(self, code: bytes) -> None:
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target())
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.engine.finalize_object()

    def function(self, name: str, kinds: str) -> NativeFunction:
        """Give a function by its name and a letter for each argument; an array takes two, its
        address and its length. The last is where the status goes. Python waits for no lock while it
        runs."""
        address = self.engine.get_function_address(f"{DOOR}{name}")
        if not address:
            raise LookupError(f"no function `{name}` in this machine code")
        types: list[Any] = []
        for kind in kinds:
            types += [c_int64] if kind == "i" else [c_void_p, c_int64]
        function: NativeFunction = CFUNCTYPE(c_int64, *types, c_void_p)(address)
        return function
