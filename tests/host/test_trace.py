"""A trace that cannot be read says where it is broken and what would be right."""

import pytest

from host_tools.trace import TraceError, read_trace


def write(tmp_path, text):
    path = tmp_path / "spin.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_rows_are_read_in_order(tmp_path):
    path = write(tmp_path, "t_us,line,level\n0,rotor_a,1\n5,no_spin,1\r\n5,pocket,0\n")
    assert read_trace(path) == [(0, "rotor_a", 1), (5, "no_spin", 1), (5, "pocket", 0)]


def test_a_trace_without_rows_is_empty(tmp_path):
    assert read_trace(write(tmp_path, "t_us,line,level\n")) == []


BROKEN = {
    "": (1, "right is t_us,line,level"),
    "time,line,level\n": (1, "right is t_us,line,level"),
    "t_us,line,level\n1,rotor_a\n": (2, "three"),
    "t_us,line,level\n1,rotor_a,1,2\n": (2, "three"),
    "t_us,line,level\n1,rotor_c,1\n": (2, "rotor_index, rotor_a"),
    "t_us,line,level\n1,rotor_a,2\n": (2, "0 or 1"),
    "t_us,line,level\n1.5,rotor_a,1\n": (2, "whole number"),
    "t_us,line,level\n-1,rotor_a,1\n": (2, "whole number"),
    "t_us,line,level\n" + "9" * 30 + ",rotor_a,1\n": (2, "whole number"),
    "t_us,line,level\n5,rotor_a,1\n4,rotor_b,1\n": (3, "ascend"),
    "t_us,line,level\n5,rotor_a,1\n6,rotor_a,1\n": (3, "change"),
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_row_is_named(tmp_path, text):
    row, right = BROKEN[text]
    path = write(tmp_path, text)
    with pytest.raises(TraceError) as caught:
        read_trace(path)
    assert caught.value.row == row
    assert right in caught.value.message and str(path) in caught.value.message


def test_a_file_that_is_no_text_or_not_there_is_named(tmp_path):
    with pytest.raises(TraceError, match="no text"):
        read_trace(write(tmp_path, b"\xff\xfe\x00"))
    with pytest.raises(TraceError, match="cannot be read"):
        read_trace(tmp_path / "none.csv")
