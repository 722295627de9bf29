import pytest

from host_tools import store
from host_tools.errors import ToolError


@pytest.fixture
def keep(tmp_path):
    """keep(text): pull `text` onto what is kept in kept.log."""

    def pulled(data):
        draft = store.draft(tmp_path / "kept.log")
        draft.write_bytes(data)
        store.sync(draft)
        return store.keep(draft, tmp_path / "kept.log")

    return pulled


def test_what_is_kept_grows(keep, tmp_path):
    kept = tmp_path / "kept.log"
    assert keep(b"one\n") == 4
    assert keep(b"one\n") == 0
    assert keep(b"one\ntwo\n") == 4
    assert kept.read_bytes() == b"one\ntwo\n"


def test_a_torn_end_may_be_replaced(keep, tmp_path):
    assert keep(b"one\ntw") == 6
    assert keep(b"one\nthree\n") == 6
    assert keep(b"one\nthree\nfo") == 2
    assert keep(b"one\nthree\n") == 0
    assert (tmp_path / "kept.log").read_bytes() == b"one\nthree\n"


@pytest.mark.parametrize("other", [b"", b"one\n", b"one\ntwx\n", b"One\ntwo\nthree\n", b"two\none\n", b"one\ntwo"])
def test_anything_else_is_refused_and_changes_nothing(keep, tmp_path, other):
    keep(b"one\ntwo\n")
    with pytest.raises(ToolError) as caught:
        keep(other)
    assert caught.value.status == 4
    assert str(tmp_path / "kept.log") in caught.value.message
    assert (tmp_path / "kept.log").read_bytes() == b"one\ntwo\n"


def test_long_files(keep, tmp_path):
    start = b"x" * 300000 + b"\n"
    keep(start + b"y" * 9000)
    assert store.whole_lines(tmp_path / "kept.log") == 300001
    assert keep(start + b"z\n") == 2
    with pytest.raises(ToolError):
        keep(b"x" * 299999 + b"y\nz\n")
