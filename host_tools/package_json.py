"""firmware/package.json: the program as a package for `mpremote mip install` from a checkout.

python -m host_tools.package_json > firmware/package.json
mpremote mip install --target / firmware/package.json
"""

import json

from host_tools import board_files
from host_tools.board_files import AT_ROOT

TO_CHECKOUT = ".."  # from the package.json, which lies in firmware/


def text():
    """The file's text: where each file goes on the board, and where it lies from the package.json on."""
    urls = [[file.path.lstrip("/"), _source(file.path)] for file in board_files.program()]
    rows = ",\n".join("    " + json.dumps(row) for row in urls)
    return '{\n  "urls": [\n' + rows + "\n  ]\n}\n"


def _source(path):
    name = path.lstrip("/")
    return f"root/{name}" if name in AT_ROOT else f"{TO_CHECKOUT}/{name}"


if __name__ == "__main__":
    print(text(), end="")
