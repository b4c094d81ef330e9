#!/usr/bin/env python3
"""Makes Sources/ITour/Data/map/outlines.txt, the coasts and borders of itour's maps.

    pip download --no-deps geopandas==0.14.4
    unzip geopandas-0.14.4-py3-none-any.whl 'geopandas/datasets/naturalearth_lowres/*' -d /tmp
    Sources/ITour/Scripts/make-outlines.py /tmp/geopandas/datasets/naturalearth_lowres/naturalearth_lowres.shp

The shapes are the countries of Natural Earth at 1:110m (https://www.naturalearthdata.com, public domain). The build needs
neither this script nor a network.

A side that two countries share is a border, any other side a coast. Each line of the file is a polyline: its kind
(“coast” or “border”) and the longitudes and latitudes of its points in hundredths of a degree. All points after the
first are differences from the point before.
"""

import collections
import os
import struct
import sys

OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Data", "map", "outlines.txt")


def rings(path):
    """Yields the rings of all polygons of a shapefile, as lists of points in hundredths of a degree."""
    with open(path, "rb") as file:
        data = file.read()
    offset = 100
    while offset < len(data):
        _, words = struct.unpack_from(">2i", data, offset)
        start = offset + 8
        offset = start + 2 * words
        kind, = struct.unpack_from("<i", data, start)
        if kind != 5:
            continue
        parts, points = struct.unpack_from("<2i", data, start + 36)
        firsts = struct.unpack_from(f"<{parts}i", data, start + 44) + (points,)
        for first, end in zip(firsts, firsts[1:]):
            ring = []
            for index in range(first, end):
                x, y = struct.unpack_from("<2d", data, start + 44 + 4 * parts + 16 * index)
                point = (round(x * 100), round(y * 100))
                if not ring or ring[-1] != point:
                    ring.append(point)
            yield ring


def is_frame(a, b):
    """Whether a side is the cut along the 180th meridian or at the south pole, not a coast."""
    return (abs(a[0]) >= 17990 and a[0] == b[0]) or (a[1] <= -8990 and b[1] <= -8990)


def main():
    owners = collections.Counter()
    order = []
    for ring in rings(sys.argv[1]):
        for a, b in zip(ring, ring[1:]):
            side = (min(a, b), max(a, b))
            if a == b or is_frame(a, b):
                continue
            if side not in owners:
                order.append((a, b, side))
            owners[side] += 1
    lines = []
    for kind, wanted in (("coast", False), ("border", True)):
        chain = []
        for a, b, side in order:
            if (owners[side] > 1) != wanted:
                continue
            if chain and chain[-1] == a:
                chain.append(b)
            else:
                if chain:
                    lines.append((kind, chain))
                chain = [a, b]
        if chain:
            lines.append((kind, chain))
    os.makedirs(os.path.dirname(OUTPUT), exist_ok=True)
    with open(OUTPUT, "w", encoding="ascii", newline="\n") as file:
        for kind, chain in lines:
            numbers = list(chain[0])
            for a, b in zip(chain, chain[1:]):
                numbers += [b[0] - a[0], b[1] - a[1]]
            file.write(f"{kind} {' '.join(map(str, numbers))}\n")


main()
