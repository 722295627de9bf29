import os

import pytest

from host_tools import ports
from host_tools.errors import ToolError
from host_tools.ports import Port

PICO = Port("/dev/ttyACM0", (0x2E8A, 0x0005), "e660", "Board in FS mode")
PYBOARD = Port("/dev/ttyACM1", (0xF055, 0x9802), "3270", "Pyboard Virtual Comm Port")
PHONE = Port("/dev/ttyACM2", (0x04E8, 0x6860), "R58", "Phone")
MODEM = Port("/dev/ttyS0", None, None, "ttyS0")


@pytest.fixture
def plugged(monkeypatch):
    monkeypatch.delenv("TABLECTL_PORT", raising=False)
    return lambda *found: monkeypatch.setattr(ports, "ports", lambda: list(found))


def test_the_one_board_is_found(plugged):
    plugged(MODEM, PHONE, PICO)
    assert ports.find() == "/dev/ttyACM0"
    plugged(PYBOARD)
    assert ports.find() == "/dev/ttyACM1"


def test_no_board_lists_what_there_is(plugged):
    plugged(MODEM, PHONE)
    with pytest.raises(ToolError) as caught:
        ports.find()
    assert caught.value.status == 3
    assert "/dev/ttyS0 (ttyS0)" in caught.value.message
    assert "/dev/ttyACM2 (04e8:6860 Phone)" in caught.value.message
    plugged()
    with pytest.raises(ToolError) as caught:
        ports.find()
    assert caught.value.message.endswith("ports: none")


def test_several_boards_are_listed(plugged):
    plugged(PICO, PHONE, PYBOARD)
    with pytest.raises(ToolError) as caught:
        ports.find()
    assert caught.value.status == 2
    assert "/dev/ttyACM0" in caught.value.message
    assert "/dev/ttyACM1" in caught.value.message
    assert "/dev/ttyACM2" not in caught.value.message


def test_a_named_port_comes_first(plugged, monkeypatch, tmp_path):
    plugged(PICO, PYBOARD)
    assert ports.find("/dev/ttyACM1") == "/dev/ttyACM1"
    monkeypatch.setenv("TABLECTL_PORT", "/dev/ttyACM0")
    assert ports.find() == "/dev/ttyACM0"
    assert ports.find("/dev/ttyACM1") == "/dev/ttyACM1"
    with pytest.raises(ToolError) as caught:
        ports.find("/dev/ttyUSB9")
    assert caught.value.status == 3
    assert "/dev/ttyUSB9" in caught.value.message


def test_a_pseudo_terminal_is_taken_by_its_name_or_a_link_to_it(plugged, tmp_path):
    plugged()
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    link = tmp_path / "board"
    link.symlink_to(name)
    assert ports.find(name) == name
    assert ports.find(str(link)) == name
    os.close(ours)
    os.close(theirs)


def test_the_system_list_can_be_read():
    assert isinstance(ports.ports(), list)
