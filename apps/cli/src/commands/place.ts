import { type Diagnostic, formatExact, type Manifest } from '@weft/model';
import type { Command } from 'commander';
import { type PlaceOptions, placeDataset } from '../place/place-dataset.ts';
import { addPlacingOptions } from '../place/placing-flags.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { cancelOnSignals } from '../stop-signals.ts';

interface PlaceCommandFlags extends PlaceOptions {
  readonly output: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addPlace(program: Command): void {
  const place = program
    .command('place')
    .description('Put the ranks of a trace that was imported on a network, and its messages on the links.')
    .argument('<dataset>', 'dataset of a trace, e.g. run.weft')
    .requiredOption('-o, --output <dataset>', 'dataset folder to make, e.g. placed.weft')
    .option(
      '--network <family|file>',
      'e.g. fat-tree:ports=8, kary-ntree:arity=4,layers=3, or a file; left out: the smallest fat tree that has the hosts',
    );
  addPlacingOptions(place)
    .option('--force', 'replace a dataset of the same name')
    .option('--json', 'print what was made as JSON')
    .addHelpText(
      'after',
      `
Without --ranks-per-host, ranks that shared a host share one again where each host had as many in order.

Examples:
  weft place run.weft -o placed.weft
  weft place run.weft -o torus.weft --network torus:sizes=4x4x4 --placement random`,
    )
    .action(runPlace);
}

async function runPlace(path: string, { output, force, json, ...options }: PlaceCommandFlags): Promise<void> {
  const progress = createProgressBar();
  try {
    const { manifest, added } = await cancelOnSignals('placing', (signal) =>
      placeDataset(path, output, { ...options, overwrite: force }, { signal, onProgress: progress.update }),
    );
    progress.end();
    await print(json ? JSON.stringify(summaryOf(manifest, added), null, 2) : toText(output, manifest, added));
  } finally {
    progress.end();
  }
}

function placementOf({ provenance }: Manifest): Readonly<Record<string, unknown>> {
  return provenance.find(({ kind }) => kind === 'placement')?.facts ?? {};
}

function summaryOf(manifest: Manifest, diagnostics: readonly Diagnostic[]) {
  const { network, tables } = manifest;
  const [ranks, links] = [tables.ranks?.rows, tables.links?.rows];
  return { network, placement: placementOf(manifest), ranks, links, diagnostics };
}

function toText(output: string, manifest: Manifest, added: readonly Diagnostic[]): string {
  const { network, ranksPerHost } = placementOf(manifest);
  const { ranks, links } = manifest.tables;
  const [placed, on] = [ranks, links].map((table) => formatExact(table?.rows ?? 0, ''));
  return [
    `${output}: ${placed} ranks on ${network}, ${ranksPerHost} to a host, ${on} links; modelled, not measured`,
    ...added.map(({ code, count, text }) => `  ${code}  ${formatExact(count, '')} ${text}`),
  ].join('\n');
}
