"""Against a dataset that the command of this checkout makes, and what the command says about it."""

import json
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest
import weft

COMMAND = ["node", str(Path(__file__).parents[2] / "apps/cli/bin/weft.js")]


def command(*args):
    return subprocess.run([*COMMAND, *map(str, args)], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("datasets") / "swap run.weft"
    command("simulate", "binary-swap-8", "-o", folder)
    command("phases", folder)
    return folder


@pytest.fixture(scope="session")
def run(path):
    return weft.open(path)


def of_command(path, query):
    answer = json.loads(command("sql", path, query, "--json"))
    return answer if isinstance(answer, list) else answer["rows"]


def test_tables_are_frames_with_nullable_integers(run, path):
    (count,) = of_command(path, "select count(*) as n from links")
    assert len(run.links) == count["n"]
    assert run.links["id"].dtype == pd.Int32Dtype()
    assert len(run.collectives) == 0 and "call" in run.collectives
    assert "links" in dir(run) and "rank_pairs" in dir(run)


def test_times_are_timedeltas_without_a_calendar(run):
    assert run.origin is None
    assert pd.api.types.is_timedelta64_dtype(run.messages["send_start"])
    (first,) = run.sql("select min(send_start) as first from messages")["first"]
    assert run.messages["send_start"].min() == pd.Timedelta(int(first), unit="ns")


def test_times_are_datetimes_with_a_calendar(path, tmp_path):
    copy = tmp_path / "dated.weft"
    shutil.copytree(path, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    (copy / "manifest.json").write_text(json.dumps({**manifest, "origin": "1700000000000000001"}))
    dated = weft.open(copy)
    first = dated.sql("select min(send_start) as first from messages")["first"][0]
    assert dated.messages["send_start"].min() == pd.Timestamp(1700000000000000001 + int(first), tz="UTC")


def test_hottest_links(run, path):
    order = "percent desc nulls last, bytes desc, link"
    expected = of_command(path, f"select link, bytes from link_traffic where bytes > 0 order by {order} limit 5")
    assert run.hottest(5)[["link", "bytes"]].to_dict("records") == expected


def test_hottest_links_of_each_job(run, path):
    found = run.job_links.query("place <= 3")
    expected = of_command(path, "select job, place, link, bytes from job_links where place <= 3 order by job, place")
    columns = ["job", "place", "link", "bytes"]
    assert found.sort_values(["job", "place"])[columns].to_dict("records") == expected


def test_communication_matrix(run, path):
    matrix = run.rank_pairs.pivot(index="src", columns="dst", values="bytes")
    for row in of_command(path, "select src, dst, sum(bytes) as bytes from messages group by src, dst"):
        assert matrix.loc[row["src"], row["dst"]] == row["bytes"]


def test_bytes_of_each_phase(run, path):
    bytes_of_phase = run.phase_traffic.groupby("phase")["bytes"].sum()
    phases = json.loads(command("commgram", path, "--json"))["phases"]
    assert list(bytes_of_phase) == [phase["bytes"] for phase in phases]


def test_sums_of_integers_are_integers(run):
    answer = run.sql("select sum(bytes) as b, sum(bytes) * 10000000000::hugeint * 10000000000 as large from messages")
    assert answer["b"].dtype == pd.Int64Dtype()
    assert answer["large"][0] == int(answer["b"][0]) * 10**20


def test_page_of_a_server(run):
    page = run.show("http://localhost:1234", token="a b", layout="fat-tree", height=300)
    assert page.url == "http://localhost:1234/?token=a+b#/d/swap-run?layout=fat-tree"
    assert 'height="300"' in page._repr_html_()


def test_what_is_no_dataset_is_refused(path, tmp_path):
    with pytest.raises(weft.WeftError, match="no dataset"):
        weft.open(tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": "weft", "version": 99}')
    with pytest.raises(weft.WeftError, match="newer Weft"):
        weft.open(tmp_path)


def test_older_datasets_have_the_columns_of_today(path, tmp_path):
    copy = tmp_path / "older.weft"
    shutil.copytree(path, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    (copy / "manifest.json").write_text(json.dumps({**manifest, "version": 2}))
    assert set(weft.open(copy).messages["count"]) == {1}
