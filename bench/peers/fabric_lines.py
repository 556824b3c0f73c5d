"""Reads an ibnetdiscover dump and forwarding tables line by line, as scripts of administrators do; prints counts and seconds."""
import re
import sys
import time

NODE = re.compile(r'^(Switch|Ca)\s+(\d+)\s+"([SH])-(\w+)"\s*#\s*"(.*)"(?:.* lid (\d+) lmc (\d+))?')
PORT = re.compile(r'^\[(\d+)\](?:\((\w+)\))?\s*"([SH])-(\w+)"\[(\d+)\](?:\((\w+)\))?\s*#\s*(?:lid (\d+) lmc (\d+) )?"(.*)" lid (\d+) (\d+)x(\w+)')
TABLE = re.compile(r"^Unicast lids .* guid 0x(\w+)")

start = time.perf_counter()
nodes, links, node = {}, [], None
for line in open(sys.argv[1]):
    match = NODE.match(line)
    if match:
        node = match.group(4)
        nodes[node] = match.groups()
        continue
    match = PORT.match(line)
    if match:
        links.append((node, int(match.group(1)), match.group(4), int(match.group(5))))
tables, table = {}, None
for line in open(sys.argv[2]):
    if line.startswith("0x"):
        parts = line.split(None, 2)
        table[int(parts[0], 16)] = int(parts[1])
        continue
    match = TABLE.match(line)
    if match:
        table = tables[match.group(1)] = {}
entries = sum(len(table) for table in tables.values())
print(len(nodes), len(links) // 2, len(tables), entries, time.perf_counter() - start)
