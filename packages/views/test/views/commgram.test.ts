import {
  buildCommgramModel,
  type CommgramSession,
  createCommgramSession,
  type MessageBatch,
  suggestPhases,
} from '@weft/analysis';
import { noZoom } from '@weft/draw';
import { createCube, createRandom, emptySelection, NONE } from '@weft/model';
import { buildNetwork, routerNamed } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { messagesFrame } from '../../../analysis/test/reference/pipeline.ts';
import { sceneCsv } from '../../src/views/commgram/commgram-csv.ts';
import { describePick } from '../../src/views/commgram/describe-pick.ts';
import { mainFlows } from '../../src/views/commgram/main-flows.ts';
import { commgramNeeds, messageParams } from '../../src/views/commgram/needs.ts';
import { networkBand, placeBands } from '../../src/views/commgram/network-band.ts';
import { selectionOf, zoomOf } from '../../src/views/commgram/open-pick.ts';
import { partScene } from '../../src/views/commgram/part-scene.ts';
import { pickCommgram } from '../../src/views/commgram/pick.ts';
import { createLinkBytes, routedBand } from '../../src/views/commgram/routed-traffic.ts';
import { type CommgramScene, commgramScene } from '../../src/views/commgram/scene.ts';
import {
  atomsFor,
  type CommgramSettings,
  readSettings,
  standardSettings,
} from '../../src/views/commgram/settings.ts';
import { fewerPhasesText } from '../../src/views/commgram/status-text.ts';
import {
  parseRanks,
  parseZoom,
  phaseName,
  printRanks,
  printZoom,
  stepTitle,
} from '../../src/views/commgram/zoom-path.ts';
import type { DatasetInfo } from '../../src/workspace.ts';

/** Binary swap on 8: three stages, bytes halve. */
async function swapSession(): Promise<CommgramSession> {
  const rows = [0, 1, 2].flatMap((stage) =>
    [...Array(8).keys()].map((src) => ({
      src,
      dst: src ^ (1 << stage),
      bytes: 64 >> stage,
      time: 1000 * stage,
    })),
  );
  const batch: MessageBatch = {
    rows: rows.length,
    src: Int32Array.from(rows, (row) => row.src),
    dst: Int32Array.from(rows, (row) => row.dst),
    bytes: Float64Array.from(rows, (row) => row.bytes),
    count: new Float64Array(rows.length).fill(1),
    sent: Float64Array.from(rows, (row) => row.time),
    received: Float64Array.from(rows, (row) => row.time + 10),
  };
  return createCommgramSession(await buildCommgramModel(() => [batch], { rule: 'unweighted', atoms: 64 }));
}

function sceneOf(session: CommgramSession, change: Partial<CommgramSettings> = {}): CommgramScene {
  const settings = { ...standardSettings, phases: 3, communities: 4, lift: 0, ...change };
  const { phases, communities } = settings;
  return commgramScene(session.cut({ phases, communities }), {
    settings,
    steps: [],
    width: 800,
    height: 500,
    theme: 'light',
    map: 'cividis',
    band: [],
    late: null,
    detail: { zoom: 1, first: 0, end: 0 },
  });
}

describe('scene', () => {
  it('has the pairs of each stage as communities, with their bytes', async () => {
    const scene = sceneOf(await swapSession());
    const { ribbons, bars } = scene.picture.geometry;
    expect([...ribbons.offsets]).toEqual([0, 4, 8, 12]);
    expect([...ribbons.bytes.subarray(0, 4)]).toEqual([128, 128, 128, 128]);
    expect([...ribbons.bytes.subarray(8)]).toEqual([32, 32, 32, 32]);
    expect(bars.members.every((members) => members === 2)).toBe(true);
    expect(scene.phases.map(({ name }) => name)).toEqual(['t0', 't1', 't2']);
    expect(sceneCsv(scene).trim().split('\r\n')).toHaveLength(1 + 12);
  });

  it('draws no more communities than there is room for, and says so', async () => {
    const scene = sceneOf(await swapSession(), { communities: 8 });
    expect([scene.drawn, scene.asked]).toEqual([8, 8]);
    const low = commgramScene((await swapSession()).cut({ phases: 3, communities: 8 }), {
      settings: { ...standardSettings, communities: 8, lift: 0.5 },
      steps: [],
      width: 800,
      height: 105,
      theme: 'dark',
      map: 'cividis',
      band: [],
      late: null,
      detail: { zoom: 1, first: 0, end: 0 },
    });
    expect(low.drawn).toBeLessThan(8);
    expect(low.asked).toBe(8);
  });

  it('is empty for an empty trace', async () => {
    const empty = await buildCommgramModel(() => [], { rule: 'unweighted', atoms: 64 });
    const scene = sceneOf(createCommgramSession(empty));
    expect(scene.phases).toEqual([]);
    expect(pickCommgram(scene, noZoom, 400, 200)).toBeNull();
    expect(suggestPhases(empty)).toBe(0);
  });
});

