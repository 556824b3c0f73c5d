import { computed, signal } from '@preact/signals';
import type { Theme } from '@weft/draw';
import {
  type Cube,
  emptySelection,
  type HoveredItem,
  type Manifest,
  type Network,
  rangeTotals,
  type Selection,
  stepRange,
  textAt,
} from '@weft/model';
import type { Workspace } from '../../src/workspace.ts';

/** The smallest workspace that moves: enough to look at views without the page's shell. */
export function createWorkspace(cube: Cube, network: Network, manifest: Manifest, theme: Theme) {
  const selection = signal<Selection>(emptySelection);
  const buffers = [new Float64Array(cube.links), new Float64Array(cube.links)];
  let turn = 0;
  const time = computed(() => selection.value.time);
  const totals = computed((): Float64Array | null => {
    turn = 1 - turn;
    return rangeTotals(cube, ...stepRange(cube, time.value), buffers[turn]);
  });
  const visible = computed((): Uint8Array | null => {
    const { value, outside, classes, directions } = selection.value;
    const { links } = network;
    const values = totals.value as Float64Array;
    return Uint8Array.from(values, (total, link) => {
      if (value && (total >= value[0] && total <= value[1]) === outside) return 0;
      if (classes.length > 0 && !classes.includes(textAt(links.class, link) ?? '')) return 0;
      return directions.length > 0 && !directions.includes(textAt(links.direction, link) ?? '') ? 0 : 1;
    });
  });
  const themeSignal = signal(theme);
  // The panel's page may offer more than these; a view must do with these.
  const workspace = {
    selection,
    hovered: signal<HoveredItem | null>(null),
    found: signal(null),
    theme: themeSignal,
    colourMap: signal('cividis'),
    linkValues: { totals, visible, unit: signal('B'), metric: signal(manifest.metrics[0] ?? null) },
    select(change: Partial<Selection>) {
      selection.value = { ...selection.peek(), ...change };
    },
  };
  return { workspace: workspace as Workspace, selection, theme: themeSignal };
}
