import { type ColourScale, packRgba, parseColour, type Theme, themeColours } from '@weft/draw';
import { INCOMING, type LinkMatrix } from '@weft/layout';
import type { Network } from '@weft/model';
import { type CellLayer, CROSSED, HOLLOW, SOLID, STRIPED } from '../../kit/cell-layer.ts';
import { idleColour, isDown } from '../../kit/link-state.ts';
import type { MatrixMaps } from './matrix-colour-maps.ts';
import type { SwitchMaxima } from './switch-maxima.ts';

/** One colour per directed link, per drawn half of a switch, for missing cables, and none. */
interface CellNumbers {
  readonly parts: number;
  readonly missing: number;
  readonly none: number;
}

export function cellNumbers(network: Network, { switchParts }: LinkMatrix): CellNumbers {
  const parts = network.linkCount;
  const missing = parts + switchParts.vertex.length;
  return { parts, missing, none: missing + 1 };
}

/** Columns are solid where links go into their switch, hollow where links leave it (TS-16); ports that are down are striped. */
export function cellLayers(network: Network, matrix: LinkMatrix): CellLayer[] {
  const { switchParts, linkRects, missing } = matrix;
  const numbers = cellNumbers(network, matrix);
  const { level } = network.vertices;
  const hollow = Uint8Array.from(switchParts.vertex, (vertex, i) =>
    switchParts.part[i] !== INCOMING && level[vertex] % 2 === 0 ? HOLLOW : SOLID,
  );
  const striped = network.links.capacity.includes(0)
    ? Uint8Array.from(network.links.id, (link) => (isDown(network, link) ? STRIPED : SOLID))
    : null;
  const crosses = new Uint8Array(missing.length / 4).fill(CROSSED);
  return [
    { rects: linkRects, first: 0, styles: striped },
    { rects: switchParts.rects, first: numbers.parts, styles: hollow, fine: true },
    { rects: missing, first: numbers.missing, oneColour: true, styles: crosses },
  ];
}

interface ColourInput {
  readonly totals: Float64Array;
  readonly visible: Uint8Array | null;
  /** Switches on chosen routes; null = all. */
  readonly passed: Uint8Array | null;
  /** Null where switches are too small to be drawn. */
  readonly maxima: SwitchMaxima | null;
  readonly scale: ColourScale;
  readonly maps: MatrixMaps;
  readonly theme: Theme;
  /** Of signed differences zero is the mid point of the scale, nothing is idle. */
  readonly difference: boolean;
}

export interface CellColours {
  /** 0xAABBGGRR by the numbers above. */
  readonly colours: Uint32Array;
  /** 0 = faded, idle or down, else higher for higher values. */
  readonly ranks: Uint8Array;
}

const FADED = 0x2affffff;

/** Colours into buffers that live as long as the view: a moving brush allocates nothing of size. */
export function createColouring(network: Network, matrix: LinkMatrix, drawn: Int32Array) {
  const numbers = cellNumbers(network, matrix);
  const colours = new Uint32Array(numbers.none + 1);
  const ranks = new Uint8Array(numbers.none + 1);
  const scratch = [0, 1].map(() => ({
    colours: new Uint32Array(network.vertexCount),
    ranks: new Uint8Array(network.vertexCount),
  }));
  const down = downLinks(network);
  const broken = network.links.capacity.includes(0);
  return (input: ColourInput): CellColours => {
    colourLinks(input, drawn, down, colours, ranks);
    if (broken) colourBroken(network, drawn, input.theme, colours, ranks);
    const { maxima } = input;
    if (maxima) {
      scratch.forEach((sides, part) => {
        colourSwitches(input, maxima, network, part, sides);
      });
      const { vertex, part } = matrix.switchParts;
      for (let i = 0; i < vertex.length; i++) {
        colours[numbers.parts + i] = scratch[part[i]].colours[vertex[i]];
        ranks[numbers.parts + i] = scratch[part[i]].ranks[vertex[i]];
      }
    }
    colours[numbers.missing] = pixelOf(themeColours(input.theme).faded);
    colours[numbers.none] = 0;
    return { colours, ranks };
  };
}

