import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Manifest } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import { changedTables } from '../data/request-tables.ts';
import type { Page } from '../page/page.ts';

/** A dataset that the server may add to while it is open. */
interface LiveDataset {
  /** Its manifest is the newest: what reads it in a component or computed value hears of every change. */
  readonly dataset: DatasetInfo;
  /** Whether samples come in, as far as the page knows; late = none for longer than a few intervals. */
  readonly growth: ReadonlySignal<Growth>;
  dispose(): void;
}

export type Growth = 'none' | 'growing' | 'late';

const MILLISECONDS = 1e6;
/** The server is asked a few times an interval, within these bounds. */
const LEAST_WAIT = 500;
const MOST_WAIT = 5000;
/** Intervals without a sample after which it is late. */
const LATE_INTERVALS = 3;
const LEAST_LATE = 10_000;

export function createLiveDataset(page: Page, opened: DatasetInfo): LiveDataset {
  const manifest = signal(opened.manifest);
  const growth = signal<Growth>(isFresh(opened.manifest, Date.now()) ? 'growing' : 'none');
  const dataset: DatasetInfo = {
    ...opened,
    get manifest() {
      return manifest.value;
    },
  };
  let changed = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = new AbortController();

  const take = async (next: Manifest) => {
    await page.coordinator.renew(opened.id, next, changedTables(manifest.peek(), next));
    if (abort.signal.aborted) return;
    changed = Date.now();
    batch(() => {
      manifest.value = next;
      growth.value = 'growing';
    });
  };
  const ask = async () => {
    const next = await page.api.describeChanged(opened.id, manifest.peek(), abort);
    if (next && next.manifest.created === opened.manifest.created) await take(next.manifest);
    else if (growth.peek() === 'growing' && Date.now() - changed > latest(manifest.peek()))
      growth.value = 'late';
  };
  const wait = () => {
    timer = setTimeout(poll, waitingTime(manifest.peek()));
  };
  const poll = () => {
    if (document.hidden) return wait();
    ask()
      // A server that does not answer for a while is asked again.
      .catch(() => {})
      .finally(() => abort.signal.aborted || wait());
  };
  if (canGrow(opened.manifest)) wait();
  return {
    dataset,
    growth,
    dispose: () => {
      clearTimeout(timer);
      abort.abort();
    },
  };
}

/** Counters are added to fabrics that were imported, not to simulated ones. */
function canGrow({ tables, provenance }: Manifest): boolean {
  return (tables.links?.rows ?? 0) > 0 && provenance.some(({ kind }) => kind === 'import');
}

function waitingTime({ interval }: Manifest): number {
  if (interval === null) return MOST_WAIT;
  return Math.min(MOST_WAIT, Math.max(LEAST_WAIT, interval / MILLISECONDS / 2));
}

/** Milliseconds without a sample from which it is late. */
function latest({ interval }: Manifest): number {
  return Math.max(LEAST_LATE, (LATE_INTERVALS * (interval ?? 0)) / MILLISECONDS);
}

/** Whether the last sample is of these minutes, by the calendar. */
function isFresh(manifest: Manifest, now: number): boolean {
  const { origin, timeRange, revision } = manifest;
  if (origin === null || !timeRange || !revision) return false;
  const end = (Number(origin) + timeRange[1]) / MILLISECONDS;
  return Math.abs(now - end) < latest(manifest);
}
