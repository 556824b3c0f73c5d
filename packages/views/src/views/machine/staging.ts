import { computed, type ReadonlySignal } from '@preact/signals';
import { comparedLayouts, type Layout, layoutsFor } from '@weft/layout';
import type { Network } from '@weft/model';
import { type LayoutSettings, type MachineOptions, settingsOf } from './machine-options.ts';
import { createMachineScene, type MachineScene } from './machine-scene.ts';
import type { Motion } from './motion.ts';
import { mostConcurrent } from './place-messages.ts';
import { createStage, type Stage } from './stage.ts';

/** What stands on stage: the network in one layout, or in several side by side. */
export interface Staging {
  /** The layouts this network has, best first. */
  readonly layouts: readonly Layout[];
  /** The one chosen, also while several are compared. */
  readonly layout: ReadonlySignal<Layout>;
  readonly scenes: ReadonlySignal<readonly MachineScene[]>;
  /** Why the layout cannot be drawn with the reader's settings; its standard settings are shown instead. */
  readonly fault: ReadonlySignal<string | null>;
  dispose(): void;
}

export function createStaging(
  network: Network,
  options: MachineOptions,
  { traffic }: Pick<Motion, 'traffic'>,
): Staging {
  const layouts = layoutsFor(network);
  const layout = computed(
    () => layouts.find(({ name }) => name === options.representation.value) ?? layouts[0],
  );
  const shown = computed(() => {
    const compared = options.sideBySide.value ? comparedLayouts.filter((each) => layouts.includes(each)) : [];
    return compared.length > 0 ? compared : [layout.value];
  });
  const staged = computed(() => createStages(network, shown.value, options.layoutSettings));
  const concurrent = computed(() => (traffic.value ? mostConcurrent(traffic.value.flights) : 0));
  let made: MachineScene[] = [];
  const dispose = (): void => {
    for (const scene of made) scene.dispose();
    made = [];
  };
  const scenes = computed((): readonly MachineScene[] => {
    dispose();
    made = staged.value.stages.map((stage) => createMachineScene(network, stage, concurrent.value));
    return made;
  });
  return { layouts, layout, scenes, fault: computed(() => staged.value.fault), dispose };
}

function createStages(
  network: Network,
  layouts: readonly Layout[],
  settings: LayoutSettings,
): { readonly stages: readonly Stage[]; readonly fault: string | null } {
  try {
    const stages = layouts.map((layout) => createStage(network, layout, settingsOf(layout, settings)));
    return { stages, fault: null };
  } catch (error) {
    const stages = layouts.map((layout) => createStage(network, layout, {}));
    return { stages, fault: error instanceof Error ? error.message : String(error) };
  }
}
