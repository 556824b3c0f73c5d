import {
  batchFromRows,
  createRandom,
  MemorySink,
  networkTables,
  type Random,
  tables,
  textAt,
} from '@weft/model';
import { addRoutes, allPairs, routeNetwork } from '@weft/network';
import { type ChosenNetwork, chooseNetwork } from './networks.ts';
import type { Feature, Planted } from './planted.ts';
import { draw, strengths } from './strength.ts';

const CAPACITY = 12.5e9;

export type CounterFeature = Exclude<Feature, 'slow-rank' | 'heavy-rank' | 'period' | 'outlier-phase'>;

interface Grid {
  readonly chosen: ChosenNetwork;
  readonly steps: number;
  readonly interval: number;
  /** Bytes of step s and link l at s * links + l. */
  readonly cells: Float64Array;
}

/** Counters written directly: noise around the same or around uniform traffic, and one feature. */
export async function plantCounters(feature: CounterFeature, random: Random): Promise<Planted> {
  const chosen = chooseNetwork(random, feature);
  const grid = drawNoise(chosen, random);
  const where = change(grid, feature, random);
  const sink = new MemorySink();
  await writeNetwork(sink, chosen);
  const shared = feature === 'shared-links';
  const withLoads = random.next() < 0.5 || shared;
  const withJobs = feature === 'dominant-job' || random.next() < 0.5 || shared;
  const job = withJobs ? await writeJobs(sink, grid, feature, withLoads, random) : null;
  await writeCounters(sink, grid);
  return {
    name: `counters ${chosen.family} ${chosen.hosts}`,
    feature,
    where: feature === 'dominant-job' ? { job } : where,
    tables: sink,
    facts: {
      metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
      interval: grid.interval,
    },
  };
}

function drawNoise(chosen: ChosenNetwork, random: Random): Grid {
  const { network } = chosen;
  const links = network.linkCount;
  const steps = 12 + random.below(60);
  const interval = random.next() < 0.5 ? 300e9 : 3600e9;
  const base = random.next() < 0.5 ? new Float64Array(links).fill(1) : routedUniform(chosen);
  const mean = base.reduce((sum, value) => sum + value, 0) / links;
  const level = (CAPACITY * (interval / 1e9) * draw(random, [0.005, 0.15])) / mean;
  const [ofLink, ofCell] = [draw(random, strengths.noiseOfLink), draw(random, strengths.noiseOfStep)];
  const cells = new Float64Array(steps * links);
  for (let link = 0; link < links; link++) {
    const own = level * base[link] * Math.exp(ofLink * random.normal());
    for (let step = 0; step < steps; step++) {
      cells[step * links + link] = Math.round(own * Math.exp(ofCell * random.normal()));
    }
  }
  return { chosen, steps, interval, cells };
}

function routedUniform({ network, routing }: ChosenNetwork): Float64Array {
  const loads = new Float64Array(network.linkCount);
  addRoutes(
    routeNetwork(network, routing, { random: createRandom(1), activeHosts: null }),
    allPairs(network.hosts),
    loads,
  );
  return loads;
}

function change(grid: Grid, feature: CounterFeature, random: Random): Planted['where'] {
  switch (feature) {
    case 'hot-link':
      return heatLink(grid, random);
    case 'busy-time':
      return raiseTime(grid, random);
    case 'level-imbalance': {
      const { links } = grid.chosen.network;
      const names = links.class.dictionary;
      const name = names[random.below(names.length)];
      scaleLinks(grid, (link) => textAt(links.class, link) === name, draw(random, strengths.group));
      return { class: name };
    }
    case 'pod-imbalance':
      return raisePod(grid, random);
    case 'shared-links':
      return fillLinks(grid, random);
    case 'dimension-imbalance':
      return raiseDimension(grid, random);
    default:
      return {};
  }
}

/** What chance makes as large as the hot link itself is no feature: so many times the largest other one of its class. */
const LEAD = { whole: 1.5, step: 2.5 };

