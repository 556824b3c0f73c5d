import type { Cube, Frame } from '@weft/model';
import { type DataRequest, later, needAnalysis, needCube } from '../../data-request.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { atomsFor, type CommgramSettings, callList, readSettings } from './settings.ts';
import { parseRanks, parseZoom, phaseSteps } from './zoom-path.ts';

type Result = Readonly<Record<string, Frame>>;

/** The ribbons are drawn as soon as the model is there; the rest comes when it comes. */
export type CommgramNeeds = {
  model: DataRequest<Result>;
  calls?: DataRequest<Result | null>;
  zoomed?: DataRequest<Result | null>;
  messages?: DataRequest<Result | null>;
  late?: DataRequest<Result | null>;
  traffic?: DataRequest<Cube | null>;
  contention?: DataRequest<Cube | null>;
};

/** What a panel gets: null where it is on its way. */
export interface CommgramData {
  readonly model: Result;
  readonly calls?: Result | null;
  readonly zoomed?: Result | null;
  readonly messages?: Result | null;
  readonly late?: Result | null;
  readonly traffic?: Cube | null;
  readonly contention?: Cube | null;
}

/** The largest so many are drawn one by one. */
export const MOST_MESSAGES = 5000;

export function commgramNeeds(
  dataset: DatasetInfo,
  metric: string | null,
  { options }: NeedsContext,
): CommgramNeeds {
  const settings = readSettings(options);
  const tables = dataset.manifest.tables;
  const needs: CommgramNeeds = {
    model: needAnalysis('commgram-model', modelParams(settings, settings.phases, [])),
    calls: later(needAnalysis('message-calls', { collectives: (tables.collectives?.rows ?? 0) > 0 })),
  };
  const within = phaseSteps(parseZoom(settings.zoom));
  if (within.length > 0) {
    needs.zoomed = later(needAnalysis('commgram-model', modelParams(settings, settings.subPhases, within)));
  }
  const messages = messageParams(settings);
  if (messages) needs.messages = later(needAnalysis('message-ribbons', messages));
  if (wantsLateness(settings))
    needs.late = later(needAnalysis('logical-time', { calls: callList(settings) }));
  if (settings.network) {
    const traffic = metric ?? dataset.manifest.metrics[0]?.name;
    const contention = contentionMetric(dataset, traffic);
    if (traffic) needs.traffic = later(needCube(traffic));
    if (contention) needs.contention = later(needCube(contention));
  }
  return needs;
}

function modelParams(
  settings: CommgramSettings,
  phases: number,
  within: readonly { phases: number; phase: number }[],
) {
  return {
    calls: callList(settings),
    collectives: settings.collectives,
    weight: settings.weight,
    timeModel: settings.clock,
    within,
    atoms: atomsFor(phases),
  };
}

export function messageParams(settings: CommgramSettings): Record<string, unknown> | null {
  const [from, to] = settings.span.split('_').map(Number);
  const [sources, destinations] = settings.ends.split('_').map(parseRanks);
  const steps = parseZoom(settings.zoom);
  if (steps[steps.length - 1]?.kind !== 'ribbon' || !(to > from) || !sources?.length) return null;
  return {
    calls: callList(settings),
    time: [from, to],
    sources,
    destinations: destinations ?? [],
    limit: MOST_MESSAGES,
  };
}

/** Collective calls have no logical steps. */
export function wantsLateness({ clock, colour, collectives }: CommgramSettings): boolean {
  return clock !== 'physical' && colour === 'lateness' && !collectives;
}

/** A metric that tells how long traffic waited, if there is one. */
export function contentionMetric({ manifest }: DatasetInfo, traffic: string | undefined): string | null {
  const found = manifest.metrics.find(
    ({ name }) => name !== traffic && /wait|congest|stall|contention|queue/i.test(name),
  );
  return found?.name ?? null;
}
