import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diagnosticsOf, importFabric } from './support/import-fabric.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-boxfish-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, columns: readonly string[], rows: readonly string[]): string {
  const header = ['---', 'key: RING', '---', ...columns.map((column) => `- [${column}, int32]`), '...'];
  const path = join(folder, name);
  writeFileSync(path, `${[...header, ...rows].join('\n')}\n`);
  return path;
}

const links = write(
  'links.yaml',
  ['linkid', 'sx', 'tx', 'code_region', 'packets'],
  [0, 1, 2, 3, 4].flatMap((at) => [
    `${2 * at} ${at} ${(at + 1) % 5} 1 10`,
    `${2 * at + 1} ${at} ${(at + 4) % 5} 1 20`,
  ]),
);
const nodes = write('nodes.yaml', ['nodeid', 'x'], ['10 0', '11 1', '12 2', '13 3', '14 4']);

it('tells of ranks that are doubled, missing, or on a node that nobody knows', async () => {
  const map = write('map.yaml', ['mpirank', 'nodeid'], ['0 12', '1 10', '1 11', '3 99']);
  const fabric = await importFabric([links, nodes, map]);
  expect(fabric.sink.rows('ranks').map(({ rank, host }) => [rank, host])).toEqual([
    [0, 2],
    [1, 0],
    [2, -1],
    [3, -1],
  ]);
  expect(diagnosticsOf(fabric)).toMatchObject({ 'DOUBLED-RANK': 1, 'MISSING-RANK': 1, 'UNKNOWN-HOST': 2 });
});

it('keeps ranks without a place where the table of nodes is not there', async () => {
  const map = write('map.yaml', ['mpirank', 'nodeid'], ['0 12', '1 10']);
  const fabric = await importFabric([links, map]);
  expect(fabric.sink.rows('ranks').map(({ host }) => host)).toEqual([-1, -1]);
  expect(diagnosticsOf(fabric)).toMatchObject({ 'UNKNOWN-HOST': 2 });
});
