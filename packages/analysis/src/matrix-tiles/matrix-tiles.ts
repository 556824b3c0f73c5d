import {
  batchFromRows,
  type Frame,
  NONE,
  type TableQuery,
  type TextColumn,
  tableSchema,
  textAt,
  textColumn,
  WeftError,
} from '@weft/model';
import { z } from 'zod';
import { type AnalysisResult, defineAnalysis, type OpenInput } from '../analysis.ts';
import { lowestJobOf, openFrames, rankCount } from '../commgram/commgram-inputs.ts';
import { messageColumns, splitFrame } from '../commgram/message-batches.ts';
import {
  choiceFilters,
  lowestJob,
  messageChoice,
  messagesQuery,
  rowsOfJob,
} from '../commgram/message-query.ts';
import { axisCells, type MatrixAxis, type MatrixTile, matrixAxis } from './matrix-axis.ts';
import { PairCounter, type PairSums } from './pair-sums.ts';
import { type OrderedRanks, orderRanks, type RankOrder, rankOrders } from './rank-order.ts';
import { sumPairTiles, sumPerRank } from './sum-pair-tiles.ts';
import { topPairs } from './top-pairs.ts';
import { waitingPairs } from './waiting-pairs.ts';

const positions = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

const params = z.object({
  ...messageChoice,
  /** traffic: what ranks sent; waiting: nanoseconds (as bytes) and calls (as messages) the column waited for the row. */
  measure: z.enum(['traffic', 'waiting']).default('traffic'),
  order: z.enum(rankOrders).default('rank'),
  /** Senders and receivers shown, as positions in that order, from <= position < to; all when left out. */
  senders: positions.nullable().default(null),
  receivers: positions.nullable().default(null),
  /** Cells per side at most; more ranks are summed in blocks. */
  cells: z.number().int().positive().max(2048).default(512),
  /** How many of the largest pairs are listed, by which sum, and of which ranks alone (empty = all). */
  top: z.number().int().nonnegative().max(1000).default(0),
  topBy: z.enum(['bytes', 'messages']).default('bytes'),
  topRanks: z.array(z.number().int().nonnegative()).default([]),
});

type Params = z.infer<typeof params>;

/** A window of the matrix of ranks at the resolution of a screen, in a chosen order. */
export const matrixTiles = defineAnalysis<Params>({
  name: 'matrix-tiles',
  title: 'Communication matrix, in tiles',
  doc: 'Bytes and messages between ranks ordered by number, community or host, in blocks where there are many; totals per rank.',
  params,
  needs: matrixNeeds,
  run: async (inputs, choice) =>
    tilesOf(await trafficOf(inputs.messages, openFrames(inputs), choice), choice, waitsOf(inputs, choice)),
  runStreamed: async (open, choice) => {
    if (choice.measure === 'waiting') throw tooMany();
    return tilesOf(await trafficOf(open, open, choice), choice, null);
  },
});

function matrixNeeds(choice: Params): Record<string, TableQuery> {
  const ofJob = choiceFilters({ job: choice.job, calls: [] });
  const job = choice.job === null ? ['job'] : [];
  const needs: Record<string, TableQuery> = {
    messages: messagesQuery(choice),
    ranks: { table: 'ranks', columns: ['rank', 'host', ...job], where: ofJob },
    vertices: { table: 'vertices', columns: ['id', 'name'] },
  };
  if (choice.measure === 'traffic') return needs;
  // Where there are no spans, messages stand for them and need their call.
  needs.messages = messagesQuery(choice, [...messageColumns, 'call']);
  const columns = ['rank', 'call', 'enter', 'exit', ...job];
  needs.spans = { table: 'spans', columns, where: ofJob };
  needs.collectives = { table: 'collectives', columns: ['comm', 'seq', 'root', ...columns], where: ofJob };
  return needs;
}

