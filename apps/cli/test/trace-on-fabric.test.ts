import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNetwork, MemorySink } from '@weft/model';
import { afterAll, expect, it } from 'vitest';
import { hopTexts } from '../../../packages/fabric/test/support/hop-texts.ts';
import { parseIbtracert } from '../../../packages/fabric/test/support/ibtracert.ts';
import { sharedFixtures } from '../../../packages/readers/test/shared-fixtures.ts';
import { importAny } from '../src/import-any.ts';

const fabric = sharedFixtures('ib/own/k4');
const traces = sharedFixtures('otf2/public');
const folder = mkdtempSync(join(tmpdir(), 'weft-on-fabric-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ranks 0 and 1 ran on these hosts, which take the places of two in other pods, whose LIDs these are. */
const HOSTS = { node08: 'nid03473', node13: 'nid03474' };
const LIDS = { from: 7, to: 33 };

it.skipIf(!fabric.present || !traces.present)(
  'counts a trace of two hosts on the links that OpenSM leads it over, as ibtracert followed them',
  async () => {
    const topology = Object.entries(HOSTS).reduce(
      (text, [name, host]) => text.replaceAll(`"${name} HCA-1"`, `"${host} HCA-1"`),
      readFileSync(join(fabric.folder, 'topology.ibnetdiscover'), 'utf8'),
    );
    writeFileSync(join(folder, 'topology.ibnetdiscover'), topology);
    const sink = new MemorySink();
    const { facts } = await importAny(
      [
        join(traces.folder, 'scorep-jacobi2'),
        join(folder, 'topology.ibnetdiscover'),
        join(fabric.folder, 'lft.ftree.txt'),
      ],
      sink,
      {},
    );
    const [, bytes] = readFileSync(join(traces.folder, 'scorep-jacobi2.bytes.csv'), 'utf8').split('\n');
    const sent = Number(bytes.split(',')[3]);
    expect(sent).toBe(16_376_000);

    const perLink = new Map<number, number>();
    for (const { link, value } of sink.rows('counters'))
      if (value > 0) perLink.set(link, (perLink.get(link) ?? 0) + value);
    const traced = parseIbtracert(readFileSync(join(fabric.folder, 'ibtracert.ftree.txt'), 'utf8')).find(
      ({ from, to }) => from === LIDS.from && to === LIDS.to,
    )!;
    expect([...perLink.values()]).toEqual(Array(2 * traced.hops.length).fill(sent));
    const network = createNetwork(sink.batches('vertices')[0].columns, sink.batches('links')[0].columns);
    const crossed = hopTexts(network, sink, [...perLink.keys()]);
    for (const hop of traced.hops) expect(crossed).toContain(hop);
    const modelled = facts.diagnostics?.find(({ code }) => code === 'MODELLED');
    expect(modelled).toMatchObject({ count: 2 * sent });
    expect(modelled?.text).toContain('by the forwarding tables of the fabric: modelled, not measured');
    expect(facts.diagnostics?.map(({ code }) => code)).not.toContain('UNKNOWN-HOST');
  },
);