describe('picking', () => {
  it('finds ribbons, bars, jumps, phases and sections, and selects what they are', async () => {
    const scene = sceneOf(await swapSession());
    const { cells, ribbons, bars, area } = scene.picture.geometry;
    const middle = (cells.left[1] + cells.right[1]) / 2;
    const ribbon = pickCommgram(scene, noZoom, middle, ribbons.y0[4]);
    expect(ribbon?.kind).toBe('ribbon');
    const bar = pickCommgram(scene, noZoom, cells.left[1] + 1, bars.top[8] + 2);
    expect(bar).toMatchObject({ kind: 'bar', phase: 1, side: 'left', bar: 8 });
    const jump = pickCommgram(scene, noZoom, (cells.right[0] + cells.left[1]) / 2, 200);
    expect(jump).toEqual({ kind: 'jump', phase: 1 });
    expect(pickCommgram(scene, noZoom, middle, area.bottom + 8)).toEqual({ kind: 'phase', phase: 1 });
    expect(pickCommgram(scene, noZoom, middle, area.bottom + 30)).toEqual({ kind: 'section', section: 1 });
    expect(selectionOf(scene, bar as never, emptySelection, false)).toEqual({
      time: [1000, 1010],
      ranks: [0, 2],
    });
    expect(selectionOf(scene, jump as never, emptySelection, false)).toEqual({ time: [0, 1010], ranks: [] });
    const more = { ...emptySelection, time: [0, 5] as [number, number], ranks: [7] };
    expect(selectionOf(scene, bar as never, more, true)).toEqual({ time: [0, 1010], ranks: [0, 2, 7] });
  });

  it('describes with exact numbers', async () => {
    const scene = sceneOf(await swapSession());
    const text = (pick: Parameters<typeof describePick>[1]) => {
      const { title, lines } = describePick(scene, pick, null);
      return [title, ...lines.map(({ label, value }) => `${label} ${value}`)]
        .join('\n')
        .replaceAll('\u00a0', ' ');
    };
    expect(text({ kind: 'phase', phase: 1 })).toContain('messages 8\nbytes 256 B');
    const repeated = { ...scene, sequences: [{ name: 'pa1', places: [[0, 1]] as const }] };
    const lines = describePick(repeated, { kind: 'phase', phase: 1 }, null).lines;
    expect(lines).toContainEqual({ label: 'sequence pa1', value: 't0–t1' });
    expect(text({ kind: 'jump', phase: 1 })).toContain('changed community 4 of 8 ranks');
    expect(text({ kind: 'ribbon', phase: 0, ribbon: 0 })).toContain('bytes 128 B\nmessages 2\nsenders 0, 1');
    expect(text({ kind: 'bar', phase: 0, side: 'left', bar: 0 })).toContain('within 128 B');
  });

  it('opens phases, communities and ribbons', async () => {
    const scene = sceneOf(await swapSession());
    expect(zoomOf(scene, { kind: 'phase', phase: 2 })?.zoom).toBe('t3.2');
    expect(zoomOf(scene, { kind: 'bar', phase: 2, side: 'left', bar: 16 })?.zoom).toMatch(/^t3\.2_c4\.\d$/);
    const opened = zoomOf(scene, { kind: 'ribbon', phase: 0, ribbon: 0 });
    expect(opened).toMatchObject({ zoom: 't3.0_r4.0.0', ends: '0-1_0-1', span: '5_1005' });
    const params = messageParams({ ...standardSettings, ...opened });
    expect(params).toMatchObject({ time: [5, 1005], sources: [0, 1], destinations: [0, 1] });
  });
});

