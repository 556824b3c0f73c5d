import type { Network } from '@weft/model';
import { createHairlineLayer } from './hairline-layer.ts';
import type { LineLayer, LineView } from './line-layer.ts';
import { createPipeLayer, type PipeLayer } from './pipe-layer.ts';

/**
 * All links in one draw call: hairlines, or pipes where a column gives them widths. The two links of a cable have half
 * of it each, from where they start to the middle, so that both directions are seen.
 */
export interface CableLayer {
  /** One directed link of each cable, to be picked. */
  readonly cables: Int32Array;
  /** Colour and factor of width of each directed link; null = hairlines. */
  paint(colours: Uint32Array, widths: Float32Array | null): void;
  /** Both ends of what is drawn of each link, three numbers each. */
  readonly ends: Float32Array;
  /** Colour of each link as painted last. */
  readonly colours: Uint32Array;
  /** Width of each link in pixels as painted last. */
  widthOf(link: number): number;
  show(shown: boolean): void;
  setView(view: LineView): void;
  dispose(): void;
}

/** Width on screen of the widest cable, in CSS pixels. */
const WIDEST = 7;

/** The directed link of each cable that has the lower id; links without a reverse are cables, too. */
export function cablesOf({ links, linkCount }: Pick<Network, 'links' | 'linkCount'>): Int32Array {
  const { reverse } = links;
  let count = 0;
  const cables = new Int32Array(linkCount);
  for (let link = 0; link < linkCount; link++) {
    if (reverse[link] < 0 || link < reverse[link]) cables[count++] = link;
  }
  return cables.slice(0, count);
}

export function createCableLayer(
  network: Network,
  places: Float32Array,
  onLayer: (layer: LineLayer) => void,
): CableLayer {
  const count = network.linkCount;
  const colours = new Uint32Array(count);
  const ends = linkHalves(network, places);
  let hairlines: LineLayer | null = null;
  let pipes: PipeLayer | null = null;
  let shown: LineLayer | null = null;
  const added = <L extends LineLayer>(layer: L): L => {
    layer.ends.set(ends);
    onLayer(layer);
    return layer;
  };
  const show = (on: boolean): void => {
    for (const layer of [hairlines, pipes]) if (layer) layer.mesh.visible = on && layer === shown;
  };
  return {
    cables: cablesOf(network),
    ends,
    colours,
    paint(linkColours, widths) {
      colours.set(linkColours);
      if (widths) {
        pipes ??= added(createPipeLayer(count));
        pipes.widths.set(widths);
      } else hairlines ??= added(createHairlineLayer(count));
      shown = widths ? pipes : hairlines;
      new Uint32Array(shown!.colours.buffer).set(colours);
      shown!.update(count);
      show(true);
    },
    widthOf: (link) => (shown && shown === pipes ? pipes.widths[link] * WIDEST : 0.6),
    show,
    setView(view) {
      for (const layer of [hairlines, pipes]) layer?.setView({ ...view, pixels: WIDEST * view.pixels });
    },
    dispose() {
      hairlines?.dispose();
      pipes?.dispose();
    },
  };
}

/** Of each link the half that begins at its source; all of a link that has no reverse. */
export function linkHalves(
  { links, linkCount }: Pick<Network, 'links' | 'linkCount'>,
  places: Float32Array,
): Float32Array {
  const ends = new Float32Array(linkCount * 6);
  for (let link = 0; link < linkCount; link++) {
    const share = links.reverse[link] < 0 ? 1 : 0.5;
    for (let axis = 0; axis < 3; axis++) {
      const from = places[links.src[link] * 3 + axis];
      const to = places[links.dst[link] * 3 + axis];
      ends[link * 6 + axis] = from;
      ends[link * 6 + 3 + axis] = from + (to - from) * share;
    }
  }
  return ends;
}
