import { type AnswerOf, rankMeasures, runFingerprint } from '@weft/analysis';
import {
  type DataRequest,
  type DatasetOffer,
  type LabelledRuns,
  needAnalysis,
  needLibrary,
  needOffers,
  ofDataset,
  type Settled,
  settled,
} from '../../data-request.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { readSettings } from './hive-settings.ts';

export type MeasureAnswer = AnswerOf<typeof rankMeasures>;
export type FingerprintAnswer = AnswerOf<typeof runFingerprint>;

export type HiveNeeds = {
  /** The open dataset first, then those of the panel's options. */
  readonly runs: readonly DataRequest<Settled<MeasureAnswer>>[];
  /** Fingerprints of the same runs; none where they are not shown. */
  readonly prints: readonly DataRequest<Settled<FingerprintAnswer>>[];
  readonly library: readonly DataRequest<Settled<LabelledRuns>>[];
  readonly offers: DataRequest<Settled<readonly DatasetOffer[]>>;
};

/** Work that a reader waits for: some ten seconds of one core. Beyond that a sample of the ranks has to do. */
const WORK = 1e9;

export function hiveNeeds(dataset: DatasetInfo, { options, selection }: NeedsContext): HiveNeeds {
  const settings = readSettings(options, dataset.id);
  const job = selection.jobs[0] ?? null;
  const { collectives } = settings;
  const betweenness = settings.directed ? 'directed' : 'undirected';
  const measured = needAnalysis(rankMeasures, { collectives, betweenness, work: WORK });
  const printed = needAnalysis(runFingerprint, {});
  const identified = settings.part === 'all' || settings.part === 'identity';
  return {
    runs: [
      settled(needAnalysis(rankMeasures, { job, collectives, betweenness, work: WORK })),
      ...settings.runs.map((id) => settled(ofDataset(id, measured))),
    ],
    prints: identified
      ? [
          settled(needAnalysis(runFingerprint, { job })),
          ...settings.runs.map((id) => settled(ofDataset(id, printed))),
        ]
      : [],
    library: identified ? [settled(needLibrary())] : [],
    offers: settled(needOffers()),
  };
}
