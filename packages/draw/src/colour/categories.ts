import type { Theme } from './theme.ts';

/** Colours of Okabe and Ito, which colour-blind readers tell apart; cyan and violet for their blues, which mark the selection. */
const base = {
  orange: '#e69f00',
  cyan: '#5fb8c4',
  green: '#009e73',
  purple: '#cc79a7',
  violet: '#8a3fb0',
  vermilion: '#d55e00',
} as const;

/** Those first, then more hues of alternating lightness; fit for both themes. */
export const categoryColours: readonly string[] = [
  ...Object.values(base),
  '#c9b900',
  '#b58ad6',
  '#44aa99',
  '#aa4466',
  '#8ad0d6',
  '#999933',
  '#c67b5c',
  '#2f7f86',
  '#b07aa1',
  '#76b7b2',
  '#8c6d31',
  '#7b9f35',
  '#d98cb3',
  '#6d4a7f',
  '#bd9e39',
  '#4e9b8f',
  '#5f6b2a',
  '#a55194',
];

export function categoryColour(index: number): string {
  return categoryColours[index % categoryColours.length];
}

/** Red, green, blue, cyan, magenta and yellow of the paper (LANL-18), darkened to stand on white; violet for its blue. */
const layerColours: readonly string[] = [
  base.vermilion,
  base.green,
  base.violet,
  base.cyan,
  base.purple,
  base.orange,
  '#5a5a5a',
];

/** Colour of a layer of switches; the lowest is layer 1. */
export function layerColour(layer: number): string {
  return layerColours[(layer - 1 + layerColours.length) % layerColours.length];
}

/** A dark and a light tone of one hue: the hue tells the class, the tone the direction. */
const lightPairs: readonly (readonly [string, string])[] = [
  ['#7a3b8f', '#c79ad6'],
  ['#b85000', '#f2a65e'],
  ['#00705a', '#5fbfa5'],
  ['#7d6a00', '#cdb73c'],
  ['#4d5560', '#a3abb5'],
  ['#9c2f55', '#e08fae'],
];

const darkPairs: readonly (readonly [string, string])[] = [
  ['#d3a4e4', '#8a55a0'],
  ['#ffb066', '#b8641c'],
  ['#6fdcc0', '#1f8c73'],
  ['#e6d255', '#94831c'],
  ['#c9d0d8', '#767e89'],
  ['#f5a3c0', '#ad4a70'],
];

/** Colour of the nth class in direction 0 (up, +) or 1 (down, -). */
export function pairedColour(hue: number, tone: 0 | 1, theme: Theme): string {
  const pairs = theme === 'dark' ? darkPairs : lightPairs;
  return pairs[hue % pairs.length][tone];
}
