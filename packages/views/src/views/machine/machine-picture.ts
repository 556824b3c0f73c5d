import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { treeLevels } from '@weft/analysis';
import { type ThemeColours, themeColours } from '@weft/draw';
import { isLevelled } from '@weft/model';
import type { DatasetInfo, Workspace } from '../../workspace.ts';
import { type Attribute, linkAttributes, vertexAttributes } from './attributes.ts';
import { createMachineCamera, type MachineCamera } from './machine-camera.ts';
import type { MachineData } from './machine-needs.ts';
import type { MachineOptions } from './machine-options.ts';
import { createMotion, type Motion } from './motion.ts';
import { createStaging, type Staging } from './staging.ts';

/** The state of one machine view: what is on stage, from where it is seen, and what moves. */
export interface MachinePicture {
  readonly dataset: DatasetInfo;
  readonly data: MachineData;
  readonly workspace: Workspace;
  readonly options: MachineOptions;
  /** Columns that can drive looks, made when first asked for. */
  readonly vertexAttributes: ReadonlySignal<readonly Attribute[]>;
  readonly linkAttributes: ReadonlySignal<readonly Attribute[]>;
  /** Levels of the tree; 0 where the network is none. */
  readonly levels: number;
  /** The first picture is on screen: what takes its time, such as the routes of messages, may follow. */
  readonly drawn: Signal<boolean>;
  readonly motion: Motion;
  readonly staging: Staging;
  readonly camera: MachineCamera;
}

export function createMachinePicture(
  dataset: DatasetInfo,
  data: MachineData,
  workspace: Workspace,
  options: MachineOptions,
): MachinePicture {
  const { network } = data;
  const drawn = signal(false);
  const motion = createMotion(dataset, data, workspace, options, drawn);
  const staging = createStaging(network, options, motion);
  return {
    dataset,
    data,
    workspace,
    options,
    vertexAttributes: computed(() => vertexAttributes(network)),
    linkAttributes: computed(() => linkAttributes(network)),
    levels: isLevelled(network.vertices.level, network.links.src, network.links.dst)
      ? treeLevels(network.vertices.level)
      : 0,
    drawn,
    motion,
    staging,
    camera: createMachineCamera(options, staging),
  };
}

export function coloursOf({ workspace }: Pick<MachinePicture, 'workspace'>): ThemeColours {
  return themeColours(workspace.theme.value);
}
