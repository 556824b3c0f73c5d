import { colourMap, colourMapTitle, divergingMapNames, sequentialMapNames, type Theme } from '@weft/draw';

interface ColourChoice {
  readonly name: string;
  readonly title: string;
}

/** The maps a reader can choose for amounts and differences. */
export const colourMaps: readonly ColourChoice[] = [...sequentialMapNames, ...divergingMapNames].map(
  (name) => ({
    name,
    title: colourMapTitle(name),
  }),
);

/** The map as a strip, from its lowest to its highest colour. */
export function colourStrip(name: string, theme: Theme): string {
  const stops = [0, 64, 128, 192, 255].map((at) => colourMap(name, theme).css[at]);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

export const DEFAULT_COLOURS = 'cividis';

export function knownColours(name: string | null): string {
  return colourMaps.find((map) => map.name === name)?.name ?? DEFAULT_COLOURS;
}
