"""The same graphs and matrices, clustered by igraph and matched by SciPy. Prints JSON lines.

Usage: commgram_peers.py <folder>, which holds *.graph (n, then "u v weight" a line) and *.matrix (float64).
"""

import json
import pathlib
import sys
import time


def best_of(runs, work):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def cluster(path):
    import igraph

    lines = path.read_text().split("\n")
    edges = [line.split() for line in lines[1:] if line]
    graph = igraph.Graph(n=int(lines[0]), edges=[(int(u), int(v)) for u, v, _ in edges])
    graph.es["weight"] = [float(w) for _, _, w in edges]
    graph.simplify(combine_edges="sum")
    seconds, tree = best_of(5, lambda: graph.community_fastgreedy(weights="weight"))
    return {"seconds": seconds, "value": tree.as_clustering().modularity, "peer": f"igraph {igraph.__version__}"}


def match(path):
    import numpy
    import scipy
    from scipy.optimize import linear_sum_assignment

    flat = numpy.fromfile(path)
    costs = flat.reshape(int(len(flat) ** 0.5), -1)
    seconds, (rows, columns) = best_of(5, lambda: linear_sum_assignment(costs))
    return {"seconds": seconds, "value": float(costs[rows, columns].sum()), "peer": f"scipy {scipy.__version__}"}


for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    work = {".graph": cluster, ".matrix": match}.get(path.suffix)
    if work is None:
        continue
    try:
        print(json.dumps({"name": path.stem, **work(path)}))
    except ImportError as error:
        print(json.dumps({"name": path.stem, "missing": str(error)}))
