import { NONE } from '@weft/model';
import { PartRows } from '../part-rows.ts';
import { SpanRows } from '../span-rows.ts';
import type { TraceOutput } from '../trace-threads/index.ts';
import { ActionList } from './action-list.ts';
import { UNKNOWN_REGION } from './call-plan.ts';
import { CallProfile } from './call-profile.ts';
import { CommunicatorView } from './communicator-view.ts';
import type { DecodeContext, LocationSource, RankTask } from './decode-context.ts';
import { DEVICE_COPY, DeviceCopies } from './device-copies.ts';
import { createEventBatch, type EventBatch } from './event-batch.ts';
import { EventFile, type EventLoss } from './event-file.ts';
import { plainCallName } from './event-kinds.ts';
import type { IdIndex } from './id-index.ts';
import { indexIds, LocalLookup } from './id-lookup.ts';
import { LocationClock } from './location-clock.ts';
import {
  createRegionCounts,
  DEVICE_WINDOW,
  LocationInterpreter,
  type RegionCounts,
} from './location-interpreter.ts';
import { MetricReader } from './metric-reader.ts';
import { MetricRows } from './metric-rows.ts';
import { RankCollector, type RequestCounts } from './rank-collector.ts';
import { addScanCounts, createScanCounts, type ScanCounts } from './scan-counts.ts';

export interface RankResult {
  readonly rank: number;
  readonly scan: ScanCounts;
  readonly requests: RequestCounts;
  readonly regions: RegionCounts;
  readonly losses: readonly EventLoss[];
  readonly lostCollectives: number;
}

const BATCH_ROWS = 4096;
const PROGRESS_BYTES = 4e6;
/** Enter, leave, and their times. */
const LEAST_SPAN_BYTES = 10;

/** Reads the event files of one rank. */
export async function decodeRank(task: RankTask, output: TraceOutput): Promise<RankResult> {
  const work = new RankWork(task, output);
  for (let i = task.locations.length - 1; i >= 0; i--) await work.readLocation(task.locations[i], i === 0);
  return work.finish();
}

class RankWork {
  private readonly task: RankTask;
  private readonly output: TraceOutput;
  private readonly ids: ContextIds;
  private readonly view: CommunicatorView;
  private readonly collector: RankCollector;
  private readonly profile: CallProfile;
  private readonly spans: SpanRows | null;
  private readonly metricRows: MetricRows | null;
  private readonly partRows: PartRows | null;
  private readonly scan = createScanCounts();
  private readonly regions = createRegionCounts();
  private readonly losses: EventLoss[] = [];
  private readonly batch: EventBatch;
  /** Actions of the rank's other threads, woven in by time while its first location is read. */
  private readonly others = new ActionList();
  private otherOrder: Uint32Array = new Uint32Array(0);
  private nextOther = 0;

  constructor(task: RankTask, output: TraceOutput) {
    const { context, rank } = task;
    const largest = Math.max(...task.locations.map(({ size }) => size));
    this.task = task;
    this.output = output;
    this.ids = idsOf(context);
    this.view = new CommunicatorView(context.communicators, rank, context.ranks);
    this.partRows = context.collectiveParts ? new PartRows() : null;
    this.collector = new RankCollector(rank, context.partitions, this.partRows);
    this.profile = new CallProfile(context.callNames.length);
    this.spans = context.spans ? new SpanRows(largest / LEAST_SPAN_BYTES) : null;
    this.metricRows = context.spans ? new MetricRows() : null;
    this.batch = createEventBatch(batchRows(largest));
  }

  async readLocation(source: LocationSource, first: boolean): Promise<void> {
    const { context } = this.task;
    if (first) this.otherOrder = this.others.order();
    const clock = new LocationClock(context.scale, source.clock);
    const file = new EventFile({ ...source, ...context }, clock);
    try {
      const interpreter = this.interpreter(source, first);
      let reported = 0;
      while (file.next(this.batch)) {
        interpreter.interpret(this.batch);
        if (file.position - reported >= PROGRESS_BYTES) {
          await this.output.progress(file.position - reported);
          reported = file.position;
        }
        await this.flush(false);
      }
      interpreter.finish(file.scanner.time);
      await this.output.progress(source.size - reported);
    } finally {
      file.close();
    }
    addScanCounts(this.scan, file.scanner.counts);
    this.losses.push(...file.losses);
  }

  async finish(): Promise<RankResult> {
    const { rank } = this.task;
    this.weaveOthers(Number.POSITIVE_INFINITY);
    this.collector.finish();
    await this.flush(true);
    await this.writeProfile();
    return {
      rank,
      scan: this.scan,
      requests: this.collector.counts,
      regions: this.regions,
      losses: this.losses,
      lostCollectives: this.collector.collectives.lost,
    };
  }

  private async writeProfile(): Promise<void> {
    const { context, rank } = this.task;
    const calls = this.profile.calls(context.job, rank, context);
    const regions = this.profile.regions(context.job, rank, context);
    if (calls.rows > 0) await this.output.write('calls', calls);
    if (regions.rows > 0) await this.output.write('regions', regions);
  }