function colourLinks(
  input: ColourInput,
  drawn: Int32Array,
  down: Uint8Array,
  colours: Uint32Array,
  ranks: Uint8Array,
): void {
  const { totals, visible, scale } = input;
  const palette = linkPalette(input);
  // Places in the palette stand in `colours` until they are looked up there.
  if (scale.kind === 'linear') placeLinear(totals, drawn, scale.domain, colours);
  else for (const link of drawn) colours[link] = totals[link] === 0 ? ZERO : scale.index(totals[link]);
  for (let i = 0; i < drawn.length; i++) {
    const link = drawn[i];
    const hidden = visible !== null && visible[link] === 0 ? FADED_PARTS : 0;
    const entry = (hidden + down[link]) * PART + colours[link];
    colours[link] = palette.colours[entry];
    ranks[link] = palette.ranks[entry];
  }
}

/** The common case without a call per link. */
function placeLinear(
  totals: Float64Array,
  drawn: Int32Array,
  [low, high]: readonly [number, number],
  into: Uint32Array,
): void {
  const factor = high > low ? 255 / (high - low) : 0;
  for (let i = 0; i < drawn.length; i++) {
    const link = drawn[i];
    const value = totals[link];
    const place = (value - low) * factor;
    into[link] = value === 0 ? ZERO : place > 255 ? 255 : place > 0 ? (place + 0.5) | 0 : 0;
  }
}

/** A part of the palette: 256 colours of a map and one for zero. */
const PART = 257;
const ZERO = 256;
/** Parts: up, down, and both again faded. */
const FADED_PARTS = 2;

/** Every colour and rank a link can have: colouring a link is one look-up. */
function linkPalette({ scale, maps, theme, difference }: ColourInput) {
  const colours = new Int32Array(4 * PART);
  const ranks = new Uint8Array(4 * PART);
  const idle = idlePixel(theme);
  [maps.up.pixels, maps.down.pixels].forEach((pixels, part) => {
    for (let index = 0; index < PART; index++) {
      const zero = difference ? pixels[scale.index(0)] : idle;
      const colour = index === ZERO ? zero : pixels[index];
      colours[part * PART + index] = colour;
      colours[(part + FADED_PARTS) * PART + index] = colour & FADED;
      ranks[part * PART + index] = index === ZERO ? 0 : rankOf(index, difference);
    }
  });
  return { colours, ranks };
}

function colourBroken(
  network: Network,
  drawn: Int32Array,
  theme: Theme,
  colours: Uint32Array,
  ranks: Uint8Array,
): void {
  const pixel = pixelOf(themeColours(theme).muted);
  for (const link of drawn) {
    if (!isDown(network, link)) continue;
    colours[link] = pixel;
    ranks[link] = 0;
  }
}

/** Where routes are chosen, switches off them are faded (TS-30, TS-31); else those none of whose links passes the filters. */
function colourSwitches(
  { passed, scale, maps, theme, difference }: ColourInput,
  maxima: SwitchMaxima,
  network: Network,
  part: number,
  sides: CellColours,
): void {
  const idle = idlePixel(theme);
  const values = part === INCOMING ? maxima.incoming : maxima.outgoing;
  const kept = passed ?? (part === INCOMING ? maxima.incomingShown : maxima.outgoingShown);
  const { pixels } = part === INCOMING ? maps.incoming : maps.outgoing;
  for (const vertex of network.switches) {
    const value = values[vertex];
    const index = scale.index(value);
    const colour = value !== 0 || difference ? pixels[index] : idle;
    const shown = kept[vertex] !== 0;
    sides.colours[vertex] = shown ? colour : colour & FADED;
    sides.ranks[vertex] = shown && value !== 0 ? rankOf(index, difference) : 0;
  }
}

/** What stands out most: the highest, or the furthest from zero. */
function rankOf(index: number, difference: boolean): number {
  return Math.max(1, difference ? Math.abs(index - 128) * 2 - 1 : index);
}

function idlePixel(theme: Theme): number {
  return pixelOf(idleColour(theme));
}

function pixelOf(colour: string): number {
  return packRgba(parseColour(colour));
}

/** 1 for links that go down. */
function downLinks(network: Network): Uint8Array {
  const { dictionary, codes } = network.links.direction;
  const down = dictionary.indexOf('down');
  return Uint8Array.from(codes, (code) => (down >= 0 && code === down ? 1 : 0));
}
