"""The file system of a Pico as bytes: littlefs as MicroPython for RP2 mounts it (its ports/rp2/rp2_flash.c)."""

from host_tools.errors import ToolError

BLOCK = 4096


def pack(files, size):
    """The bytes of a file system of that size with the files {path: bytes} in it. Raises ToolError."""
    littlefs = _littlefs()
    disk = _file_system(littlefs, size)
    try:
        for path in sorted(files):
            folder = path.rsplit("/", 1)[0]
            if folder:
                disk.makedirs(folder, exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(files[path])
    except littlefs.LittleFSError as error:
        raise ToolError(f"the files do not fit into {size // 1024} KB: {error}", 1) from None
    return bytes(disk.context.buffer)


def unpack(data):
    """{path: bytes} of the bytes of a file system. Raises ToolError."""
    littlefs = _littlefs()
    disk = _file_system(littlefs, len(data), mount=False)
    disk.context.buffer = bytearray(data)
    try:
        disk.mount()
    except littlefs.LittleFSError as error:
        raise ToolError(f"there is no file system: {error}", 1) from None
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found


def _file_system(littlefs, size, mount=True):
    return littlefs.LittleFS(
        block_size=BLOCK,
        block_count=size // BLOCK,
        prog_size=256,
        read_size=32,
        cache_size=1024,
        lookahead_size=32,
        mount=mount,
    )


def _littlefs():
    try:
        import littlefs
    except ImportError:
        raise ToolError("littlefs is not installed: pip install littlefs-python", 2) from None
    return littlefs
