import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import {
  describeFinding,
  directionFigures,
  findImbalance,
  hiddenSpread,
  planeHidingLeast,
  type TorusFinding,
} from '@weft/analysis';
import { planeSteps, printRoles, type TorusRoles } from '@weft/layout';
import type { Selection } from '@weft/model';
import { directionName } from '@weft/network';
import { watchPointer } from '../../../kit/watch-pointer.ts';
import type { TorusSource } from '../source/torus-source.ts';

/** What stands out among the links of the torus, and how much of it the roles hide. */
export interface TorusJudgement {
  readonly finding: TorusFinding;
  readonly text: string;
  readonly against: string;
  /** The links it is about, as a selection; null where one cannot say it. */
  readonly evidence: Partial<Selection> | null;
  /** How much of the spread composite planes hide, and roles that hide less; null where it is not about one direction. */
  readonly hiding: {
    readonly direction: string;
    readonly share: number;
    readonly better: string | null;
  } | null;
}

/** Tori with more links are judged when the brush rests, smaller ones with every move. */
const AT_ONCE = 60_000;
const REST = 400;

/** Follows totals and roles; `stop` ends it. Null until there are totals. */
export function followJudgement(
  source: TorusSource,
  roles: ReadonlySignal<TorusRoles>,
): { readonly judgement: ReadonlySignal<TorusJudgement | null>; stop(): void } {
  const { shape, workspace } = source;
  const judge = (): TorusJudgement | null => {
    const totals = workspace.linkValues.totals.value;
    return totals && judgeTorus(source, totals, roles.value);
  };
  if (shape.linkAt.length <= AT_ONCE) return { judgement: computed(judge), stop: () => {} };
  const settled = signal<TorusJudgement | null>(null);
  const pointer = watchPointer(window);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const judgeAtRest = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pointer.isPressed()) judgeAtRest();
      else settled.value = judge();
    }, REST);
  };
  const stop = effect(() => {
    void [workspace.linkValues.totals.value, roles.value];
    judgeAtRest();
  });
  return {
    judgement: settled,
    stop: () => {
      clearTimeout(timer);
      pointer.stop();
      stop();
    },
  };
}

function judgeTorus(
  { shape, workspace }: TorusSource,
  totals: Float64Array,
  roles: TorusRoles,
): TorusJudgement {
  const finding = findImbalance(shape, directionFigures(shape, totals));
  const [text, against] = describeFinding(shape, finding, workspace.linkValues.unit.value);
  return {
    finding,
    text,
    against,
    evidence: evidenceOf(finding, shape.names),
    hiding: hidingOf(shape, finding, totals, roles),
  };
}

function evidenceOf(
  { kind, direction, dimension }: TorusFinding,
  names: readonly string[],
): Partial<Selection> | null {
  if (kind === 'direction' || kind === 'stripe')
    return { directions: [`${direction % 2 === 0 ? '+' : '-'}${names[dimensionOf(direction)]}`] };
  return kind === 'dimension' ? { directions: [`+${names[dimension]}`, `-${names[dimension]}`] } : null;
}

function dimensionOf(direction: number): number {
  return direction >> 1;
}

function hidingOf(
  shape: TorusSource['shape'],
  { kind, direction, dimension }: TorusFinding,
  totals: Float64Array,
  roles: TorusRoles,
): TorusJudgement['hiding'] {
  if (kind !== 'stripe') return null;
  const own = dimensionOf(direction);
  const name = directionName(shape, direction);
  if (roles.slice(0, 2).includes(own)) return null;
  const inner = planeSteps(roles).across[0] === own;
  const averaged = inner ? roles.slice(1, 2) : roles.slice(0, 2);
  const share = hiddenSpread(
    shape,
    totals,
    direction,
    averaged.filter((d) => d >= 0),
  );
  const best = share > 0.01 ? planeHidingLeast(shape, totals, direction) : null;
  if (!best || best.hidden > share - 0.01) return { direction: name, share, better: null };
  const rest = roles.filter((d) => d >= 0 && !best.plane.includes(d));
  const order = [
    ...best.plane,
    ...rest.filter((d) => d === dimension),
    ...rest.filter((d) => d !== dimension),
  ];
  return { direction: name, share, better: printRoles(order) };
}

/** How much of what stands out the means between planes leave unseen. */
export function describeHiding(judgement: TorusJudgement | null, roles: TorusRoles): string[] {
  if (!judgement) return [];
  const { finding, evidence, hiding } = judgement;
  const own = finding.kind === 'dimension' ? finding.dimension : dimensionOf(finding.direction);
  if (evidence?.directions && roles.slice(0, 2).includes(own))
    return [
      `Links along ${evidence.directions[0].slice(1)} lie in the planes, seen edge on: Detailed shows them`,
    ];
  return hiding
    ? [`Means hide ${(100 * hiding.share).toFixed(0)} % of the spread of ${hiding.direction}`]
    : [];
}
