"""Joins points to districts with geopandas: match_sjoin.py POINTS DISTRICTS OUTPUT TYPE... The points and the output are CSV or Parquet."""

import sys
import time

import geopandas
import pandas

points_file, districts_file, output, *types = sys.argv[1:]
districts = geopandas.read_parquet(districts_file, columns=["type", "ocd_id", "retired", "geometry"])
districts = districts[districts["type"].isin(types) & ~districts["retired"]].drop(columns="retired")
# Reading the districts does not count.
started = time.monotonic()
read = pandas.read_parquet if points_file.endswith(".parquet") else pandas.read_csv
table = read(points_file)
points = geopandas.GeoDataFrame(
    table[["id"]], geometry=geopandas.points_from_xy(table["lng"], table["lat"]), crs=districts.crs
)
joined = geopandas.sjoin(points, districts, predicate="within")[["id", "type", "ocd_id"]]
if output.endswith(".parquet"):
    joined.to_parquet(output, index=False)
else:
    joined.to_csv(output, index=False)
print(time.monotonic() - started)
