import { computed, type ReadonlySignal } from '@preact/signals';
import { type ColourMap, packRgba, parseColour } from '@weft/draw';
import { type Attribute, metricAttribute, type NumberAttribute } from './attributes.ts';
import { type Colouring, colourByAttribute } from './colouring.ts';
import type { Legend } from './legend.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import type { Queued } from './queued.ts';

/** What links look like, by directed link. */
interface CableLooks {
  readonly colours: Uint32Array;
  /** Share of the greatest width; null = all are hairlines. */
  readonly widths: Float32Array | null;
}

/** Colours and widths of links by any of their columns, with what they mean. */
export function createCableLooks(picture: MachinePicture, map: ReadonlySignal<ColourMap>, queued: Queued) {
  const { options, workspace, linkAttributes } = picture;
  const total = computed(() => {
    const totals = workspace.linkValues.totals.value;
    return totals && metricAttribute(totals, workspace.linkValues, 'of link');
  });
  const chosen = (key: string): Attribute | null => {
    if (key === 'plain' || key === 'same') return null;
    if (key === 'total') return total.value;
    if (key === 'queue') return queued.links.value;
    return linkAttributes.value.find((attribute) => attribute.key === key) ?? null;
  };
  const colouredBy = computed(() => chosen(options.linkColour.value));
  const sizedBy = computed((): NumberAttribute | null => {
    const found = chosen(options.linkSize.value);
    return found?.kind === 'number' ? found : null;
  });
  const colouring = computed(
    () => colouredBy.value && colourByAttribute(colouredBy.value, map.value, coloursOf(picture)),
  );
  const looks = computed(
    (): CableLooks => ({
      colours: cableColours(picture, colouring.value),
      widths: sizedBy.value && cableWidths(sizedBy.value),
    }),
  );
  return {
    looks,
    legends(): readonly Legend[] {
      const colour = colouring.value
        ? [
            {
              ...colouring.value.legend,
              title: `links, each half from its start: ${colouring.value.legend.title}`,
            },
          ]
        : [];
      const width = sizedBy.value ? [widthLegend(sizedBy.value)] : [];
      return [...colour, ...width];
    },
  };
}

/** From a sixth of the greatest width to all of it; what has no value is thinnest. */
function cableWidths({ values, domain }: NumberAttribute): Float32Array {
  const [low, high] = domain;
  const span = high - low || 1;
  return new Float32Array(values.length).map((_, link) =>
    Number.isNaN(values[link]) ? 1 / 6 : 1 / 6 + ((values[link] - low) / span) * (5 / 6),
  );
}

function widthLegend({ title, unit, domain }: NumberAttribute): Legend {
  return { kind: 'sizes', title: `width of links: ${title}`, unit, domain, mark: 'line' };
}

/** Colour and opacity of each link; links out of the reader's choice nearly vanish. */
function cableColours(picture: MachinePicture, colouring: Colouring | null): Uint32Array {
  const { network } = picture.data;
  const { linkValues } = picture.workspace;
  const colours = coloursOf(picture);
  const visible = linkValues.visible.value;
  const count = network.linkCount / 2;
  const alpha = Math.round(Math.min(200, Math.max(14, 600_000 / Math.max(count, 1) ** 1.05)));
  const plain = packRgba(parseColour(colours.muted), Math.min(alpha, 150));
  const faded = packRgba(parseColour(colours.faded), Math.max(6, alpha >> 2));
  const base = colouring
    ? colouring.colours.map(
        (colour, link) => ((colour & 0xffffff) | (cableAlpha(colouring, link, alpha) << 24)) >>> 0,
      )
    : new Uint32Array(network.linkCount).fill(plain);
  if (visible)
    for (let link = 0; link < base.length; link++) {
      if (!visible[link]) base[link] = faded;
      else if (linkValues.routes.value) base[link] = (base[link] | 0xd0000000) >>> 0;
    }
  return base;
}

/** What the smallest value keeps of the usual opacity: it steps back and is still seen. */
const LEAST_SHARE = 0.65;

/** Large values stand out of thousands of lines, small ones step back. */
function cableAlpha({ shares }: Colouring, link: number, alpha: number): number {
  const usual = Math.max(alpha, 60);
  if (!shares) return usual;
  const share = Number.isNaN(shares[link]) ? 0 : shares[link];
  const least = usual * LEAST_SHARE;
  return Math.round(least + (255 - least) * share);
}
