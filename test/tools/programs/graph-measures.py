"""Measures of graphs by igraph. Reads {"graphs": [{"ranks", "src", "dst", "lengths"}]}, prints their measures."""

import json
import math
import sys

import igraph


def plain(values):
    return [None if math.isnan(value) else value for value in values]


def measure(graph):
    multi = igraph.Graph(n=graph["ranks"], edges=list(zip(graph["src"], graph["dst"])), directed=True)
    directed = multi.copy().simplify()
    joined = multi.as_undirected(mode="collapse").simplify()
    lengths = {tuple(sorted(pair)): length for *pair, length in graph["lengths"]}
    weights = [lengths[tuple(sorted(edge.tuple))] for edge in joined.es]
    return {
        "degree": {mode: multi.degree(mode=mode) for mode in ("in", "out", "all")},
        "betweenness": {
            "undirected": joined.betweenness(directed=False),
            "directed": directed.betweenness(directed=True),
            "weighted": joined.betweenness(directed=False, weights=weights) if weights else [0.0] * graph["ranks"],
        },
        "closeness": {mode: plain(multi.closeness(mode=mode)) for mode in ("in", "out", "all")},
        "eccentricity": {mode: multi.eccentricity(mode=mode) for mode in ("in", "out", "all")},
        "pagerank": multi.pagerank(),
        "transitivity": joined.transitivity_local_undirected(mode="zero"),
    }


print(json.dumps([measure(graph) for graph in json.load(sys.stdin)["graphs"]]))
