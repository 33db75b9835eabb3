"""Reads every exported file over HTTP, as an analyst does: prints a line of JSON for each file and tool, `{file, tool, rows, ids}`.

Arguments: the address of the server, the key. `ids` is the sum of the column `id` as text, or null if the table has no such column.
"""

import importlib.metadata
import json
import os
import sys

import duckdb
import fsspec
import geopandas
import pyarrow.ipc
import pyarrow.parquet
import requests

url, key = sys.argv[1:]
headers = {"Authorization": f"Bearer {key}"}
os.environ["GDAL_HTTP_HEADERS"] = f"Authorization: Bearer {key}"
os.environ["GDAL_DISABLE_READDIR_ON_OPEN"] = "EMPTY_DIR"
web = fsspec.filesystem("http", headers=headers, client_kwargs={"headers": headers}, block_size=16384)
[extension] = [one for one in importlib.metadata.files("duckdb-ext-httpfs") if one.suffix == ".duckdb_extension"]
database = duckdb.connect()
database.execute(f"LOAD '{extension.locate()}'")
database.execute(f"CREATE SECRET (TYPE http, BEARER_TOKEN '{key}')")


def tell(file, tool, rows, ids):
    print(json.dumps({"file": file, "tool": tool, "rows": int(rows), "ids": None if ids is None else str(int(ids))}), flush=True)


def tell_table(file, tool, table):
    integer = "id" in table.schema.names and pyarrow.types.is_integer(table.schema.field("id").type)
    tell(file, tool, table.num_rows, pyarrow.compute.sum(table["id"]).as_py() if integer else None)


def tell_query(file, source):
    names = dict(row[:2] for row in database.sql(f"DESCRIBE FROM {source}").fetchall())
    ids = "sum(id)" if names.get("id") == "BIGINT" else "NULL"
    tell(file, "duckdb", *database.sql(f"SELECT count(*), {ids} FROM {source}").fetchone())


[current] = [one for one in requests.get(f"{url}/v1/snapshots", headers=headers).json()["data"] if one["current"]]
for file in (one["name"] for one in current["exports"]):
    address = f"{url}/downloads/{current['id']}/{file}"
    if file.endswith(".parquet"):
        tell_table(file, "pyarrow", pyarrow.parquet.read_table(web.open(address)))
        tell_query(file, f"read_parquet('{address}')")
    if file.endswith(".arrow"):
        tell_table(file, "pyarrow", pyarrow.ipc.open_file(web.open(address)).read_all())
    if file.endswith(".csv"):
        tell_query(file, f"read_csv('{address}', header = true)")
    if file.startswith("district-lines"):
        geographic = file.endswith(".parquet")
        frame = geopandas.read_parquet(web.open(address)) if geographic else geopandas.read_file(f"/vsicurl/{address}")
        assert frame.geometry.notna().all() and frame.crs.is_geographic
        tell(file, "geopandas", len(frame), frame["id"].sum())

# pyarrow's threads give back Python objects after the last line, and abort the process if the interpreter has ended by then.
os._exit(0)
