import { formatTimeRange, textAt } from '@weft/model';
import type { CatalogEntry } from '@weft/protocol';
import type { CompareTarget } from '../address/compare-target.ts';
import type { Session } from '../session/session.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { runOfJob } from './run-of-job.ts';
import { useCatalogLater } from './use-catalog.ts';
import { type JobTable, useJobs } from './use-jobs.ts';

/** Chooses side B: another dataset, another time range or another job. */
export function CompareMenu({ session }: { session: Session }) {
  const entries = useCatalogLater(session.page);
  const jobs = useJobs(session, true);
  const comparing = session.compare.value !== null;
  const items = (): MenuItem[] => [
    ...(comparing ? stopItems(session) : []),
    { kind: 'heading', label: 'Compare with another time' },
    ...timeItems(session),
    { kind: 'heading', label: 'Compare with another job' },
    ...jobItems(session, jobs),
    { kind: 'heading', label: 'Compare with another dataset' },
    ...datasetItems(session, entries),
  ];
  return (
    <Menu
      label="Compare"
      class={comparing ? 'button compare-button comparing' : 'button compare-button'}
      items={items}
    >
      Compare
    </Menu>
  );
}

function stopItems(session: Session): MenuItem[] {
  return [
    { kind: 'action', label: 'Stop comparing', onPick: () => session.compareWith(null) },
    { kind: 'separator' },
  ];
}

function timeItems(session: Session): MenuItem[] {
  const { timeScale, workspace, dataset } = session;
  const scale = timeScale.value;
  if (!scale) return [refused('Another time range', 'This dataset has no times.')];
  const { whole } = scale;
  const { time } = workspace.selection.value;
  const item = (label: string, a: readonly [number, number], b: readonly [number, number]): MenuItem => ({
    kind: 'action',
    label: `${label}: ${formatTimeRange(b, dataset.manifest.origin)}`,
    onPick: () => session.compareWith({ kind: 'time', time: b }, { time: [a[0], a[1]] }),
  });
  if (!time) {
    const middle = (whole[0] + whole[1]) / 2;
    return [item('First half with second half', [whole[0], middle], [middle, whole[1]])];
  }
  const length = time[1] - time[0];
  const items: MenuItem[] = [];
  if (time[0] - length >= whole[0]) items.push(item('The range before', time, [time[0] - length, time[0]]));
  if (time[1] + length <= whole[1]) items.push(item('The range after', time, [time[1], time[1] + length]));
  return [...items, item('The whole run', time, whole)];
}

/** A job is compared in its own run: side A becomes the run of the selected one. */
function jobItems(session: Session, jobs: JobTable | null): MenuItem[] {
  const selected = session.workspace.selection.value.jobs;
  if (!jobs || jobs.rows < 2) return [refused('Another job', 'This dataset has no other job.')];
  if (selected.length !== 1) return [refused('Another job', 'Select one job first: it becomes side A.')];
  const { id, name } = jobs.columns;
  return Array.from(id, (job, row): MenuItem | null =>
    job === selected[0]
      ? null
      : {
          kind: 'action',
          label: textAt(name, row) ?? `job ${job}`,
          checked: isTarget(session.compare.value, job),
          onPick: () =>
            session.compareWith({ kind: 'job', job }, { time: runOfJob(session, jobs, selected[0]) }),
        },
  ).filter((item) => item !== null);
}

function isTarget(target: CompareTarget | null, job: number): boolean {
  return target?.kind === 'job' && target.job === job;
}

/** Those that can be compared come first. */
function datasetItems(session: Session, entries: readonly CatalogEntry[]): MenuItem[] {
  const others = entries.filter(({ id }) => id !== session.dataset.id);
  if (others.length === 0) return [refused('Another dataset', 'The server has no other: serve two of them.')];
  const target = session.compare.value;
  const fit = others.filter((entry) => unfit(session, entry) === null);
  const rest = others.filter((entry) => unfit(session, entry) !== null);
  return [...fit, ...rest].map((entry) => ({
    kind: 'action',
    label: entry.title,
    checked: target?.kind === 'dataset' && target.id === entry.id,
    refused: unfit(session, entry),
    onPick: () => session.compareWith({ kind: 'dataset', id: entry.id }),
  }));
}

/** What can be told without opening it. */
function unfit({ dataset }: Session, { manifest }: CatalogEntry): string | null {
  if (!manifest) return null;
  const links = (tables: typeof manifest.tables) => tables.links?.rows ?? 0;
  if (links(manifest.tables) === 0) return 'It has no network.';
  return links(manifest.tables) === links(dataset.manifest.tables)
    ? null
    : `It has ${links(manifest.tables).toLocaleString('en-US')} links, this one ${links(dataset.manifest.tables).toLocaleString('en-US')}.`;
}

function refused(label: string, reason: string): MenuItem {
  return { kind: 'action', label, refused: reason, onPick: () => {} };
}
