"""Times of igraph's measures on a torus of side^3 ranks with 26 neighbours each; prints JSON."""

import json
import sys
import time

import igraph

side = int(sys.argv[1])
steps = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if (a, b, c) != (0, 0, 0)]
edges = [
    ((x * side + y) * side + z, ((x + a) % side * side + (y + b) % side) * side + (z + c) % side)
    for x in range(side)
    for y in range(side)
    for z in range(side)
    for a, b, c in steps
]
directed = igraph.Graph(n=side**3, edges=edges, directed=True)
joined = directed.as_undirected(mode="collapse")
measures = {
    "betweenness": lambda: joined.betweenness(directed=False),
    "closeness": lambda: joined.closeness(),
    "eccentricity": lambda: joined.eccentricity(),
    "pagerank": lambda: directed.pagerank(),
    "transitivity": lambda: joined.transitivity_local_undirected(mode="zero"),
    "degree": lambda: directed.degree(),
}
times = {}
for name, measure in measures.items():
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        measure()
        best = min(best, time.perf_counter() - start)
    times[name] = best
print(json.dumps(times))
