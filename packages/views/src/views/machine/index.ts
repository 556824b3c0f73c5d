import { LANL } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const machine = defineView({
  id: 'machine',
  title: 'Machine',
  help:
    'Every host and switch has its place in one of thirteen representations, from wiring diagrams (QS, DL, DC, DR) over layered blocks (LB) to compact cells that show 65,536 hosts at once (F1, HT); press play and messages travel along their links while switches brighten in the colour of their layer. ' +
    'Click a switch or host to choose it as a source, shift-click as a destination, click a message to follow it; drag turns, the wheel zooms, W A S D Q E and arrows fly; N and B go from node to node, Enter chooses. ' +
    `Traffic between neighbours stays in the low layers and leaves the centre of HT dark, uniform traffic lights it up: the bars say which share of the messages turns at which layer (${LANL}).`,
  hues: ({ options: { colour = 'auto' } }) =>
    /^(auto|activity|layer|level)$/.test(String(colour)) ? ['layer'] : [],
  ownAmounts: true,
  refuses: ({ manifest }) =>
    (manifest.tables.vertices?.rows ?? 0) === 0
      ? 'This dataset has no network. Import it together with a fabric dump (ibnetdiscover, topology file) and a placement of ranks on hosts, or simulate the program on a machine.'
      : null,
  load: () => import('./machine-view.ts'),
});
