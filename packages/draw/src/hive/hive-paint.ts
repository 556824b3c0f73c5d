import { colourMap } from '../colour/colour-map.ts';
import { parseColour, toOklab } from '../colour/rgb.ts';
import type { Theme } from '../colour/theme.ts';

/** How edges of a hive plot look: each has a class, each class a colour and a width. */
export interface HivePaint {
  /** Class of each edge; null = all are of the first. */
  readonly classes: Uint8Array | null;
  readonly looks: readonly HiveLook[];
  /** No edge is fainter, so that its colour can be told. */
  readonly faintest: number;
}

interface HiveLook {
  readonly stroke: string;
  /** In pixels, on a large plot. */
  readonly width: number;
}

export function plainPaint(stroke: string): HivePaint {
  return { classes: null, looks: [{ stroke, width: 0.8 }], faintest: 0 };
}

/** Steps in which bytes are told by colour and width. */
const STEPS = 8;
const [THINNEST, THICKEST] = [0.6, 2.4];
/** Opacity at which a colour can still be told. */
const FAINTEST = 0.2;

/** Widths and colours of the steps, fewest bytes first. */
export function bytesLooks(map: string, theme: Theme): readonly HiveLook[] {
  const css = awayFromGround(colourMap(map, theme).css, theme);
  return Array.from({ length: STEPS }, (_, step) => {
    const share = step / (STEPS - 1);
    const stroke = css[Math.round((0.12 + 0.88 * share) * (css.length - 1))];
    return { stroke, width: THINNEST + (THICKEST - THINNEST) * share };
  });
}

/** On a light ground more is darker, on a dark one brighter, whichever way the map runs. */
function awayFromGround(css: readonly string[], theme: Theme): readonly string[] {
  const [first, last] = [css[0], css[css.length - 1]].map((colour) => toOklab(parseColour(colour))[0]);
  return last > first === (theme === 'light') ? [...css].reverse() : css;
}

/** More bytes are thicker and stand out more; in steps of equal ratio between the least and the most of all runs. */
export function bytesPaint(
  bytes: Float64Array,
  [least, most]: readonly [number, number],
  looks: readonly HiveLook[],
): HivePaint {
  const low = Math.log(Math.max(1, least));
  const span = Math.log(Math.max(1, most)) - low;
  const classOf = (value: number): number => {
    const share = span > 0 ? (Math.log(Math.max(1, value)) - low) / span : 1;
    return Math.round(Math.min(1, Math.max(0, share)) * (looks.length - 1));
  };
  return { classes: Uint8Array.from(bytes, classOf), looks, faintest: FAINTEST };
}

/** A hue a call, the same in every plot. */
export function callsPaint(
  call: Int32Array,
  names: readonly string[],
  colours: ReadonlyMap<string, string>,
): HivePaint {
  const looks = names.map((name) => ({ stroke: colours.get(name) ?? '#888888', width: 1 }));
  return { classes: Uint8Array.from(call), looks, faintest: FAINTEST };
}