function tooMany(): WeftError {
  return new WeftError({
    code: 'TOO-MANY-CALLS',
    message: 'too many calls to find who waits for whom',
    advice: 'Look at bytes or messages, or import a part of the trace.',
  });
}

const knownWaits = new WeakMap<Frame, { readonly key: string; readonly pairs: PairSums }>();

/** Who waits for whom, as pairs, found once for all windows; null where traffic is asked for. */
function waitsOf(inputs: Readonly<Record<string, Frame>>, choice: Params): PairSums | null {
  if (choice.measure === 'traffic') return null;
  const key = JSON.stringify([choice.job, choice.time]);
  const last = knownWaits.get(inputs.messages);
  if (last?.key === key) return last.pairs;
  const pairs = findPairs(inputs, choice);
  knownWaits.set(inputs.messages, { key, pairs });
  return pairs;
}

function findPairs(inputs: Readonly<Record<string, Frame>>, { job, time }: Params): PairSums {
  const chosen = job ?? lowestJob(inputs.messages);
  const frame = (name: 'spans' | 'messages' | 'collectives'): Frame =>
    inputs[name] ? rowsOfJob(inputs[name], chosen) : batchFromRows(tableSchema(name), []);
  return waitingPairs(frame('spans'), frame('messages'), frame('collectives'), time);
}

function tilesOf(traffic: Traffic, choice: Params, waits: PairSums | null): AnalysisResult {
  const pairs = waits ?? traffic.pairs;
  const ordered = orderOf(traffic, choice.order);
  const senders = clampAxis(choice.senders, traffic.ranks, choice.cells);
  const receivers = clampAxis(choice.receivers, traffic.ranks, choice.cells);
  const tile = sumPairTiles(pairs, ordered.positionOf, senders, receivers);
  return {
    cells: cellsFrame(tile, senders, receivers),
    axes: axesFrame([senders, receivers]),
    ranks: ranksFrame(pairs, traffic.ranks, ordered),
    groups: groupsFrame(choice.order, ordered, traffic.hostNames),
    summary: { rows: 1, columns: { waiting: Int32Array.of(waits ? 1 : 0) } },
    top: topPairs(pairs, choice.top, choice.topBy, new Set(choice.topRanks)),
  };
}

/** What does not depend on the window. */
interface Traffic {
  readonly key: string;
  readonly ranks: number;
  readonly pairs: PairSums;
  readonly hosts: Int32Array;
  readonly hostNames: ReadonlyMap<number, string>;
  readonly orders: Map<RankOrder, OrderedRanks>;
}

/** Kept for as long as the messages are, or the way to them. */
const known = new WeakMap<object, Traffic>();

async function trafficOf(source: object, open: OpenInput, { job, time }: Params): Promise<Traffic> {
  const key = JSON.stringify([job, time]);
  const last = known.get(source);
  if (last?.key === key) return last;
  const chosen = job ?? (await lowestJobOf(open, { collectives: false }));
  const counter = new PairCounter();
  for await (const frame of open('messages')) {
    for (const batch of splitFrame(rowsOfJob(frame, chosen))) counter.add(batch, time);
  }
  const pairs = counter.sums();
  const placed = await hostsByRank(open('ranks'), chosen);
  const ranks = Math.max(placed.length, rankCount(pairs.src), rankCount(pairs.dst));
  const hosts = Int32Array.from({ length: ranks }, (_, rank) => placed[rank] ?? NONE);
  const hostNames = await namesById(open('vertices'), new Set(hosts));
  const traffic: Traffic = { key, ranks, pairs, hosts, hostNames, orders: new Map() };
  known.set(source, traffic);
  return traffic;
}

async function hostsByRank(frames: ReturnType<OpenInput>, job: number): Promise<(number | undefined)[]> {
  const hosts: (number | undefined)[] = [];
  for await (const frame of frames) {
    const { rank, host } = rowsOfJob(frame, job).columns as Record<string, Int32Array | undefined>;
    rank?.forEach((of, row) => {
      hosts[of] = host?.[row];
    });
  }
  return hosts;
}

