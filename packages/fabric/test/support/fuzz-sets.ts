import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FabricFile } from './fuzz-fabric.ts';

function stored(path: string): FabricFile {
  const file = fileURLToPath(new URL(`../../../../fixtures/${path}`, import.meta.url));
  return { name: basename(path), bytes: readFileSync(file) };
}

function written(name: string, text: string): FabricFile {
  return { name, bytes: Buffer.from(text) };
}

const EDGES = written(
  'edges.csv',
  'from,to,from_port,to_port\nnode1,leaf,1,1\nnode2,leaf,1,2\nnode3,leaf,1,3\n',
);

/** Files of fabrics of every kind, small enough to be damaged many times. */
export const fuzzSets: Readonly<Record<string, readonly FabricFile[]>> = {
  infiniband: [stored('ib/k4/topology.ibnetdiscover'), stored('ib/k4/opensm.fdbs')],
  cache: [stored('ib/k4/topology.cache'), stored('ib/k4/ibroute.txt')],
  slurm: [stored('slurm/sacct.parsable2.txt'), stored('slurm/scontrol-show-job.running.txt'), EDGES],
  json: [stored('slurm/squeue.json'), EDGES],
  counters: [
    EDGES,
    written(
      'a.csv',
      'time,node,port,PortXmitData\n1000,node1,1,5\n1000,node2,1,6\n1060,node1,1,9\n1060,node2,1,8\n',
    ),
    written(
      '2026-11-15T0800.txt',
      '# Port extended counters: Lid 2 port 1 (CapMask: 0x1300)\nPortXmitData:....7\n',
    ),
    written(
      'm.prom',
      '# TYPE x counter\ninfiniband_port_data_transmitted_bytes_total{device="a",port="1"} 5 1000000\n',
    ),
  ],
  dragonfly: [
    written(
      'net.csv',
      'sg,sr,sc,dg,dr,dc,color,flits,stalls\n0,0,0,0,0,1,g,5,1\n0,0,1,0,0,0,g,5,1\n0,0,0,1,0,0,b,7,2\n',
    ),
    written('jobs.csv', 'g,r,c,n,jobid\n0,0,0,0,12\n0,0,1,1,13\n'),
  ],
  torus: [
    written(
      'links.yaml',
      '---\nkey: A\n---\n- [linkid, int32]\n- [sx, int32]\n- [sy, int32]\n- [tx, int32]\n- [ty, int32]\n- [packets, int32]\n...\n0 0 0 1 0 5\n1 1 0 0 0 6\n2 0 0 0 1 7\n',
    ),
  ],
  cray: [
    written(
      'cables',
      'c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\nc0-0c0s0a0l01(0:0:0) blue -> c1-0c0s6a0l11(1:0:6)\n',
    ),
  ],
};
