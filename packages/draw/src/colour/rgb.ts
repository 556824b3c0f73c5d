export type Rgb = readonly [number, number, number];

/** `#rrggbb` or `rgb(r, g, b)`: the two forms our palettes and d3 use. */
export function parseColour(text: string): Rgb {
  if (text.startsWith('#')) {
    const value = Number.parseInt(text.slice(1), 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  }
  const parts = text.match(/[\d.]+/g) ?? [];
  return [Math.round(Number(parts[0])), Math.round(Number(parts[1])), Math.round(Number(parts[2]))];
}

/** One pixel of ImageData on a little-endian machine: 0xAABBGGRR. */
export function packRgba([r, g, b]: Rgb, alpha = 255): number {
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** A packed pixel as CSS text, made darker by `light` below 1. */
export function packedCss(pixel: number, light = 1): string {
  const parts = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  return `rgb(${parts.map((part) => Math.min(255, Math.round(part * light))).join(', ')})`;
}

export function formatHex([r, g, b]: Rgb): string {
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;
}

/** Colour at t in 0..1 along evenly spaced stops, mixed in OKLab so that lightness runs evenly. */
export function mixStops(stops: readonly string[], t: number): string {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const low = Math.min(Math.floor(at), stops.length - 2);
  const share = at - low;
  const a = toOklab(parseColour(stops[low]));
  const b = toOklab(parseColour(stops[low + 1]));
  const mix = (i: 0 | 1 | 2): number => a[i] + (b[i] - a[i]) * share;
  return formatHex(fromOklab([mix(0), mix(1), mix(2)]));
}

/** Björn Ottosson's OKLab. */
export function toOklab(rgb: Rgb): [number, number, number] {
  const [r, g, b] = rgb.map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(Math.max(value, 0), 1) * 255);
}
