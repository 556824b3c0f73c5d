import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { parseRange, type Range } from '../../../kit/brush-range.ts';
import { type ScaleKind, scaleKinds } from '../../../kit/link-colour-scale.ts';
import { useDerived } from '../../../kit/use-derived.ts';
import { type OptionHost, useViewOption } from '../../../kit/use-view-option.ts';
import { useZoomOption } from '../../../kit/use-zoom-option.ts';
import type { Transform } from '../../../kit/zoom-pan.ts';

const tabs = ['planes', 'compact', 'statistics', 'mapping'] as const;
/** The parts of the view, one of which is shown. */
export type TorusTab = (typeof tabs)[number];
const groupKinds = ['direction', 'dimension', 'class'] as const;
const modes = ['detailed', 'composite'] as const;
export type PlaneMode = (typeof modes)[number];
const signModes = ['apart', 'together'] as const;
type SignMode = (typeof signModes)[number];
const figures = ['mean', 'max'] as const;
/** What a line that stands for several links shows. */
export type LineFigure = (typeof figures)[number];

/** What the reader set; all but the pointer is kept in the address. */
export interface TorusOptions {
  readonly tab: Signal<TorusTab>;
  /** How the statistics put links together. */
  readonly groups: Signal<(typeof groupKinds)[number]>;
  /** As the reader chose; empty = as suits the selection. */
  readonly planes: Signal<PlaneMode | ''>;
  readonly signs: Signal<SignMode>;
  readonly figure: Signal<LineFigure>;
  readonly scale: Signal<ScaleKind>;
  /** `abc.de`; empty = the standard roles. */
  readonly roles: Signal<string>;
  /** Coordinates of the magnified group, `d0e1`; empty = none. */
  readonly group: Signal<string>;
  /** Of the compact part: dimensions shown as lines, `ab`; empty = the standard ones. */
  readonly kept: Signal<string>;
  /** What of them is drawn, `a0-7b8-15`; empty = all. */
  readonly section: Signal<string>;
  /** Nodes that are opened, `a0b0.a1b0`. */
  readonly cells: Signal<string>;
  /** Where the layers behind stand, `50_40`: right and up, in hundredths of a step. */
  readonly back: Signal<string>;
  /** The mapping of ranks that is shown beside the one as it is; empty = the best. */
  readonly mapping: Signal<string>;
  readonly range: Signal<string>;
  readonly draggedRange: Signal<Range | null>;
  readonly chosenRange: ReadonlySignal<Range | null>;
  readonly zoom: Signal<Transform>;
}

export function useTorusOptions(props: Partial<OptionHost>, width: number, height: number): TorusOptions {
  const tab = useViewOption<TorusTab>(props, 'tab', 'planes', tabs);
  const groups = useViewOption<(typeof groupKinds)[number]>(props, 'groups', 'direction', groupKinds);
  const planes = useViewOption<PlaneMode | ''>(props, 'planes', '', modes);
  const signs = useViewOption<SignMode>(props, 'signs', 'apart', signModes);
  const figure = useViewOption<LineFigure>(props, 'figure', 'mean', figures);
  const scale = useViewOption<ScaleKind>(props, 'scale', 'linear', scaleKinds);
  const roles = useViewOption(props, 'roles', '');
  const group = useViewOption(props, 'group', '');
  const kept = useViewOption(props, 'kept', '');
  const section = useViewOption(props, 'section', '');
  const cells = useViewOption(props, 'cells', '');
  const back = useViewOption(props, 'back', '');
  const mapping = useViewOption(props, 'mapping', '');
  const range = useViewOption(props, 'range', '');
  const draggedRange = useSignal<Range | null>(null);
  const chosenRange = useDerived(() => draggedRange.value ?? parseRange(range.value), []);
  const zoom = useZoomOption(props, 'zoom', width, height);
  return useMemo(
    () => ({
      tab,
      groups,
      planes,
      signs,
      figure,
      scale,
      roles,
      group,
      kept,
      section,
      cells,
      back,
      mapping,
      range,
      draggedRange,
      chosenRange,
      zoom,
    }),
    [chosenRange],
  );
}
