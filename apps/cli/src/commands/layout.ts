import { writeFileSync } from 'node:fs';
import { cellsSvg } from '@weft/draw';
import {
  compactPairs,
  findPair,
  type GeneratingPair,
  layouts,
  pairFromExpressions,
  type Representation,
  represent,
  representationTable,
} from '@weft/layout';
import { WeftError } from '@weft/model';
import type { Command } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print } from '../print.ts';

interface Flags {
  readonly levels: string;
  readonly A?: string;
  readonly B?: string;
  readonly network?: string;
  readonly multiples?: boolean;
  readonly output?: string;
  readonly json?: boolean;
  readonly table?: boolean;
}

const EXAMPLES = `
Examples:
  weft layout F1 --levels 6 --json            cells of 6,144 switches in a box of 243 x 243
  weft layout HT --levels 6 -o ht.svg         the same as a picture
  weft layout --table                         detail, scalability and complexity of the seven representations
  weft layout F1 --multiples -o figure5.svg   small multiples for 1 to 6 layers
  weft layout --A "2*3^(n-1)*b" --B "3^(n-1)*b" --levels 3
                                              a pair of your own, tested for collisions
  weft layout rings --network dragonfly:hostsPerSwitch=2,switchesPerGroup=4,globalLinks=2 -o rings.svg
                                              any network by any layout that can draw it

A and B are expressions of n (digit position), k (digit, 0 to 3), L (layers) and the vectors a and b of the paper.`;

const names = compactPairs.map(({ name }) => name);
const allNames = layouts.map(({ name }) => name).join(', ');

export function addLayout(program: Command): void {
  program
    .command('layout')
    .description(
      `Place the switches of a complete quaternary fat tree: ${names.join(', ')}, or a pair of your own; or any network by a layout.`,
    )
    .argument('[representation]', `${names.join(', ')}; with --network: ${allNames}`)
    .option('--levels <number>', 'layers of switches', '6')
    .option('--A <expression>', 'generating function A of Eq. (2)')
    .option('--B <expression>', 'generating function B of Eq. (2)')
    .option('--network <family|file>', 'draw this network: e.g. kary-ntree:arity=4,layers=3, or a file')
    .option('--multiples', 'small multiples for 1 layer up to --levels (Figures 5 and 6)')
    .option('-o, --output <file.svg>', 'write a picture')
    .option('--table', 'how the seven representations compare (Table 1)')
    .option('--json', 'print every cell, or the table, as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, flags: Flags) => {
      if (flags.network !== undefined) return print(await placeNetwork(name, flags.network, flags));
      if (flags.table) return print(flags.json ? JSON.stringify(representationTable) : describeTable());
      const pair = choosePair(name, flags);
      const levels = Number(flags.levels);
      const shown = represent(pair, levels);
      if (flags.output) writePicture(flags.output, pair, levels, flags.multiples ?? false);
      return print(flags.json ? JSON.stringify(describe(shown)) : summary(shown));
    });
}

/** Loads the code of networks only where one is named. */
async function placeNetwork(name: string | undefined, network: string, flags: Flags): Promise<string> {
  const unused = (['A', 'B', 'multiples', 'table'] as const).filter((flag) => flags[flag] !== undefined);
  if (unused.length > 0) {
    throw new WeftError({ code: 'BAD-OPTION', message: `--${unused[0]} does not go with --network` });
  }
  const { layoutNetwork } = await import('../layout/layout-network.ts');
  return layoutNetwork({ name, network, output: flags.output, json: flags.json });
}

function describeTable(): string {
  const heads = ['', 'representation', 'detail', 'scalability', 'visual complexity'];
  const rows = representationTable.map(({ name, detail, scalability, complexity }) => {
    const title = layouts.find((layout) => layout.name === name)?.title ?? '';
    return [name, title, detail, scalability, complexity];
  });
  return alignColumns([heads, ...rows]).join('\n');
}

function choosePair(name: string | undefined, { A, B }: Flags): GeneratingPair {
  if (A !== undefined && B !== undefined) return pairFromExpressions(A, B);
  if (name !== undefined && A === undefined && B === undefined) return findPair(name);
  throw new WeftError({
    code: 'NO-REPRESENTATION',
    message: 'name a representation, or give both --A and --B',
  });
}

function describe({ representation, levels, layout, facts }: Representation) {
  const { coordinates, dimensions, switchesPerLayer } = layout;
  const switches = Array.from({ length: facts.switches }, (_, i) => ({
    layer: Math.floor(i / switchesPerLayer) + 1,
    index: i % switchesPerLayer,
    position: [...coordinates.subarray(i * dimensions, (i + 1) * dimensions)],
  }));
  const { box, collisions, collidingPairs } = facts;
  return { representation, levels, box, collisions, collidingPairs, switches };
}

function summary({ representation, levels, facts }: Representation): string {
  const lines = [
    `${representation}, ${levels} layers: ${facts.switches.toLocaleString('en-US')} switches in ${facts.distinctCells.toLocaleString('en-US')} cells`,
    `box ${facts.box.join(' x ')}, fill ${(100 * facts.fill).toFixed(1)} %, ${facts.collisions} collisions`,
    ...facts.collidingPairs.slice(0, 10).map(({ switches }) => {
      const names = switches.map(
        ({ layer, index, position }) => `layer ${layer} switch ${index} (${position.join(', ')})`,
      );
      return `  ${names.join(' overlaps ')}`;
    }),
  ];
  return lines.join('\n');
}

function writePicture(file: string, pair: GeneratingPair, levels: number, multiples: boolean): void {
  const shown = multiples ? Array.from({ length: levels }, (_, i) => i + 1) : [levels];
  const panels = shown.map((count) => ({
    title: `${pair.name}, L = ${count}`,
    layout: represent(pair, count).layout,
  }));
  writeFileSync(file, cellsSvg(panels, Math.min(3, panels.length), multiples ? 300 : 800));
}
