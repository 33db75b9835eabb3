"""Reads map files with GDAL: a line of JSON for each path on the command line, `path` or `path west south east north`."""

import hashlib
import json
import sys

import pyogrio
from pyogrio.raw import read

for words in (argument.split() for argument in sys.argv[1:]):
    path, bbox = words[0], tuple(float(word) for word in words[1:]) or None
    meta, _, shapes, columns = read(path, bbox=bbox, datetime_as_string=True)
    names = list(meta["fields"])
    info = pyogrio.read_info(path, force_feature_count=bbox is None)
    rows = [
        {"shape": hashlib.sha256(shape).hexdigest()}
        | {name: None if value is None or value != value else str(value) for name, value in zip(names, values)}
        for shape, *values in zip(shapes, *columns)
    ]
    about = {
        "crs": meta["crs"],
        "geometry_type": meta["geometry_type"],
        "layer_name": info["layer_name"],
        "features": info["features"],
        "total_bounds": info["total_bounds"],
        "metadata": info["layer_metadata"],
        "types": dict(zip(names, (str(one) for one in info["ogr_types"]))),
    }
    print(json.dumps({"about": about, "rows": rows}, default=list), flush=True)
