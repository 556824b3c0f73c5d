"""A dataset folder: its manifest, its tables and views as DataFrames, and SQL over them."""

import json
import os
import re
from importlib import resources
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa

from .page import Page

SCHEMA = json.loads(resources.files("weft").joinpath("schema.json").read_text())

PANDAS_TYPES = {
    pa.int32(): pd.Int32Dtype(),
    pa.int64(): pd.Int64Dtype(),
    pa.float64(): pd.Float64Dtype(),
    pa.string(): pd.StringDtype(),
    pa.bool_(): pd.BooleanDtype(),
}


class WeftError(Exception):
    """Says what is wrong with a dataset, and what to do."""


def open_dataset(path):
    """Opens a dataset folder, e.g. "run.weft"."""
    return Dataset(path)


class Dataset:
    """Tables and views are attributes: `run.links`, `run.messages`, `run.rank_pairs`."""

    def __init__(self, path):
        self.path = Path(path)
        self.manifest = read_manifest(self.path)
        self._connection = duckdb.connect()
        for table, columns in SCHEMA["tables"].items():
            self._connection.execute(f'CREATE VIEW "{table}" AS {self._table_sql(table, columns)}')
        for name, view in SCHEMA["views"].items():
            self._connection.execute(f'CREATE VIEW "{name}" AS {self._view_sql(view["sql"])}')

    def __repr__(self):
        rows = {name: table["rows"] for name, table in self.manifest["tables"].items()}
        return f"<weft.Dataset {self.manifest['title']!r}: {rows}>"

    def __dir__(self):
        return [*super().__dir__(), *self.tables, *self.views]

    def __getattr__(self, name):
        if name in SCHEMA["tables"] or name in SCHEMA["views"]:
            return self.table(name)
        raise AttributeError(f"a dataset has no {name!r}; run.tables and run.views name what it has")

    @property
    def tables(self):
        """Names of the tables; those without rows are there, too."""
        return list(SCHEMA["tables"])

    @property
    def views(self):
        """Names of the views that join names and sum up."""
        return list(SCHEMA["views"])

    @property
    def origin(self):
        """The moment of time 0, or None where the source has no calendar."""
        origin = self.manifest["origin"]
        return None if origin is None else pd.Timestamp(int(origin), tz="UTC")

    def table(self, name):
        """A table or view as a DataFrame with datetimes and timedeltas."""
        view = SCHEMA["views"].get(name)
        columns = view["columns"] if view else SCHEMA["tables"][name]
        return self._with_times(self.sql(f'SELECT * FROM "{name}"'), columns)

    def sql(self, query):
        """The answer of one SELECT as a DataFrame; times are nanoseconds since the origin."""
        answer = with_plain_integers(self._connection.sql(query).to_arrow_table())
        return answer.to_pandas(types_mapper=PANDAS_TYPES.get)

    def hottest(self, count=10):
        """The links that used most of their capacity in one step, fullest first."""
        order = "percent DESC NULLS LAST, bytes DESC, link"
        return self.sql(f"SELECT * FROM link_traffic WHERE bytes > 0 ORDER BY {order} LIMIT {int(count)}")

    def show(self, server=None, token=None, layout=None, height=600):
        """The page of a running `weft serve` in the notebook; `layout` is that of an address of the page."""
        server = server or os.environ.get("WEFT_URL", "http://127.0.0.1:4317/")
        return Page(server, dataset_id(self.path), token, layout, height)

    def _table_sql(self, table, columns):
        parts = self.manifest["tables"].get(table, {"parts": []})["parts"]
        files = [str(self.path / part["path"]) for part in parts if part["rows"] > 0]
        if not files:
            empty = ", ".join(f'CAST(NULL AS {column["type"]}) AS "{column["name"]}"' for column in columns)
            return f"SELECT {empty} WHERE false"
        stored = ", ".join(self._stored_column(column) for column in columns)
        return f"SELECT {stored} FROM read_parquet([{', '.join(map(quote, files))}])"

    def _stored_column(self, column):
        """A column that came after the dataset was written has the value that holds for all datasets before."""
        written = self.manifest.get("tablesVersion", self.manifest["version"])
        added = column.get("added")
        if not added or written >= added["version"]:
            return f'"{column["name"]}"'
        before = added["before"]
        value = "NULL" if before is None else quote(before) if isinstance(before, str) else before
        return f'CAST({value} AS {column["type"]}) AS "{column["name"]}"'

    def _view_sql(self, sql):
        interval = self.manifest.get("interval")
        first = "coalesce(lead(time) OVER later - time, 1)" if interval is None else str(interval)
        return sql.replace("{traffic}", quote(self._traffic_metric())).replace("{first_step}", first)

    def _traffic_metric(self):
        metrics = self.manifest.get("metrics", [])
        names = [m["name"] for m in metrics if m["unit"] == "B" and m.get("kind", "amount") == "amount"]
        return "data_sent" if "data_sent" in names else next(iter(names), "")

    def _with_times(self, frame, columns):
        for column in columns:
            if column.get("time"):
                name = column["name"]
                times = pd.to_timedelta(frame[name].astype("Int64"), unit="ns")
                moment = column["time"] == "moment" and self.origin is not None
                frame[name] = self.origin + times if moment else times
        return frame


def read_manifest(path):
    file = path / "manifest.json"
    if not file.is_file():
        raise WeftError(f"{path} is no dataset: it has no manifest.json")
    try:
        manifest = json.loads(file.read_text())
    except ValueError as error:
        raise WeftError(f"{file} cannot be read: {error}") from error
    if manifest.get("format") != "weft":
        raise WeftError(f"{file} does not belong to a dataset of Weft")
    if manifest["version"] > SCHEMA["version"]:
        raise WeftError(
            f"{path} has version {manifest['version']}, which a newer Weft wrote; "
            f"this package reads up to version {SCHEMA['version']}. Update it: pip install -U weft-hpc"
        )
    return manifest


def with_plain_integers(table):
    """Sums of integers come as decimals of 38 digits: those that fit into 64 bits become such integers."""
    for index, field in enumerate(table.schema):
        if pa.types.is_decimal(field.type) and field.type.scale == 0:
            try:
                table = table.set_column(index, field.name, table.column(index).cast(pa.int64()))
            except pa.ArrowInvalid:
                continue
    return table


def dataset_id(path):
    """The id under which `weft serve` offers the dataset of this folder."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", re.sub(r"\.weft$", "", path.resolve().name)) or "dataset"


def quote(text):
    return "'" + text.replace("'", "''") + "'"
