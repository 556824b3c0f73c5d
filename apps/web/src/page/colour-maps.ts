import { colourMap, colourMapTitle, divergingMapNames, sequentialMapNames } from '@weft/draw';

interface ColourChoice {
  readonly name: string;
  readonly title: string;
  readonly stops: readonly string[];
}

/** Names a view understands, with a few of their colours for the swatch in the bar. */
export const colourMaps: readonly ColourChoice[] = [...sequentialMapNames, ...divergingMapNames].map(
  (name) => ({
    name,
    title: colourMapTitle(name),
    stops: [0, 64, 128, 192, 255].map((at) => colourMap(name, 'light').css[at]),
  }),
);

export const DEFAULT_COLOURS = 'cividis';

export function knownColours(name: string | null): string {
  return colourMaps.find((map) => map.name === name)?.name ?? DEFAULT_COLOURS;
}
