import { computed, type ReadonlySignal } from '@preact/signals';
import { layouts as allLayouts, comparedLayouts, type Layout, layoutsFor } from '@weft/layout';
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
  /** Why the layout that the options name, or its settings, cannot be drawn; what is shown instead is said. */
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
  const fault = computed(
    () => staged.value.fault ?? missingLayout(options.representation.value, layout.value, network),
  );
  return { layouts, layout, scenes, fault, dispose };
}

/** What is said where another layout is shown than the options name; an empty name leaves the choice. */
export function missingLayout(wanted: string, shown: Layout, network: Network): string | null {
  if (wanted === '' || wanted === shown.name) return null;
  const refusal = allLayouts.find(({ name }) => name === wanted)?.refuses(network);
  return refusal
    ? `«${wanted}» cannot draw this network: ${refusal}. ${shown.name} is shown.`
    : `There is no layout «${wanted}». ${shown.name} is shown.`;
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
