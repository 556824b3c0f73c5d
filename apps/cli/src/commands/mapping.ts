import { readFileSync, writeFileSync } from 'node:fs';
import {
  allOrders,
  bestMapping,
  type ComparedMapping,
  compareMappings,
  givenNodes,
  mostPerNode,
  type NamedMapping,
  orderMapping,
  randomMapping,
  readMapFile,
  searchedMappings,
  sumRankPairs,
} from '@weft/analysis';
import { createRandom, formatExact, formatQuantity, type Network, WeftError } from '@weft/model';
import { type TorusShape, torusShape } from '@weft/network';
import { type Dataset, openDataset } from '@weft/store';
import type { Command } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print, printNote } from '../print.ts';

interface Flags {
  readonly job: string;
  readonly orders?: string;
  readonly map: readonly string[];
  readonly suggest?: boolean;
  readonly output?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  weft mapping run.weft                              the mapping as it is, some orders, and a random one
  weft mapping run.weft --orders ABCDET,EDCBAT       two orders: the last letter goes fastest, T within a node
  weft mapping run.weft --map mine.map               a file: a line of coordinates, or a host, for each rank
  weft mapping run.weft --suggest -o hosts.txt       the best of all orders, a greedy search and recursive bisection, as a list of hosts

Messages are routed in the order of dimensions. The list of hosts has a line for each rank, as placements in scenarios.`;

/** Orders of dimensions that --suggest tries at most. */
const MOST_ORDERS = 720;
/** Orders shown where none is named. */
const SHOWN_ORDERS = 5;

export function addMapping(program: Command): void {
  program
    .command('mapping')
    .description('Compare ways to put the ranks of a job on the nodes of a torus, for the same messages.')
    .argument('<dataset>', 'dataset of a torus or mesh with messages and ranks')
    .option('--job <id>', 'the job', '0')
    .option('--orders <list>', 'orders of the dimensions, e.g. ABCDET,TABCDE')
    .option('--map <file>', 'a mapping file; may be given several times', collect, [])
    .option('--suggest', 'try all orders, a greedy search and recursive bisection, and name the best')
    .option('-o, --output <file>', 'write the best mapping as a list of hosts')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: Flags) => {
      const dataset = await openDataset(path);
      try {
        await runMapping(dataset, flags);
      } finally {
        await dataset.close();
      }
    });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

async function runMapping(dataset: Dataset, flags: Flags): Promise<void> {
  const { network, shape } = await torusOf(dataset);
  const given = await givenMapping(dataset, shape, Number(flags.job));
  const ranks = given.nodes.length;
  const where = [{ op: 'in' as const, column: 'job', values: [Number(flags.job)] }];
  const pairs = await sumRankPairs(
    dataset.stream({ table: 'messages', columns: ['src', 'dst', 'bytes', 'count'], where }),
    ranks,
  );
  if (pairs.src.length === 0) throw nothingToCompare(dataset.path, 'messages between ranks of this job');
  const perNode = mostPerNode(given.nodes, shape.nodeCount);
  const named = [
    given,
    ...namedOrders(shape, ranks, perNode, flags),
    ...flags.map.map((file) => mappingOfFile(file, shape, network, ranks)),
    { name: 'random', nodes: randomMapping(shape, ranks, perNode, createRandom(1)) },
  ];
  if (flags.suggest || flags.output) named.push(...searchedMappings(shape, pairs, perNode));
  const compared = compareMappings(shape, pairs, named);
  const best = bestMapping(compared);
  if (flags.output) writeFileSync(flags.output, hostList(best, shape));
  await print(flags.json ? toJson(compared, best, shape) : toText(compared, best, shape));
}

async function torusOf(dataset: Dataset): Promise<{ network: Network; shape: TorusShape }> {
  const network = await dataset.network();
  const shape = network && torusShape(network);
  if (network && shape) return { network, shape };
  throw nothingToCompare(dataset.path, 'torus or mesh');
}

function nothingToCompare(file: string, what: string): WeftError {
  return new WeftError({
    code: 'NO-MAPPING',
    message: `this dataset has no ${what}`,
    file,
    advice: 'Simulate a job on a torus, or import a trace with --network torus:sizes=...',
  });
}

/** Where the ranks of the job are. */
async function givenMapping(dataset: Dataset, shape: TorusShape, job: number): Promise<NamedMapping> {
  const nodes = givenNodes(await dataset.readTable('ranks'), shape, job);
  if (nodes.length === 0) throw nothingToCompare(dataset.path, `ranks of job ${job}`);
  return { name: 'as it is', nodes };
}

function namedOrders(shape: TorusShape, ranks: number, perNode: number, flags: Flags): NamedMapping[] {
  const orders = flags.suggest
    ? allOrders(shape, MOST_ORDERS)
    : (flags.orders?.split(',').map((order) => order.trim()) ?? allOrders(shape, SHOWN_ORDERS));
  return orders.map((order) => ({ name: order, nodes: orderMapping(shape, order, ranks, perNode) }));
}

function mappingOfFile(file: string, shape: TorusShape, network: Network, ranks: number): NamedMapping {
  const { nodes, unknown, doubled, missing } = readMapFile(
    readFileSync(file, 'utf8'),
    file,
    shape,
    network,
    ranks,
  );
  if (unknown > 0) printNote(`${file}: ${unknown} ranks that the job does not have are left out`);
  if (doubled > 0) printNote(`${file}: ${doubled} ranks come twice; the first line counts`);
  if (missing > 0) printNote(`${file}: ${missing} ranks are not in it; their messages are left out`);
  return { name: file, nodes };
}

function hostList({ nodes }: NamedMapping, { vertexAt }: TorusShape): string {
  return `${Array.from(nodes, (node) => vertexAt[node]).join('\n')}\n`;
}

/** Rows worth showing: of many orders the best ones. */
const MOST_ROWS = 20;

function toText(compared: readonly ComparedMapping[], best: ComparedMapping, shape: TorusShape): string {
  const [given] = compared;
  const shown = compared.length <= MOST_ROWS ? compared : [given, best];
  const header = [
    'mapping',
    'hops',
    'fullest link',
    '',
    'all links',
    '',
    ...shape.names.map((name) => `dim ${name}`),
  ];
  const rows = shown.map(({ name, score }) => [
    name,
    score.meanHops.toFixed(2),
    formatQuantity(score.mostLoaded, 'B'),
    change(score.mostLoaded, given.score.mostLoaded),
    formatQuantity(score.linkBytes, 'B'),
    change(score.linkBytes, given.score.linkBytes),
    ...shape.names.map((_, dimension) => formatQuantity(ofDimension(score.byDirection, dimension), 'B')),
  ]);
  const saving = 1 - best.score.mostLoaded / given.score.mostLoaded;
  const verdict =
    best === given
      ? 'None of them puts less on its fullest link than the mapping as it is.'
      : `${best.name} puts ${(100 * saving).toFixed(1)} % less on its fullest link than the mapping as it is.`;
  const lost = shown.flatMap(({ name, score }) =>
    score.lost > 0
      ? [
          `${name} leaves ${formatExact(score.lost, '')} messages without a path, which are not in its figures.`,
        ]
      : [],
  );
  const others = compared.length - shown.length;
  const tried = others > 0 ? [`${others} more were tried and are not shown.`] : [];
  return [...alignColumns([header, ...rows], [1, 2, 3, 4, 5]), '', verdict, ...lost, ...tried].join('\n');
}

function change(value: number, from: number): string {
  if (value === from || from === 0) return '';
  const percent = (100 * (value - from)) / from;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;
}

function ofDimension(byDirection: Float64Array, dimension: number): number {
  return byDirection[2 * dimension] + byDirection[2 * dimension + 1];
}

function toJson(compared: readonly ComparedMapping[], best: ComparedMapping, shape: TorusShape): string {
  const mappings = compared.map(({ name, score }) => ({
    name,
    meanHops: score.meanHops,
    mostLoaded: score.mostLoaded,
    linkBytes: score.linkBytes,
    lost: score.lost,
    dimensions: Object.fromEntries(
      shape.names.map((name, dimension) => [name, ofDimension(score.byDirection, dimension)]),
    ),
  }));
  const hosts = Array.from(best.nodes, (node) => shape.vertexAt[node]);
  return JSON.stringify({ mappings, best: { name: best.name, hosts } }, null, 2);
}
