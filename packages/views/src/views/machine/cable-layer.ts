import type { Network } from '@weft/model';
import { createHairlineLayer } from './hairline-layer.ts';
import type { LineLayer, LineView } from './line-layer.ts';
import { createPipeLayer, type PipeLayer } from './pipe-layer.ts';

/** All cables in one draw call: hairlines, or pipes where a column gives them widths. A cable is two directed links. */
export interface CableLayer {
  /** One directed link of each cable. */
  readonly cables: Int32Array;
  /** Colour and factor of width of each directed link; null = hairlines. */
  paint(colours: Uint32Array, widths: Float32Array | null): void;
  /** Colour of each cable as painted last. */
  readonly colours: Uint32Array;
  /** Width of each cable in pixels as painted last. */
  widthOf(cable: number): number;
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
  const cables = cablesOf(network);
  const colours = new Uint32Array(cables.length);
  let hairlines: LineLayer | null = null;
  let pipes: PipeLayer | null = null;
  let shown: LineLayer | null = null;
  const added = <L extends LineLayer>(layer: L): L => {
    placeEnds(network, places, cables, layer.ends);
    onLayer(layer);
    return layer;
  };
  const show = (on: boolean): void => {
    for (const layer of [hairlines, pipes]) if (layer) layer.mesh.visible = on && layer === shown;
  };
  return {
    cables,
    colours,
    paint(linkColours, widths) {
      for (let cable = 0; cable < cables.length; cable++) colours[cable] = linkColours[cables[cable]];
      if (widths) {
        pipes ??= added(createPipeLayer(cables.length));
        for (let cable = 0; cable < cables.length; cable++) pipes.widths[cable] = widths[cables[cable]];
      } else hairlines ??= added(createHairlineLayer(cables.length));
      shown = widths ? pipes : hairlines;
      new Uint32Array(shown!.colours.buffer).set(colours);
      shown!.update(cables.length);
      show(true);
    },
    widthOf: (cable) => (shown && shown === pipes ? pipes.widths[cable] * WIDEST : 0.6),
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

function placeEnds({ links }: Network, places: Float32Array, cables: Int32Array, ends: Float32Array): void {
  cables.forEach((link, cable) => {
    ends.set(places.subarray(links.src[link] * 3, links.src[link] * 3 + 3), cable * 6);
    ends.set(places.subarray(links.dst[link] * 3, links.dst[link] * 3 + 3), cable * 6 + 3);
  });
}
