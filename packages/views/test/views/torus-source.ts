import { computed, signal } from '@preact/signals';
import { emptySelection, type Network } from '@weft/model';
import { torusShape } from '@weft/network';
import { identityTransform } from '../../src/kit/zoom-pan.ts';
import type { TorusOptions } from '../../src/views/torus/source/torus-options.ts';
import type { TorusSource } from '../../src/views/torus/source/torus-source.ts';
import type { Workspace } from '../../src/workspace.ts';

const MiB = 2 ** 20;

/** +d links of even ranks carry a quarter: rank parity is the parity of a (VT-24, VT-25). */
export function alternating(network: Network): Float64Array {
  const { direction, src } = network.links;
  return Float64Array.from(network.links.id, (link) => {
    const low = direction.dictionary[direction.codes[link]] === '+d' && src[link] % 2 === 0;
    return (low ? 2 : 8) * MiB;
  });
}

export function sourceOf(
  network: Network,
  totals: Float64Array,
  set: Partial<Record<string, string>> = {},
): TorusSource {
  const options = {
    tab: signal('planes'),
    groups: signal('direction'),
    planes: signal(set.mode ?? ''),
    signs: signal(set.signs ?? 'apart'),
    figure: signal(set.figure ?? 'mean'),
    scale: signal('linear'),
    roles: signal(set.roles ?? ''),
    group: signal(set.group ?? ''),
    kept: signal(set.kept ?? ''),
    section: signal(set.section ?? ''),
    cells: signal(set.cells ?? ''),
    back: signal(''),
    mapping: signal(''),
    range: signal(''),
    draggedRange: signal(null),
    chosenRange: computed(() => null),
    zoom: signal(identityTransform),
  } as TorusOptions;
  const workspace: Workspace = {
    selection: signal({
      ...emptySelection,
      sources: JSON.parse(set.sources ?? '[]'),
      ...JSON.parse(set.selection ?? '{}'),
    }),
    hovered: signal(null),
    found: signal(null),
    theme: signal('light'),
    colourMap: signal('viridis'),
    linkValues: {
      metric: signal(null),
      totals: signal(totals),
      visible: signal(null),
      routes: signal(null),
      unit: signal('B'),
    },
    select: () => {},
  };
  const dataset = { id: 'example', manifest: { metrics: [{ name: 'data_sent' }] } } as TorusSource['dataset'];
  return { network, shape: torusShape(network)!, dataset, workspace, options };
}
