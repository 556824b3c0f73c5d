import { type Cube, detailLinks, type Frame, type Manifest, type Network, type Selection } from '@weft/model';
import {
  type DataRequest,
  needAnalysis,
  needCube,
  needNetwork,
  needTable,
  type TableFrame,
} from '../../data-request.ts';
import { TREESCOPE } from '../../papers.ts';
import { defineView, type ViewOptions } from '../../view.ts';
import { LinkDetail } from './link-detail.tsx';

type Frames = Readonly<Record<string, Frame>>;

/** What is asked for depends on what the dataset has and on the links chosen. */
export type LinkDetailNeeds = {
  network: DataRequest<Network>;
  jobs: DataRequest<TableFrame<'jobs'>>;
  cube?: DataRequest<Cube>;
  loads?: DataRequest<TableFrame<'loads'>>;
  /** The first bin of all loads: tells how wide bins are. */
  firstBin?: DataRequest<TableFrame<'loads'>>;
  pairs?: DataRequest<Frames>;
  candidates?: DataRequest<Frames>;
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

export const linkDetail = defineView<LinkDetailNeeds>({
  id: 'link-detail',
  title: 'Who fills this link?',
  help:
    'Choose a link in any view: the bar divides its bytes in the active time range among the jobs that sent them, and what no job explains is said as such, so that all parts add up to the counter. ' +
    'Open a job to see its pairs of ranks and its calls, where messages are known; the chart below shows the link over the whole run with the runs of these jobs under it. ' +
    `Where only counters and jobs exist, the list holds candidates: jobs whose routes cross the link in that time, with no claim about what they sent (beyond ${TREESCOPE}, which shows routes of jobs and ports, T7 to T9).`,
  refuses: ({ manifest }) =>
    (manifest.tables.links?.rows ?? 0) === 0
      ? 'This dataset has no network. Import a fabric, or simulate a scenario, to see its links.'
      : null,
  needs: ({ manifest }, _, { selection, options }) => {
    const always = { network: needNetwork(), jobs: needTable('jobs') };
    const links = detailLinks(selection);
    if (links.length === 0) return always;
    return { ...always, ...linkNeeds(manifest, links, selection.time, options) };
  },
  Component: LinkDetail,
});

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
        pairs: needAnalysis('link-pairs', { links, time, job: source === 'messages' ? null : open }),
      }),
    ...(source === 'candidates' && { candidates: needAnalysis('link-candidates', { links, time }) }),
  };
}
