import {
  type AnswerOf,
  type CommgramModelFrames,
  commgramModel,
  logicalTime,
  messageCalls,
  messageRibbons,
  type ParamsOf,
} from '@weft/analysis';
import type { Cube, Network, TableFrame } from '@weft/model';
import {
  type DataRequest,
  later,
  needAnalysis,
  needCube,
  needNetwork,
  needTable,
  type Resolved,
} from '../../data-request.ts';
import { MOST_ROUTES } from '../../kit/choose-routing.ts';
import { hasMessageSums } from '../../kit/message-overview.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { atomsFor, type CommgramSettings, callList, readSettings } from './settings.ts';
import { parseRanks, parseZoom, phaseSteps } from './zoom-path.ts';

export type CallFrames = AnswerOf<typeof messageCalls>;
export type LatenessFrames = AnswerOf<typeof logicalTime>;
export type MessageFrames = AnswerOf<typeof messageRibbons>;

/** The ribbons are drawn as soon as the model is there; the rest comes when it comes. */
export type CommgramNeeds = {
  model: DataRequest<CommgramModelFrames>;
  /** From every message, where the first one is made of sums in bins of time. */
  exact?: DataRequest<CommgramModelFrames | null>;
  calls?: DataRequest<CallFrames | null>;
  zoomed?: DataRequest<CommgramModelFrames | null>;
  messages?: DataRequest<MessageFrames | null>;
  late?: DataRequest<LatenessFrames | null>;
  traffic?: DataRequest<Cube | null>;
  contention?: DataRequest<Cube | null>;
  network?: DataRequest<Network | null>;
  routes?: DataRequest<TableFrame<'routes'> | null>;
};

/** What a panel gets: null where it is on its way. */
export type CommgramData = Resolved<CommgramNeeds>;

/** The largest so many are drawn one by one. */
const MOST_MESSAGES = 5000;

export function commgramNeeds(
  dataset: DatasetInfo,
  metric: string | null,
  { options }: NeedsContext,
): CommgramNeeds {
  const settings = readSettings(options);
  const tables = dataset.manifest.tables;
  const params = modelParams(settings, settings.phases, []);
  const coarse = isFirstCoarse(dataset, params);
  const needs: CommgramNeeds = {
    model: needAnalysis(commgramModel, coarse ? { ...params, reading: 'sums' } : params),
    ...(coarse && { exact: later(needAnalysis(commgramModel, params)) }),
    calls: later(needAnalysis(messageCalls, { collectives: (tables.collectives?.rows ?? 0) > 0 })),
  };
  const within = phaseSteps(parseZoom(settings.zoom));
  if (within.length > 0) {
    needs.zoomed = later(needAnalysis(commgramModel, modelParams(settings, settings.subPhases, within)));
  }
  const messages = messageParams(settings);
  if (messages) needs.messages = later(needAnalysis(messageRibbons, messages));
  if (wantsLateness(settings)) needs.late = later(needAnalysis(logicalTime, { calls: callList(settings) }));
  if (settings.network) {
    const traffic = metric ?? dataset.manifest.metrics[0]?.name;
    const contention = contentionMetric(dataset, traffic);
    if (traffic) needs.traffic = later(needCube(traffic));
    if (contention) needs.contention = later(needCube(contention));
    Object.assign(needs, routeNeeds(dataset));
  }
  return needs;
}

/** The network and its routing, where ranks may be placed on it. */
function routeNeeds({ manifest: { tables } }: DatasetInfo): Pick<CommgramNeeds, 'network' | 'routes'> {
  if (!tables.links?.rows || !tables.ranks?.rows) return {};
  const routes = tables.routes?.rows ?? 0;
  const fetched = routes > 0 && routes <= MOST_ROUTES;
  return { network: later(needNetwork()), ...(fetched ? { routes: later(needTable('routes')) } : {}) };
}

/** So many messages are clustered by the clock unless logical time is asked for; sums hold no collectives. */
function isFirstCoarse({ manifest }: DatasetInfo, params: ReturnType<typeof modelParams>): boolean {
  const plain = params.calls.length === 0 && !params.collectives && params.timeModel !== 'logical';
  return plain && hasMessageSums(manifest);
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

export function messageParams(settings: CommgramSettings): ParamsOf<typeof messageRibbons> | null {
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
function wantsLateness({ clock, colour, collectives }: CommgramSettings): boolean {
  return clock !== 'physical' && colour === 'lateness' && !collectives;
}

/** A metric that tells how long traffic waited, if there is one. */
function contentionMetric({ manifest }: DatasetInfo, traffic: string | undefined): string | null {
  const found = manifest.metrics.find(
    ({ name }) => name !== traffic && /wait|congest|stall|contention|queue/i.test(name),
  );
  return found?.name ?? null;
}