describe('parts', () => {
  const options = {
    settings: standardSettings,
    width: 600,
    height: 400,
    theme: 'light' as const,
    map: 'cividis',
  };

  it('unfolds a community into its ranks, with everyone else as one bar', async () => {
    const [phase] = (await swapSession()).cut({ phases: 3, communities: 4 }).phases;
    const step = { kind: 'community', communities: 4, community: 0 } as const;
    const scene = partScene(phase, { ...options, steps: parseZoom('t3.0_c4.0'), step, messages: null });
    expect([...scene.picture.geometry.bars.members]).toEqual([1, 1, 6, 1, 1, 6]);
    expect([...scene.picture.geometry.ribbons.bytes]).toEqual([64, 64]);
    expect(scene.phases[0].name).toBe('t0');
  });

  it('unfolds a ribbon into single messages', async () => {
    const [phase] = (await swapSession()).cut({ phases: 3, communities: 4 }).phases;
    const step = { kind: 'ribbon', communities: 4, src: 0, dst: 0 } as const;
    const messages = messagesFrame([
      { src: 0, dst: 1, bytes: 64, time: 0 },
      { src: 1, dst: 0, bytes: 64, time: 0 },
    ]);
    const steps = parseZoom('t3.0_r4.0.0');
    expect(partScene(phase, { ...options, steps, step, messages }).messages).toBe(messages);
    const foreign = messagesFrame([{ src: 5, dst: 1, bytes: 64, time: 0 }]);
    expect(partScene(phase, { ...options, steps, step, messages: foreign }).messages).toBeNull();
  });
});

describe('settings and paths', () => {
  it('read back what was printed and drop what makes no sense', () => {
    for (const text of ['t27.8', 't27.8_t12.0', 't27.8_c18.5', 't27.8_t12.3_r18.5.7']) {
      expect(printZoom(parseZoom(text))).toBe(text);
    }
    for (const text of ['c18.5', 't27.27', 't27.8_r18.5', 'nonsense']) {
      expect(printZoom(parseZoom(text))).toBe(text.startsWith('t27.8') ? 't27.8' : '');
    }
    const steps = parseZoom('t27.8_t12.0_c18.5');
    expect(steps.map((_, at) => stepTitle(steps, at))).toEqual(['t8', 't8_0', 'community 5']);
    expect(phaseName(parseZoom('t27.8'), 11)).toBe('t8_11');
    expect(parseRanks(printRanks([0, 1, 2, 35, 36, 4319]))).toEqual([0, 1, 2, 35, 36, 4319]);
    expect(readSettings({ phases: -3, parts: 'everything', waviness: 0.5 })).toEqual({
      ...standardSettings,
      waviness: 0.5,
    });
    expect([atomsFor(0), atomsFor(64), atomsFor(65), atomsFor(9999)]).toEqual([64, 64, 128, 4096]);
  });

  it('ask for as much as is shown, and for the same when a slider moves', () => {
    const dataset = {
      id: 'd',
      manifest: { metrics: [{ name: 'data' }, { name: 'wait' }], tables: { messages: { rows: 3 } } },
    } as unknown as DatasetInfo;
    const needs = (options: Record<string, string | number | boolean>) =>
      commgramNeeds(dataset, 'data', { selection: emptySelection, options, width: 800, height: 400 });
    expect(Object.keys(needs({}))).toEqual(['model', 'calls', 'traffic', 'contention']);
    expect(JSON.stringify(needs({ phases: 40, communities: 7, lift: 0.1 }))).toBe(JSON.stringify(needs({})));
    expect(Object.keys(needs({ network: false, zoom: 't27.8' }))).toEqual(['model', 'calls', 'zoomed']);
    expect(needs({ clock: 'logical', colour: 'lateness' }).late).toBeDefined();
  });

  it('suggest as many phases as the gaps show', async () => {
    const evenly = (leaves: number) => ({ leaves, distances: new Float64Array(leaves - 1).fill(1) });
    expect(suggestPhases((await swapSession()).model)).toBe(3);
    expect(suggestPhases({ tree: evenly(40), timeModel: 'physical' })).toBe(27);
    expect(suggestPhases({ tree: evenly(30), timeModel: 'logical' })).toBe(30);
  });
});

describe('status', () => {
  it('says where there are fewer phases than asked for, and why', () => {
    expect(fewerPhasesText(27, 15, 'logical')).toBe('27 phases asked for, 15 steps in logical time');
    expect(fewerPhasesText(27, 3, 'physical')).toBe('27 phases asked for, 3 messages');
    expect(fewerPhasesText(0, 15, 'logical')).toBeNull();
    expect(fewerPhasesText(15, 15, 'logical')).toBeNull();
  });
});

