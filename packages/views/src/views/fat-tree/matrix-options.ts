import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { type ColourMapName, colourMapNames } from '@weft/draw';
import { useMemo } from 'preact/hooks';
import { parseRange, type Range } from '../../kit/brush-range.ts';
import { type ScaleKind, scaleKinds } from '../../kit/link-colour-scale.ts';
import { useDerived } from '../../kit/use-derived.ts';
import { type OptionHost, useViewOption } from '../../kit/use-view-option.ts';
import { useZoomOption } from '../../kit/use-zoom-option.ts';
import type { Transform } from '../../kit/zoom-pan.ts';
import { type MapMode, type MapPart, mapModes, mapParts } from './matrix-colour-maps.ts';
import type { MatrixItem } from './matrix-picture.ts';

const switchModes = ['traffic', 'jobs'] as const;
type SwitchMode = (typeof switchModes)[number];

/** What the reader set; all but the pointer is kept in the address. */
export interface MatrixOptions {
  readonly switches: Signal<SwitchMode>;
  readonly scale: Signal<ScaleKind>;
  readonly maps: Signal<MapMode>;
  readonly names: Readonly<Record<MapPart, Signal<ColourMapName>>>;
  /** `from..to`; empty = the data's own range. */
  readonly range: Signal<string>;
  /** Mid point of the diverging scale; 0 = the average. */
  readonly middle: Signal<number>;
  /** While a legend is dragged. */
  readonly draggedRange: Signal<Range | null>;
  readonly chosenRange: ReadonlySignal<Range | null>;
  /** Whether the hops of a route are listed. */
  readonly hops: Signal<boolean>;
  /** Whether the colours are being chosen. */
  readonly colours: Signal<boolean>;
  readonly hovered: Signal<MatrixItem | null>;
  readonly zoom: Signal<Transform>;
}

export function useMatrixOptions(props: Partial<OptionHost>, width: number, height: number): MatrixOptions {
  const switches = useViewOption<SwitchMode>(props, 'switches', 'traffic', switchModes);
  const scale = useViewOption<ScaleKind>(props, 'scale', 'linear', scaleKinds);
  const maps = useViewOption<MapMode>(props, 'maps', 'one', mapModes);
  const up = useMapName(props, 'up');
  const down = useMapName(props, 'down');
  const incoming = useMapName(props, 'incoming');
  const outgoing = useMapName(props, 'outgoing');
  const range = useViewOption(props, 'range', '');
  const middle = useViewOption(props, 'middle', 0);
  const draggedRange = useSignal<Range | null>(null);
  const chosenRange = useDerived(() => draggedRange.value ?? parseRange(range.value), []);
  const hovered = useSignal<MatrixItem | null>(null);
  const colours = useViewOption(props, 'colours', false);
  const hops = useViewOption(props, 'hops', true);
  const zoom = useZoomOption(props, 'zoom', width, height);
  return useMemo(() => {
    const names = { up, down, incoming, outgoing };
    return {
      switches,
      scale,
      maps,
      names,
      range,
      middle,
      draggedRange,
      chosenRange,
      hops,
      colours,
      hovered,
      zoom,
    };
  }, [up, down, incoming, outgoing, chosenRange]);
}

function useMapName(props: object, part: MapPart): Signal<ColourMapName> {
  const standard = mapParts.find(([own]) => own === part)![2];
  return useViewOption<ColourMapName>(props, part, standard, colourMapNames);
}

/** `1.2 TB`, `3e9`: an amount in the unit of the view; null where it is none. */
export function parseAmount(text: string): number | null {
  const match = /^\s*([-+]?[\d.,]+(?:e[-+]?\d+)?)\s*([kKMGTPE]?)(i?)/.exec(text);
  const number = match ? Number(match[1].replaceAll(',', '')) : Number.NaN;
  if (!match || !Number.isFinite(number)) return null;
  const power = ['', 'K', 'M', 'G', 'T', 'P', 'E'].indexOf(match[2].toUpperCase());
  return number * (match[3] ? 1024 : 1000) ** power;
}