function heatLink(grid: Grid, random: Random): Planted['where'] {
  const { steps, cells, chosen } = grid;
  const links = chosen.network.linkCount;
  const link = random.below(links);
  const whole = random.next() < 0.6;
  const first = whole ? 0 : random.below(steps - 2);
  const last = whole ? steps : first + 1 + random.below(2);
  const times = draw(random, whole ? strengths.link : strengths.linkInStep);
  // A link that carries next to nothing becomes as full as its peers first.
  const usual = cells.reduce((sum, value) => sum + value, 0) / cells.length;
  const least = whole
    ? LEAD.whole * mostOfPeers(grid, link, totalOf)
    : LEAD.step * mostOfPeers(grid, link, peakOf);
  for (let step = first; step < last; step++) {
    const at = step * links + link;
    const raised = Math.max(cells[at], usual) * times;
    cells[at] = Math.round(whole ? raised : Math.max(raised, least));
  }
  if (whole) scaleLinks(grid, (other) => other === link, Math.max(1, least / totalOf(grid, link)));
  return { link };
}

function mostOfPeers(grid: Grid, link: number, amountOf: (grid: Grid, link: number) => number): number {
  const { class: classes } = grid.chosen.network.links;
  let most = 0;
  for (let other = 0; other < grid.chosen.network.linkCount; other++) {
    if (other === link || textAt(classes, other) !== textAt(classes, link)) continue;
    most = Math.max(most, amountOf(grid, other));
  }
  return most;
}

function totalOf({ cells, steps, chosen }: Grid, link: number): number {
  let total = 0;
  for (let step = 0; step < steps; step++) total += cells[step * chosen.network.linkCount + link];
  return total;
}

function peakOf({ cells, steps, chosen }: Grid, link: number): number {
  let peak = 0;
  for (let step = 0; step < steps; step++)
    peak = Math.max(peak, cells[step * chosen.network.linkCount + link]);
  return peak;
}

function raiseTime({ steps, cells, chosen, interval }: Grid, random: Random): Planted['where'] {
  const links = chosen.network.linkCount;
  const length = 1 + random.below(Math.max(1, Math.floor(steps / 8)));
  const first = random.below(steps - length);
  const times = draw(random, strengths.time);
  for (let at = first * links; at < (first + length) * links; at++) cells[at] = Math.round(cells[at] * times);
  return { from: first * interval, to: (first + length) * interval };
}

function raiseDimension(grid: Grid, random: Random): Planted['where'] {
  const { links } = grid.chosen.network;
  const names = links.class.dictionary.filter((name) => name.startsWith('dim '));
  const dimension = names[random.below(names.length)].slice(4);
  if (random.next() < 0.4) {
    const direction = `${random.next() < 0.5 ? '+' : '-'}${dimension}`;
    scaleLinks(grid, (link) => textAt(links.direction, link) === direction, draw(random, strengths.group));
    return { dimension, direction };
  }
  scaleLinks(grid, (link) => textAt(links.class, link) === `dim ${dimension}`, draw(random, strengths.group));
  return { dimension };
}

function raisePod(grid: Grid, random: Random): Planted['where'] {
  const { links, vertices } = grid.chosen.network;
  const pods = [...new Set(vertices.pod)].filter((pod) => pod >= 0);
  const pod = pods[random.below(pods.length)];
  const inside = (vertex: number) => vertices.pod[vertex] === pod;
  const outside = (vertex: number) => vertices.pod[vertex] >= 0 && vertices.pod[vertex] !== pod;
  scaleLinks(
    grid,
    (link) => {
      const [from, to] = [links.src[link], links.dst[link]];
      return (inside(from) || inside(to)) && !outside(from) && !outside(to);
    },
    draw(random, strengths.group),
  );
  return { pod };
}

