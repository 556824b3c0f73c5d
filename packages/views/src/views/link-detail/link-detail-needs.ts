import { type AnswerOf, linkCandidates, linkPairs } from '@weft/analysis';
import {
  type Cube,
  detailLinks,
  type Manifest,
  type Network,
  type Selection,
  type TableFrame,
} from '@weft/model';
import { type DataRequest, needAnalysis, needCube, needNetwork, needTable } from '../../data-request.ts';
import type { NeedsContext, ViewOptions } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type PairFrames = AnswerOf<typeof linkPairs>;

/** What is asked for depends on what the dataset has and on the links chosen. */
export type LinkDetailNeeds = {
  network: DataRequest<Network>;
  jobs: DataRequest<TableFrame<'jobs'>>;
  cube?: DataRequest<Cube>;
  loads?: DataRequest<TableFrame<'loads'>>;
  /** The first bin of all loads: tells how wide bins are. */
  firstBin?: DataRequest<TableFrame<'loads'>>;
  pairs?: DataRequest<PairFrames>;
  candidates?: DataRequest<AnswerOf<typeof linkCandidates>>;
};

/** Where the shares come from, best first. */
export type Source = 'loads' | 'messages' | 'candidates' | 'nothing';

export function sourceOf({ tables }: Manifest): Source {
  const rows = (name: 'loads' | 'messages' | 'ranks' | 'jobs'): number => tables[name]?.rows ?? 0;
  if (rows('loads') > 0) return 'loads';
  if (rows('messages') > 0 && rows('ranks') > 0) return 'messages';
  return rows('jobs') > 0 && rows('ranks') > 0 ? 'candidates' : 'nothing';
}

/** The counter that jobs' bytes are compared with. */
export function byteMetric({ metrics }: Manifest): string | null {
  return metrics.find(({ unit, kind }) => unit === 'B' && kind === 'amount')?.name ?? null;
}

export function linkDetailNeeds(
  { manifest }: DatasetInfo,
  _metric: string | null,
  { selection, options }: NeedsContext,
): LinkDetailNeeds {
  const always = { network: needNetwork(), jobs: needTable('jobs') };
  const links = detailLinks(selection);
  if (links.length === 0) return always;
  return { ...always, ...linkNeeds(manifest, links, selection.time, options) };
}

function linkNeeds(
  manifest: Manifest,
  links: readonly number[],
  time: Selection['time'],
  options: ViewOptions,
): Partial<LinkDetailNeeds> {
  const metric = byteMetric(manifest);
  const source = sourceOf(manifest);
  const messages = (manifest.tables.messages?.rows ?? 0) > 0 && (manifest.tables.ranks?.rows ?? 0) > 0;
  const open = typeof options.open === 'number' && options.open >= 0 ? options.open : null;
  return {
    ...(metric && { cube: needCube(metric) }),
    ...(source === 'loads' && {
      loads: needTable('loads', { where: [{ op: 'in', column: 'link', values: [...links] }] }),
      firstBin: needTable('loads', { orderBy: ['time'], limit: 1 }),
    }),
    ...(messages &&
      (open !== null || source === 'messages') && {
        pairs: needAnalysis(linkPairs, { links, time, job: source === 'messages' ? null : open }),
      }),
    ...(source === 'candidates' && { candidates: needAnalysis(linkCandidates, { links, time }) }),
  };
}
