import {
  type ClaimJudgement,
  evidenceRows,
  type FeatureDifference,
  findFeature,
  type Identification,
  type LibraryEntry,
} from '@weft/analysis';
import { evidenceSvg } from '@weft/draw';
import { alignColumns } from '../align-columns.ts';

const SHOWN_CODES = 5;
const SHOWN_FEATURES = 6;
const DRAWN_FEATURES = 12;

const verdicts = {
  accepted: 'The run is like the code it claims to be.',
  refused: 'The run is not what it claims to be.',
  'cannot-tell': 'The run cannot be told from another code.',
} as const;

export function formatIdentification(run: LibraryEntry, found: Identification): string {
  const { ranked, deciding } = found;
  if (ranked.length === 0)
    return `${run.run}: too little is known of the run to compare it with the library.`;
  const rows = ranked
    .slice(0, SHOWN_CODES)
    .map(({ code, entry, comparison }) => [
      code,
      comparison.distance.toFixed(2),
      `${entry.run} (${entry.ranks} ranks)`,
      `${comparison.differences.length} features`,
    ]);
  const [, second] = ranked;
  const features = deciding
    .slice(0, SHOWN_FEATURES)
    .map(({ feature, value, first, second: other }) => [
      `  ${title(feature)}`,
      digits(value),
      digits(first),
      digits(other),
    ]);
  return [
    `${run.run}, ${run.ranks} ranks: ${sentence(found)}`,
    '',
    ...alignColumns([['code', 'distance', 'nearest run', 'compared by'], ...rows], [1]),
    ...(second && features.length > 0
      ? [
          '',
          ...alignColumns(
            [['What tells them apart', 'this run', ranked[0].code, second.code], ...features],
            [1, 2, 3],
          ),
        ]
      : []),
  ].join('\n');
}

function sentence({ ranked: [first, second], known, certain, margin }: Identification): string {
  const ahead = second ? `, ${digits(margin)} times as near as ${second.code}` : '';
  if (!known) return `like no code of the library; nearest is ${first.code}${ahead}.`;
  if (!certain && second) return `${first.code} or ${second.code}: cannot tell these two.`;
  return `${first.code}${ahead}.`;
}

export function identificationJson(run: LibraryEntry, found: Identification): object {
  return {
    run: run.run,
    ranks: run.ranks,
    code: found.known && found.certain ? found.ranked[0].code : null,
    known: found.known,
    certain: found.certain,
    margin: Number.isFinite(found.margin) ? found.margin : null,
    codes: found.ranked.map(({ code, entry, comparison }) => ({
      code,
      distance: comparison.distance,
      nearest: entry.run,
      features: comparison.differences.length,
    })),
    deciding: found.deciding,
    features: run.features,
  };
}

export function formatClaim(run: LibraryEntry, judgement: ClaimJudgement): string {
  const { claim, verdict, distance, limit, other, evidence } = judgement;
  const known = Number.isNaN(distance)
    ? `No run of ${claim} has enough in common with it to be compared.`
    : `Distance to ${claim}: ${digits(distance)}, runs of ${claim} lie within ${digits(limit)}.`;
  const rows = evidence
    .slice(0, SHOWN_FEATURES)
    .map((one) => [`  ${title(one.feature)}`, digits(one.left), digits(one.right), times(one)]);
  return [
    `${run.run}, ${run.ranks} ranks, claims to be ${claim}: ${verdict === 'cannot-tell' ? 'cannot tell' : verdict}.`,
    `${verdicts[verdict]} ${known}`,
    ...(other ? [`Nearest other code: ${other.code} at ${digits(other.comparison.distance)}.`] : []),
    ...(rows.length > 0
      ? ['', ...alignColumns([['What differs', 'this run', claim, 'in spreads'], ...rows], [1, 2, 3])]
      : []),
  ].join('\n');
}

export function claimJson(run: LibraryEntry, judgement: ClaimJudgement): object {
  const { claim, verdict, distance, limit, other, evidence } = judgement;
  return {
    run: run.run,
    ranks: run.ranks,
    claim,
    verdict,
    distance: Number.isNaN(distance) ? null : distance,
    limit,
    other: other ? { code: other.code, distance: other.comparison.distance } : null,
    evidence,
  };
}

/** The features of a run beside those of the code it claims to be, those that differ most first. */
export function claimPicture(
  run: LibraryEntry,
  entries: readonly LibraryEntry[],
  judgement: ClaimJudgement,
): string {
  const { claim, verdict, distance, limit, differences } = judgement;
  const shown = differences.slice(0, DRAWN_FEATURES).map(({ feature }) => feature);
  return evidenceSvg({
    title: `${run.run}, ${run.ranks} ranks, claims to be ${claim}: ${verdict === 'cannot-tell' ? 'cannot tell' : verdict}`,
    sentence: Number.isNaN(distance)
      ? `No run of ${claim} has enough in common with it to be compared.`
      : `Distance ${digits(distance)}; runs of ${claim} lie within ${digits(limit)}. The features that differ most come first.`,
    code: claim,
    rows: evidenceRows(run.features, entries, claim, shown),
  });
}

function title(feature: string): string {
  return findFeature(feature)?.title ?? feature;
}

function times({ difference }: FeatureDifference): string {
  return difference >= 10 ? '10 or more' : difference.toFixed(1);
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