async function namesById(
  frames: ReturnType<OpenInput>,
  ids: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for await (const { columns } of frames) {
    (columns.id as Int32Array).forEach((id, row) => {
      const name = ids.has(id) ? textAt(columns.name as TextColumn, row) : null;
      if (name) names.set(id, name);
    });
  }
  return names;
}

function orderOf({ orders, ranks, pairs, hosts }: Traffic, order: RankOrder): OrderedRanks {
  const last = orders.get(order);
  if (last) return last;
  const ordered = orderRanks(order, ranks, pairs, hosts);
  orders.set(order, ordered);
  return ordered;
}

function clampAxis(range: readonly [number, number] | null, ranks: number, cells: number): MatrixAxis {
  const [from, to] = range ?? [0, ranks];
  const first = Math.min(from, ranks);
  return matrixAxis(first, Math.max(first, Math.min(to, ranks)), cells);
}

/** Cells that hold anything: row and column of the tile, and their sums. */
function cellsFrame(tile: MatrixTile, senders: MatrixAxis, receivers: MatrixAxis): Frame {
  const columns = axisCells(receivers);
  const rows = axisCells(senders);
  let used = 0;
  for (let cell = 0; cell < rows * columns; cell++) if (tile.messages[cell] > 0) used++;
  const frame = {
    row: new Int32Array(used),
    column: new Int32Array(used),
    bytes: new Float64Array(used),
    messages: new Float64Array(used),
  };
  for (let cell = 0, at = 0; cell < rows * columns; cell++) {
    if (!(tile.messages[cell] > 0)) continue;
    frame.row[at] = Math.floor(cell / columns);
    frame.column[at] = cell % columns;
    frame.bytes[at] = tile.bytes[cell];
    frame.messages[at++] = tile.messages[cell];
  }
  return { rows: used, columns: frame };
}

/** Two rows: senders, receivers. */
function axesFrame(axes: readonly MatrixAxis[]): Frame {
  const column = (name: keyof MatrixAxis) => Int32Array.from(axes, (axis) => axis[name]);
  return { rows: 2, columns: { from: column('from'), to: column('to'), block: column('block') } };
}

/** One row per position. */
function ranksFrame(pairs: PairSums, ranks: number, { rankAt, group }: OrderedRanks): Frame {
  const totals = sumPerRank(pairs, ranks);
  const sorted = (values: Float64Array) => Float64Array.from(rankAt, (rank) => values[rank]);
  return {
    rows: ranks,
    columns: {
      // A copy: what is sent away leaves this thread, the order stays for the next window.
      rank: rankAt.slice(),
      group: rankAt.map((rank) => group[rank]),
      bytes_sent: sorted(totals.bytesSent),
      bytes_received: sorted(totals.bytesReceived),
      messages_sent: sorted(totals.messagesSent),
      messages_received: sorted(totals.messagesReceived),
    },
  };
}

/** Communities or hosts as they stand on the axes; one row in the order of ranks. */
function groupsFrame(
  order: RankOrder,
  { rankAt, group }: OrderedRanks,
  hostNames: ReadonlyMap<number, string>,
): Frame {
  const from: number[] = [];
  const names: string[] = [];
  rankAt.forEach((rank, position) => {
    if (position > 0 && group[rankAt[position - 1]] === group[rank]) return;
    from.push(position);
    names.push(groupName(order, group[rank], hostNames));
  });
  return { rows: from.length, columns: { from: Int32Array.from(from), name: textColumn(names) } };
}

function groupName(order: RankOrder, group: number, hostNames: ReadonlyMap<number, string>): string {
  if (order === 'rank') return 'all ranks';
  if (order === 'community') return `community ${group}`;
  if (group === NONE) return 'unknown host';
  return hostNames.get(group) ?? `host ${group}`;
}