/** Every link is filled for the whole run, so that none stands out; the two jobs share all of them. */
function fillLinks({ cells, interval }: Grid, random: Random): Planted['where'] {
  const full = CAPACITY * (interval / 1e9);
  const share = draw(random, [0.6, 0.8]);
  for (let at = 0; at < cells.length; at++) {
    const noise = Math.exp(0.03 * random.normal());
    cells[at] = Math.round(full * share * noise);
  }
  return {};
}

function scaleLinks({ cells, chosen }: Grid, chosenLink: (link: number) => boolean, times: number): void {
  const links = chosen.network.linkCount;
  const scaled = Uint8Array.from({ length: links }, (_, link) => Number(chosenLink(link)));
  for (let at = 0; at < cells.length; at++) if (scaled[at % links]) cells[at] = Math.round(cells[at] * times);
}

async function writeNetwork(sink: MemorySink, { network }: ChosenNetwork): Promise<void> {
  const { vertices, links } = networkTables(network);
  const capacity = new Float64Array(network.linkCount).fill(CAPACITY);
  await sink.write('vertices', vertices);
  await sink.write('links', { rows: links.rows, columns: { ...links.columns, capacity } });
}

async function writeCounters(sink: MemorySink, { steps, interval, cells, chosen }: Grid): Promise<void> {
  const links = chosen.network.linkCount;
  await sink.write('counters', {
    rows: cells.length,
    columns: {
      time: Float64Array.from(cells, (_, at) => (Math.floor(at / links) + 1) * interval),
      link: Int32Array.from(cells, (_, at) => at % links),
      metric: { codes: new Int32Array(steps * links), dictionary: ['data_sent'] },
      value: cells,
    },
  });
}

/** Jobs on equal blocks of hosts; their loads are shares of each cell, or only the counters of their hosts tell. */
async function writeJobs(
  sink: MemorySink,
  grid: Grid,
  feature: CounterFeature,
  withLoads: boolean,
  random: Random,
): Promise<number> {
  const { chosen, steps, interval, cells } = grid;
  const { hosts, links, linkCount } = chosen.network;
  const direct = new Set(hosts).has(links.dst[0]) && new Set(hosts).has(links.src[0]);
  const dominant = feature === 'dominant-job';
  const count = feature === 'shared-links' ? 2 : (dominant ? 4 : 3) + random.below(4);
  const first = random.below(count);
  // Links at hosts carry what their job sends: jobs alike leave a hot link as far ahead as it was planted.
  const spread: [number, number] = feature === 'hot-link' ? [1, 1] : [0.8, 1.25];
  const weights = Array.from({ length: count }, () => draw(random, spread));
  if (dominant) {
    const others = weights.reduce((sum, weight, job) => (job === first ? sum : sum + weight), 0);
    const share = draw(random, strengths.job);
    weights[first] = (others * share) / (1 - share);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const end = steps * interval;
  const names = weights.map((_, id) => ({ id, name: `job${id}`, user: 'u', state: 'DONE', start: 0, end }));
  await sink.write('jobs', batchFromRows(tables.jobs, names));
  const jobOf = (at: number) => Math.floor((at * count) / hosts.length);
  const placed = Array.from(hosts, (host, at) => ({ job: jobOf(at), rank: at, host }));
  await sink.write('ranks', batchFromRows(tables.ranks, placed));
  if (withLoads || direct) {
    const sums = new Float64Array(linkCount);
    for (let at = 0; at < cells.length; at++) sums[at % linkCount] += cells[at];
    const rows = weights.flatMap((weight, id) =>
      Array.from(sums, (sum, link) => ({
        time: end,
        link,
        job: id,
        bytes: Math.round((sum * weight) / total),
      })),
    );
    await sink.write('loads', batchFromRows(tables.loads, rows));
    return first;
  }
  const jobOfHost = new Map(placed.map(({ host, job: id }) => [host, id]));
  for (let at = 0; at < cells.length; at++) {
    const link = at % linkCount;
    const id = jobOfHost.get(links.src[link]) ?? jobOfHost.get(links.dst[link]);
    if (id !== undefined) cells[at] = Math.round((cells[at] * weights[id] * count) / total);
  }
  return first;
}