describe('main flows', () => {
  it('are the fewest ribbons that make nine tenths of the bytes, equal ones together (CG-48)', () => {
    const flows = (bytes: number[]) =>
      mainFlows({
        src: Int32Array.from(bytes.keys()),
        dst: new Int32Array(bytes.length),
        bytes: Float64Array.from(bytes),
        messages: new Float64Array(bytes.length).fill(1),
      });
    expect([...flows([1, 50, 2, 40, 3, 4]).src]).toEqual([1, 3]);
    expect([...flows([5, 5, 5, 5]).src]).toEqual([0, 1, 2, 3]);
    expect([...flows([0, 0]).src]).toEqual([0, 1]);
    expect([...flows([]).src]).toEqual([]);
  });
});

describe('network band', () => {
  it('tells the shares of the bytes that stay on a host and on a socket, where there are several (CG-49)', async () => {
    const { phases } = (await swapSession()).cut({ phases: 3, communities: 4 });
    const pairs = Int32Array.from({ length: 8 }, (_, rank) => rank >> 1);
    const fours = Int32Array.from({ length: 8 }, (_, rank) => rank >> 2);
    const unknown = new Int32Array(8).fill(NONE);
    const share = (name: string, ...values: number[]) => {
      return { title: `bytes within ${name}`, unit: '%', values: Float64Array.from(values) };
    };
    expect(placeBands(phases, { hosts: pairs, sockets: unknown })).toEqual([share('a host', 100, 0, 0)]);
    expect(placeBands(phases, { hosts: fours, sockets: pairs })).toEqual([
      share('a host', 100, 100, 0),
      share('a socket', 100, 0, 0),
    ]);
    expect(placeBands(phases, { hosts: new Int32Array(8), sockets: unknown })).toEqual([]);
    expect(placeBands(phases, { hosts: unknown, sockets: unknown })).toEqual([]);
  });

  it('adds up messages along their routes, and says where counters are coarse (CG-47)', async () => {
    const { phases } = (await swapSession()).cut({ phases: 3, communities: 4 });
    const tree = buildNetwork('kary-ntree', { arity: 2, layers: 3 });
    const routing = routerNamed('d-mod-k').route(tree, { random: createRandom(1), activeHosts: null });
    const linkBytes = createLinkBytes(routing, tree.hosts)!;
    const [{ unit, values }] = routedBand(phases, linkBytes);
    expect(unit).toBe('B/s');
    // Partners of stage s meet at layer s + 1: 2 (s + 1) links for each byte.
    phases.forEach(({ bytes, start, end }, stage) => {
      expect(linkBytes(phases[stage].picture.traffic)).toBe(bytes * 2 * (stage + 1));
      expect(values[stage]).toBeCloseTo((bytes * 2 * (stage + 1) * 1e9) / (end - start), 3);
    });
    expect(createLinkBytes(routing, new Int32Array(8).fill(NONE))).toBeNull();
    const cube = createCube('data', 1, Float64Array.of(0, 1e7));
    cube.sums.set([0, 100]);
    const metric = { name: 'data', unit: 'B', doc: '', kind: 'amount' as const };
    const [row] = networkBand([{ start: 0, end: 1e6 }], [{ cube, metric, title: 'traffic' }]);
    expect(row.title).toBe('traffic (data; coarse: steps of 10\u00a0ms, shorter phases: 1)');
  });

  it('shares counter steps out by overlap and adds up all links', () => {
    const cube = createCube('data', 2, Float64Array.of(0, 100, 200));
    cube.sums.set([0, 0, 100, 300, 100, 300]);
    const metric = { name: 'data', unit: 'B', doc: '', kind: 'amount' as const };
    const bands = networkBand(
      [
        { start: 0, end: 50 },
        { start: 50, end: 150 },
        { start: 300, end: 400 },
      ],
      [{ cube, metric, title: 'traffic' }],
    );
    expect(bands[0].unit).toBe('B/s');
    expect(bands[0].values[0]).toBeCloseTo(4e9, 3);
    expect(bands[0].values[1]).toBeCloseTo(2e9, 3);
    expect(bands[0].values[2]).toBeNaN();
    const level = { ...metric, unit: '%', kind: 'gauge' as const };
    const [mean] = networkBand([{ start: 0, end: 100 }], [{ cube, metric: level, title: 'traffic' }]);
    expect([mean.unit, mean.values[0]]).toEqual(['%', 200]);
    const wait = { ...metric, name: 'wait', unit: 'ns' };
    const [waiting] = networkBand([{ start: 0, end: 100 }], [{ cube, metric: wait, title: 'contention' }]);
    expect(waiting).toMatchObject({
      title: 'contention, how many packets wait at a time (wait)',
      unit: 'count',
    });
    expect(waiting.values[0]).toBe(4);
  });
});
