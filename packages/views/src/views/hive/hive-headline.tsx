import type { MeasureName } from '@weft/analysis';
import { shortValue } from '@weft/draw';
import { formatExact } from '@weft/model';
import { Fragment } from 'preact';
import { brushHolds } from './chosen-ranks.ts';
import { countOf, describeEdges, formatMeasure } from './describe-hive.ts';
import { findHeadlines, type HiveFinding, measureTitle, type PairGaps } from './hive-findings.ts';
import type { HiveScene } from './use-hive-scene.ts';

const LINE = 20;

/** A line for each finding, one for the note below, and the padding. */
export function headlineHeight(pairs: readonly PairGaps[]): number {
  return LINE * Math.max(1, findHeadlines(pairs).length) + LINE + 4;
}

/** What stands out, with its numbers, and what it is compared with. */
export function HiveHeadline({ scene }: { readonly scene: HiveScene }) {
  const findings = findHeadlines(scene.pairs);
  return (
    <div class="hive-headline" style={{ height: `${headlineHeight(scene.pairs)}px` }}>
      {findings.map((finding) => (
        <p class="hive-finding" key={`${finding.pair.a.id} ${finding.pair.b.id}`}>
          <Finding scene={scene} finding={finding} />
        </p>
      ))}
      {findings.length === 0 && (
        <p class="hive-finding">
          <Lone scene={scene} />
        </p>
      )}
      <p class="kit-note hive-beside">
        {findings.length > 0
          ? comparedWith(findings, scene.pairs, scene.settings.measures.length)
          : 'Add runs to compare it with, by the menu Runs.'}
        <BrushNote scene={scene} />
      </p>
    </div>
  );
}

function Finding({ scene, finding }: { readonly scene: HiveScene; readonly finding: HiveFinding }) {
  const { pair, alike, differ } = finding;
  const names = `${pair.a.name} and ${pair.b.name}`;
  const list = (gaps: HiveFinding['alike']) => (
    <MeasureList gaps={gaps} onShow={(measure) => scene.actions.show(pair.b.id, measure)} />
  );
  if (alike.length > 0 && differ.length > 0) {
    return (
      <>
        {names} look alike by {list(alike)} and differ by {list(differ)}.
      </>
    );
  }
  if (alike.length > 0) {
    return (
      <>
        {names} look alike by {list(alike)}.
      </>
    );
  }
  return (
    <>
      No two runs look alike by a measure; nearest are {names}: {list(pair.gaps)}.
    </>
  );
}

/** Measures with their gaps; each shows its plot. */
function MeasureList({
  gaps,
  onShow,
}: {
  readonly gaps: HiveFinding['alike'];
  readonly onShow: (measure: MeasureName) => void;
}) {
  return (
    <>
      {gaps.map(({ measure, gap }, at) => (
        <Fragment key={measure}>
          {at > 0 && (at === gaps.length - 1 ? ' and ' : ', ')}
          <button type="button" class="hive-link" onClick={() => onShow(measure)}>
            {measureTitle(measure)}
          </button>
          {` (${gap.toFixed(2)})`}
        </Fragment>
      ))}
    </>
  );
}

function Lone({ scene }: { readonly scene: HiveScene }) {
  const { current, row } = scene;
  const { run } = current;
  if (!run) return <>{`${current.name}: ${current.instead}`}</>;
  const { least, most } = row.rules.cuts;
  const facts = `${current.name}: ${countOf(run.ranks, 'rank')}, ${describeEdges(run)}`;
  if (run.traffic.src.length === 0) return <>{`${facts}.`}</>;
  const range = `${measureTitle(row.measure.name)} ${shortValue(least)} to ${shortValue(most)}`;
  return <>{`${facts}, ${range}.`}</>;
}

function comparedWith(
  findings: readonly HiveFinding[],
  pairs: readonly PairGaps[],
  measures: number,
): string {
  const gap = 'A gap is the largest distance between two CCDFs: 0 = the same, 1 = nothing in common.';
  const named = findings.map(({ pair }) => pair);
  const others = pairs.filter((pair) => !named.includes(pair)).map(({ mean }) => mean);
  if (others.length === 0) return gap;
  const own = named.map(({ mean }) => mean.toFixed(2)).join(', ');
  const [least, most] = [Math.min(...others), Math.max(...others)].map((mean) => mean.toFixed(2));
  const range = least === most ? least : `${least} to ${most}`;
  return `Mean gap of ${measures} measures: ${own}; of the other ${others.length} pairs ${range}. ${gap}`;
}

/** The brushed values with how many ranks of each run have them, and a way to clear them. */
function BrushNote({ scene }: { readonly scene: HiveScene }) {
  const { settings, columns, open, chosen, actions } = scene;
  const { brush } = settings;
  const marks = chosen.value;
  const own = columns.find(({ id }) => id === open);
  const ranks = [...(marks.get(open)?.entries() ?? [])].flatMap(([rank, one]) => (one === 1 ? [rank] : []));
  if (!brush || !own || !brushHolds(own, ranks, brush)) return null;
  const counts = columns.flatMap(({ id, name }) => {
    const count = marks.get(id)?.reduce((sum, one) => sum + one, 0) ?? 0;
    return count > 0 ? [`${name} ${formatExact(count, 'count')}`] : [];
  });
  const range =
    brush.from === brush.to
      ? formatMeasure(brush.from)
      : `${formatMeasure(brush.from)} to ${formatMeasure(brush.to)}`;
  return (
    <span class="hive-chip">
      {`${measureTitle(brush.measure)} ${range}: ranks of ${counts.join(', ') || 'no run'}`}
      <button
        type="button"
        aria-label="Clear the brushed values"
        onClick={() => actions.brush(null, 'commit')}
      >
        ×
      </button>
    </span>
  );
}
