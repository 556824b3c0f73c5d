import { formatDuration, formatExact, formatOrigin, formatQuantity, provenanceRows } from '@weft/model';
import { type Dataset, type DatasetDescription, describeDataset, openDataset } from '@weft/store';
import type { Command } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { engineOption } from '../engine-option.ts';
import { print } from '../print.ts';
import { formatCheck } from '../route/check-routes.ts';
import { datasetRoutes } from '../route/dataset-routes.ts';

export function addInfo(program: Command): void {
  program
    .command('info')
    .description('Say what a dataset holds: counts, time range, ranks, bytes, metrics, network.')
    .argument('<dataset>', 'dataset folder, e.g. study.weft')
    .option('--findings', 'say what stands out instead, most important first')
    .option('--json', 'print JSON for programs')
    .addOption(engineOption())
    .addHelpText(
      'after',
      `
Examples:
  weft info study.weft
  weft info study.weft --json | jq .tables.messages
  weft info study.weft --findings`,
    )
    .action(async (path: string, options: InfoOptions) => {
      const dataset = await openDataset(path, { engine: options.engine });
      try {
        await print(
          options.findings ? await tellFindings(dataset, options) : await tellFacts(dataset, options),
        );
      } finally {
        await dataset.close();
      }
    });
}

interface InfoOptions {
  readonly findings?: boolean;
  readonly json?: boolean;
  readonly engine?: string;
}

async function tellFacts(dataset: Dataset, { json }: InfoOptions): Promise<string> {
  const description = await describeDataset(dataset);
  const routes = await datasetRoutes(dataset);
  if (json) return JSON.stringify({ ...description, routes }, null, 2);
  return [formatDescription(description), ...(routes ? ['', formatRoutes(routes)] : [])].join('\n');
}

async function tellFindings(dataset: Dataset, { json }: InfoOptions): Promise<string> {
  const { findInDataset } = await import('../info/find-in-dataset.ts');
  const findings = await findInDataset(dataset);
  if (json) return JSON.stringify({ findings }, null, 2);
  return findings.map(({ text }, at) => `${at + 1}. ${text}`).join('\n');
}

function formatRoutes(routes: NonNullable<Awaited<ReturnType<typeof datasetRoutes>>>): string {
  const others =
    routes.others > 0 ? `\n  and ${formatExact(routes.others, '')} more: weft route --check` : '';
  return `Routes\n${formatCheck(routes).replace(/^(?=\S)/gm, '  ')}${others}`;
}

export function formatDescription(facts: DatasetDescription): string {
  const lines = [
    facts.title,
    ...(facts.description ? [facts.description] : []),
    '',
    ...alignColumns(summary(facts)),
  ];
  const tables = Object.entries(facts.tables).filter(([, rows]) => rows > 0);
  lines.push('', 'Tables');
  lines.push(
    ...alignColumns(
      tables.map(([name, rows]) => [`  ${name}`, formatExact(rows, '')]),
      [1],
    ),
  );
  if (facts.metrics.length > 0) {
    lines.push('', 'Metrics');
    lines.push(
      ...alignColumns(facts.metrics.map(({ name, unit, kind, doc }) => [`  ${name}`, unit, kind, doc])),
    );
  }
  for (const { kind, facts: told } of facts.provenance) {
    lines.push(
      '',
      capitalised(kind),
      ...alignColumns(provenanceRows(told).map(([name, value]) => [`  ${name}`, value])),
    );
  }
  if (facts.diagnostics.length > 0) {
    lines.push('', 'Diagnostics');
    const rows = facts.diagnostics.map(({ code, count, text }) => [
      `  ${code}`,
      formatExact(count, ''),
      text,
    ]);
    lines.push(...alignColumns(rows, [1]));
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function summary(facts: DatasetDescription): string[][] {
  const { timeRange, duration, interval, network } = facts;
  const rows = [
    ['folder', facts.path],
    ['created', `${facts.created} by ${facts.generator}`],
    ['on disk', formatQuantity(facts.bytesOnDisk, 'B')],
  ];
  if (timeRange && duration !== null) {
    rows.push(['time', `${timeRange[0]} .. ${timeRange[1]} ns (${formatDuration(duration)})`]);
  }
  if (facts.origin !== null) rows.push(['time 0', formatOrigin(facts.origin)]);
  if (interval !== null) rows.push(['interval', formatDuration(interval)]);
  if (facts.ranks > 0) rows.push(['ranks', formatExact(facts.ranks, '')]);
  if (facts.tables.messages > 0) {
    rows.push([
      'messages',
      `${formatExact(facts.messages, '')}, ${formatQuantity(Number(facts.messageBytes), 'B')} (${formatExact(facts.messageBytes, 'B')})`,
    ]);
  }
  if (facts.unknownPeers.messages > 0) rows.push(['unknown peers', formatUnknownPeers(facts.unknownPeers)]);
  if (network) {
    rows.push(['network', network.family ?? 'not recognised']);
    rows.push(['vertices', formatCounts(network.vertices)]);
    rows.push(['links', formatCounts(network.links)]);
  }
  return rows;
}

function formatUnknownPeers({ messages, bytes }: DatasetDescription['unknownPeers']): string {
  const amount = `${formatExact(messages, '')} messages, ${formatQuantity(Number(bytes), 'B')} (${formatExact(bytes, 'B')})`;
  return `${amount}: sender or receiver not recorded, left out of views of pairs of ranks`;
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  const parts = entries.map(([name, count]) => `${formatExact(count, '')} ${name}`);
  return parts.length > 0 ? `${formatExact(total, '')} (${parts.join(', ')})` : '0';
}
