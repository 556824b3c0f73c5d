"""Reads an LDMS table of counters line by line into amounts per port and interval; prints rows and seconds."""
import csv
import sys
import time

start = time.perf_counter()
before, amounts = {}, 0
with open(sys.argv[1]) as file:
    rows = csv.reader(file)
    header = next(rows)
    counters = [header.index(name) for name in ("PortXmitData", "PortRcvData", "PortXmitPkts", "PortXmitWait")]
    for row in rows:
        port = (row[3], row[4])
        values = [int(row[at]) for at in counters]
        old = before.get(port)
        before[port] = values
        if old:
            amounts += sum(1 for new, was in zip(values, old) if new != was)
print(amounts, time.perf_counter() - start)
