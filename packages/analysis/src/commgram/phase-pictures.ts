import { rememberDistances, type TrafficCompare } from '../pattern-detection/phase-distances.ts';
import type { CommgramModel, PhaseRange } from './commgram-model.ts';
import {
  type Clustering,
  clusterPhase,
  joinAtoms,
  type PhaseClustering,
  type PhaseContent,
  type PhasePicture,
  type PhaseTraffic,
  readContent,
  sameTraffic,
  sum,
  type Weight,
} from './phase-picture.ts';

/**
 * A phase whose traffic differs from that of an earlier one by at most this share takes over its
 * communities: many partitions are almost equally good, and one byte more can turn one into another.
 */
const ALIKE = 0.05;

interface PhasePictures {
  readonly compare: TrafficCompare;
  /** The phases of a cut with their communities; what was found is kept. */
  draw(ranges: readonly PhaseRange[]): PhasePicture[];
  /** At once: unless `draw` has been, phases borrow the communities of the one they overlap most, the first of all of the first. */
  sketch(ranges: readonly PhaseRange[]): { readonly pictures: PhasePicture[]; readonly exact: boolean };
  /** Works towards the first `sketch` while it may go on; true when nothing slow is left of it. */
  begin(ranges: readonly PhaseRange[], goOn: () => boolean): boolean;
  /** Works towards `draw` while it may go on; true when it is done. */
  prepare(ranges: readonly PhaseRange[], goOn: () => boolean): boolean;
}

export function createPhasePictures(model: CommgramModel, weight: Weight, rule: Clustering): PhasePictures {
  const compare = rememberDistances();
  const contents = createContents(model, weight);
  const clusterings = new Map<PhaseContent, PhaseClustering>();
  const pictureOf = rememberPictures();
  const drawn = new Map<string, PhasePicture[]>();
  const lenders = new Map<string, { range: PhaseRange; clustering: PhaseClustering }>();
  let open: { key: string; steps: ReturnType<typeof drawSteps> } | null = null;

  /** One slow step at a time. */
  function* drawSteps(ranges: readonly PhaseRange[]): Generator<void, PhasePicture[]> {
    const pictures: PhasePicture[] = [];
    const leaders: PhaseContent[] = [];
    for (const range of ranges) {
      yield;
      const content = contents.read(range);
      for (const { profile } of pictures) compare(content.profile, profile);
      let leader = leaders.find(({ profile }) => compare(content.profile, profile).pairs <= ALIKE);
      if (!leader) {
        leader = content;
        leaders.push(leader);
      }
      const clustering = clusterings.get(leader) ?? (yield* clusterPhase(leader, rule));
      clusterings.set(leader, clustering);
      pictures.push(pictureOf(content, clustering));
      lenders.set(range.join(), { range, clustering });
    }
    return pictures;
  }

  const prepare = (ranges: readonly PhaseRange[], goOn: () => boolean): boolean => {
    const key = ranges.join();
    if (drawn.has(key)) return true;
    if (open?.key !== key) open = { key, steps: drawSteps(ranges) };
    while (goOn()) {
      const step = open.steps.next();
      if (!step.done) continue;
      drawn.set(key, step.value);
      return true;
    }
    return false;
  };

  const draw = (ranges: readonly PhaseRange[]): PhasePicture[] => {
    prepare(ranges, () => true);
    return drawn.get(ranges.join()) as PhasePicture[];
  };

  const begin = (ranges: readonly PhaseRange[], goOn: () => boolean): boolean => {
    prepare(ranges, () => lenders.size === 0 && goOn());
    if (lenders.size === 0 && ranges.length > 0) return false;
    return ranges.every((range) => contents.has(range) || (goOn() && contents.read(range)));
  };

  return {
    compare,
    draw,
    begin,
    prepare,
    sketch(ranges) {
      if (lenders.size === 0) prepare(ranges, () => lenders.size === 0);
      const exact = drawn.get(ranges.join());
      if (exact) return { pictures: exact, exact: true };
      const known = [...lenders.values()];
      const pictures = ranges.map((range) => pictureOf(contents.read(range), nearest(known, range)));
      return { pictures, exact: false };
    },
  };
}

function nearest(
  lenders: readonly { range: PhaseRange; clustering: PhaseClustering }[],
  [from, to]: PhaseRange,
): PhaseClustering {
  const overlap = ({ range }: { range: PhaseRange }) => Math.min(to, range[1]) - Math.max(from, range[0]);
  return lenders.reduce((best, other) => (overlap(other) > overlap(best) ? other : best)).clustering;
}

/** What phases send, by their atoms; those of equal traffic share it. */
function createContents(model: CommgramModel, weight: Weight) {
  const byRange = new Map<string, PhaseContent>();
  const byTotals = new Map<string, PhaseContent[]>();
  const read = (range: PhaseRange): PhaseContent => {
    const known = byRange.get(range.join());
    if (known) return known;
    const traffic = joinAtoms(model.edges, ...range);
    const totals = totalsKey(traffic);
    const similar = byTotals.get(totals) ?? [];
    let content = similar.find((other) => sameTraffic(other.traffic, traffic));
    if (!content) {
      content = readContent(traffic, model.ranks, weight);
      byTotals.set(totals, [...similar, content]);
    }
    byRange.set(range.join(), content);
    return content;
  };
  return { read, has: (range: PhaseRange): boolean => byRange.has(range.join()) };
}

function totalsKey({ src, bytes, messages }: PhaseTraffic): string {
  return `${src.length} ${sum(bytes)} ${sum(messages)}`;
}

/** Phases of equal traffic in the same communities share one picture, and so what is made of it. */
function rememberPictures(): (content: PhaseContent, clustering: PhaseClustering) => PhasePicture {
  const known = new WeakMap<PhaseContent, WeakMap<PhaseClustering, PhasePicture>>();
  return (content, clustering) => {
    const own = known.get(content) ?? new WeakMap<PhaseClustering, PhasePicture>();
    known.set(content, own);
    const picture = own.get(clustering) ?? { ...content, ...clustering };
    own.set(clustering, picture);
    return picture;
  };
}
