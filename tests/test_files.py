"""Places that take no file: told in one line, before anything is lost."""

import pytest

from chartkit import files
from chartkit.errors import InputError


def test_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "charts").write_text("mine")
    with pytest.raises(InputError, match=r"a file where the folder should be.*another place"):
        files.write_text(tmp_path / "charts" / "PHI.json", "{}")
    assert (tmp_path / "charts").read_text() == "mine"


def test_a_folder_of_that_name_is_told_before_the_work(tmp_path):
    (tmp_path / "PHI.json").mkdir()
    with pytest.raises(InputError, match="a folder of that name"), files.whole_file(tmp_path / "PHI.json"):
        pytest.fail("the work must not begin")


def test_a_full_disk_leaves_the_old_file(tmp_path):
    old = tmp_path / "PHI.json"
    old.write_text("old")
    with pytest.raises(InputError, match="the disk is full"), files.whole_file(old) as part:
        part.write_text("half of the n")
        raise OSError(28, "No space left on device")
    assert [path.name for path in tmp_path.iterdir()] == ["PHI.json"]
    assert old.read_text() == "old"


def test_a_failure_of_the_work_itself_is_not_blamed_on_the_place(tmp_path):
    with pytest.raises(FileNotFoundError), files.whole_file(tmp_path / "PHI.json"):
        (tmp_path / "nowhere.csv").read_text()
    assert list(tmp_path.iterdir()) == []