  private interpreter(source: LocationSource, first: boolean): LocationInterpreter {
    const { ids } = this;
    const { context } = this.task;
    const { stream } = source;
    const copyCall = ids.callCodes.get(DEVICE_COPY) ?? NONE;
    const metrics = new LocalLookup(source.metrics, ids.metrics);
    return new LocationInterpreter({
      regions: new LocalLookup(source.regions, ids.regions),
      contexts: new LocalLookup(source.contexts, ids.contexts),
      communicators: new LocalLookup(source.communicators, ids.communicators),
      windows: new LocalLookup(source.windows, ids.windows),
      view: this.view,
      profile: this.profile,
      copies: new DeviceCopies(this.profile, copyCall, this.spans, stream),
      metrics: new MetricReader(context, metrics, this.metricRows, stream),
      spans: this.spans,
      stream,
      mpiCalls: context.mpiCalls,
      unknownRegion: ids.callCodes.get(UNKNOWN_REGION) ?? NONE,
      plainCall: (kind, op) => ids.callCodes.get(plainCallName(kind, op)) ?? NONE,
      counts: this.regions,
      onActions: first ? (actions) => this.collect(actions) : (actions) => this.setAside(actions),
    });
  }

  private collect(actions: ActionList): void {
    const { collector } = this;
    for (let row = 0; row < actions.rows; row++) {
      if (this.nextOther < this.otherOrder.length) this.weaveOthers(actions.time[row]);
      collector.apply(actions, row);
    }
  }

  private setAside(actions: ActionList): void {
    for (let row = 0; row < actions.rows; row++) this.others.append(actions, row);
  }

  /** Applies the other threads' actions up to a time. */
  private weaveOthers(until: number): void {
    const { others, otherOrder, collector } = this;
    while (this.nextOther < otherOrder.length && others.time[otherOrder[this.nextOther]] <= until) {
      collector.apply(others, otherOrder[this.nextOther++]);
    }
  }

  /** Hands over what is ready; all of it at the end. */
  private async flush(all: boolean): Promise<void> {
    const { output } = this;
    const { context, rank } = this.task;
    const { operations, collectives } = this.collector;
    const chunks = operations.take(all);
    if (chunks.length > 0) await output.operations(chunks);
    const batch = collectives.take(context.job, rank, context.callNames, all);
    if (batch) await output.write('collectives', batch);
    await this.flushParts(all);
    await this.flushSpans(all);
    await this.flushMetrics(all);
  }

  private async flushSpans(all: boolean): Promise<void> {
    const { spans, output } = this;
    const { context, rank } = this.task;
    if (!spans || spans.rows === 0 || !(all || spans.full)) return;
    await output.write('spans', spans.batch(context.job, rank, context.callNames, context));
    spans.clear();
  }

  private async flushMetrics(all: boolean): Promise<void> {
    const { metricRows, output } = this;
    const { context, rank } = this.task;
    if (!metricRows || metricRows.rows === 0 || !(all || metricRows.full)) return;
    await output.write('rank_counters', metricRows.batch(context.job, rank, context.metricNames));
    metricRows.clear();
  }

  private async flushParts(all: boolean): Promise<void> {
    const { partRows, output } = this;
    if (!partRows || partRows.rows === 0 || !(all || partRows.full)) return;
    await output.write(
      'collective_parts',
      partRows.batch(this.task.context.job, this.task.context.callNames),
    );
    partRows.clear();
  }
}

/** No more rows than the largest file can have events. */
function batchRows(largest: number): number {
  return Math.min(BATCH_ROWS, Math.max(64, Math.ceil(largest / 2)));
}

interface ContextIds {
  readonly key: string;
  readonly regions: IdIndex;
  readonly contexts: IdIndex;
  readonly communicators: IdIndex;
  readonly windows: IdIndex;
  readonly metrics: IdIndex;
  readonly callCodes: ReadonlyMap<string, number>;
}

let latest: ContextIds | null = null;

/** The lookups of an archive, made once per thread. */
function idsOf(context: DecodeContext): ContextIds {
  if (latest?.key === context.key) return latest;
  const regions = indexIds(context.regionIds, context.regionCalls);
  const contextCalls = Array.from(context.contextRegions, (region) => regions.get(region, -1));
  const communicators = indexIds(context.communicators.ids, [...context.communicators.ids.keys()]);
  const windows = indexIds(
    context.windowIds,
    Array.from(context.windowCommunicators, (comm) => communicators.get(comm, -1)),
  );
  for (const window of context.deviceWindows) windows.set(window, DEVICE_WINDOW);
  latest = {
    key: context.key,
    regions,
    windows,
    contexts: indexIds(context.contextIds, contextCalls),
    communicators,
    metrics: indexIds(context.metricIds, [...context.metricIds.keys()]),
    callCodes: new Map(context.callNames.map((name, code) => [name, code])),
  };
  return latest;
}
