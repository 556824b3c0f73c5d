import {
  type Calibration,
  type ClaimJudgement,
  calibrate,
  compareFingerprints,
  type EvidenceRow,
  evidenceRows,
  type Fingerprint,
  type Identification,
  judgeClaim,
  judgeIdentity,
  type LibraryEntry,
  rankCodes,
} from '@weft/analysis';
import { textAt } from '@weft/model';
import type { FingerprintAnswer } from './hive-needs.ts';

/** A run of the panel with its distance to the one in question. */
export interface Neighbour {
  readonly name: string;
  readonly distance: number;
}

export interface RunIdentity {
  readonly found: Identification;
  /** Null where nothing is claimed. */
  readonly claim: ClaimJudgement | null;
  /** The features that decide, beside the runs of the code that is claimed, or else of the nearest one. */
  readonly evidence: readonly EvidenceRow[];
  /** The other runs of the panel, nearest first. */
  readonly neighbours: readonly Neighbour[];
}

export function fingerprintFrom({ features }: FingerprintAnswer): Fingerprint {
  const { feature, value } = features.columns;
  return Object.fromEntries(Array.from(value, (one, row) => [textAt(feature, row) ?? '', one]));
}

/** Features that a card has room for. */
const SHOWN = 6;

const calibrations = new WeakMap<readonly LibraryEntry[], Calibration>();

function calibrationOf(entries: readonly LibraryEntry[]): Calibration {
  const known = calibrations.get(entries) ?? calibrate(entries);
  calibrations.set(entries, known);
  return known;
}

/** What the library and the other runs of the panel say about a run. */
export function identifyRun(
  run: Fingerprint,
  entries: readonly LibraryEntry[],
  others: readonly { readonly name: string; readonly features: Fingerprint }[],
  claim: string,
): RunIdentity {
  const calibration = calibrationOf(entries);
  const ranked = rankCodes(run, entries, calibration.spreads);
  const found = judgeIdentity(ranked, calibration);
  const judged = claim === '' ? null : judgeClaim(claim, ranked, calibration);
  const deciding = judged ? judged.differences : found.deciding;
  return {
    found,
    claim: judged,
    evidence: evidenceRows(
      run,
      entries,
      judged ? claim : (ranked[0]?.code ?? ''),
      deciding.slice(0, SHOWN).map(({ feature }) => feature),
    ),
    neighbours: others
      .map(({ name, features }) => ({
        name,
        distance: compareFingerprints(run, features, calibration.spreads).distance,
      }))
      .filter(({ distance }) => !Number.isNaN(distance))
      .sort((a, b) => a.distance - b.distance),
  };
}

/** What is found, in one sentence. */
export function identitySentence({
  ranked: [first, second],
  known,
  certain,
  margin,
}: Identification): string {
  if (!first) return 'Too little is known of this run to compare it with the library.';
  const distance = first.comparison.distance.toFixed(2);
  const ahead = second ? `, ${shortRatio(margin)} times as near as ${second.code}` : '';
  if (!known) return `Like no code of the library; nearest is ${first.code} at ${distance}${ahead}.`;
  if (!certain && second)
    return `${first.code} or ${second.code}: cannot tell these two (margin ${shortRatio(margin)}).`;
  return `${first.code} at ${distance}${ahead}.`;
}

export function claimSentence({ claim, verdict, distance, limit, other }: ClaimJudgement): string {
  const words = { accepted: 'accepted', refused: 'refused', 'cannot-tell': 'cannot tell' }[verdict];
  if (Number.isNaN(distance)) return `Claim ${claim}: ${words}; no run of it can be compared.`;
  const nearer = other
    ? ` Nearest other code: ${other.code} at ${other.comparison.distance.toFixed(2)}.`
    : '';
  return `Claim ${claim}: ${words}. Distance ${distance.toFixed(2)}, runs of ${claim} lie within ${limit.toFixed(2)}.${nearer}`;
}

function shortRatio(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'many';
}
