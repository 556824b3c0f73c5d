import { layerColour, packRgba, parseColour, type Rgb, type ThemeColours } from '@weft/draw';

/** Steps of brightness between an idle and a busy switch. */
export const LEVELS_OF_LIGHT = 16;

/** [layer * 16 + brightness]: a layer's colour from nearly asleep to glowing; layer 0 (hosts) is grey. */
export function activityTable(levels: number, colours: ThemeColours, dark: boolean): Uint32Array {
  const table = new Uint32Array((levels + 1) * LEVELS_OF_LIGHT);
  const ground = parseColour(colours.background);
  for (let layer = 0; layer <= levels; layer++) {
    const full = parseColour(layer === 0 ? colours.muted : layerColour(layer));
    const glow = dark ? mixColours(full, [255, 255, 255], 0.25) : full;
    for (let light = 0; light < LEVELS_OF_LIGHT; light++) {
      const share = light === 0 ? 0.2 : 0.36 + (0.64 * light) / (LEVELS_OF_LIGHT - 1);
      table[layer * LEVELS_OF_LIGHT + light] = packRgba(mixColours(ground, glow, share));
    }
  }
  return table;
}

/** From asleep (0) to brightest: one message already shows, `full` of them glow. */
export function brightness(messages: number, full: number): number {
  if (messages <= 0) return 0;
  return Math.min(LEVELS_OF_LIGHT - 1, 1 + Math.floor(((LEVELS_OF_LIGHT - 2) * messages) / full));
}

function mixColours(a: Rgb, b: Rgb, share: number): Rgb {
  const channel = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * share);
  return [channel(0), channel(1), channel(2)];
}
