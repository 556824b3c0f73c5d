import type { Signal } from '@preact/signals';
import { type Layout, type LayoutOptions, layouts } from '@weft/layout';
import { useRef } from 'preact/hooks';
import { timeText, useSettledOption } from '../../kit/use-settled-option.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import type { ViewProps } from '../../view.ts';
import { type Pose, parsePose, printPose } from './camera-pose.ts';
import type { MachineNeeds } from './machine-needs.ts';

const MESSAGE_MODES = ['auto', 'marks', 'pipes', 'none'] as const;
type MessageMode = (typeof MESSAGE_MODES)[number];

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

/** What the panel remembers; each a signal, so that a change draws and does not render. */
export interface MachineOptions {
  /** Name of a layout; empty for the best one of the network. */
  readonly representation: Signal<string>;
  readonly space: Signal<'auto' | '2d' | '3d'>;
  /** auto, activity, carried, queue, total, layer, or a column. */
  readonly colour: Signal<string>;
  readonly size: Signal<string>;
  readonly shape: Signal<string>;
  readonly links: Signal<'auto' | 'on' | 'off'>;
  readonly linkColour: Signal<string>;
  readonly linkSize: Signal<string>;
  readonly hosts: Signal<'auto' | 'on' | 'off'>;
  readonly messages: Signal<MessageMode>;
  readonly source: Signal<'auto' | 'counters'>;
  readonly subdivide: Signal<boolean>;
  readonly ground: Signal<boolean>;
  readonly shadows: Signal<boolean>;
  readonly stereo: Signal<boolean>;
  readonly sound: Signal<boolean>;
  /** Several layouts are compared. */
  readonly sideBySide: Signal<boolean>;
  readonly layoutSettings: LayoutSettings;
  readonly speed: Signal<number>;
  readonly loop: Signal<boolean>;
  /** Id of the message followed; -1 where none is. */
  readonly follow: Signal<number>;
  /** The camera goes with the message followed. */
  readonly chase: Signal<boolean>;
  /** Where the reader stands; null means where the whole first scene is seen. */
  readonly camera: Signal<Pose | null>;
  /** Where the clock rests; null at the start of the time range. */
  readonly moment: Signal<number | null>;
  /** The panel of further options is open. */
  readonly panel: Signal<boolean>;
}

/** What the reader sets of all layouts, by the keys of their parameters. */
export type LayoutSettings = Readonly<Record<string, Signal<string | number>>>;

/** The settings of one layout as they are now. */
export function settingsOf({ parameters }: Layout, settings: LayoutSettings): LayoutOptions {
  return Object.fromEntries(Object.keys(parameters).map((key) => [key, settings[key].value]));
}

/** The registry of layouts does not change, so neither does the number of these hooks. */
function useLayoutSettings(props: ViewProps<MachineNeeds>): LayoutSettings {
  const parameters = layouts.flatMap((layout) => Object.entries(layout.parameters));
  return Object.fromEntries(
    parameters.map(([key, { standard }]) => [key, useViewOption<string | number>(props, key, standard)]),
  );
}

/** The keys of the view's own options in the address; no parameter of a layout has one of them. */
export const machineOptionKeys: Readonly<Record<Exclude<keyof MachineOptions, 'layoutSettings'>, string>> = {
  representation: 'rep',
  space: 'space',
  colour: 'colour',
  size: 'size',
  shape: 'shape',
  links: 'links',
  linkColour: 'linkColour',
  linkSize: 'linkSize',
  hosts: 'hosts',
  messages: 'messages',
  source: 'source',
  subdivide: 'subdivide',
  ground: 'ground',
  shadows: 'shadows',
  stereo: 'stereo',
  sound: 'sound',
  sideBySide: 'sideBySide',
  speed: 'speed',
  loop: 'loop',
  follow: 'follow',
  chase: 'chase',
  camera: 'camera',
  moment: 'at',
  panel: 'panel',
};

const poseText = { print: (pose: Pose | null) => (pose ? printPose(pose) : ''), parse: parsePose };

const SWITCH = ['auto', 'on', 'off'] as const;

export function useMachineOptions(props: ViewProps<MachineNeeds>): MachineOptions {
  const keys = machineOptionKeys;
  const options: MachineOptions = {
    representation: useViewOption(props, keys.representation, ''),
    space: useViewOption<'auto' | '2d' | '3d'>(props, keys.space, 'auto', ['auto', '2d', '3d']),
    colour: useViewOption(props, keys.colour, 'auto'),
    size: useViewOption(props, keys.size, 'same'),
    shape: useViewOption(props, keys.shape, 'kind'),
    links: useViewOption<'auto' | 'on' | 'off'>(props, keys.links, 'auto', SWITCH),
    linkColour: useViewOption(props, keys.linkColour, 'plain'),
    linkSize: useViewOption(props, keys.linkSize, 'same'),
    hosts: useViewOption<'auto' | 'on' | 'off'>(props, keys.hosts, 'auto', SWITCH),
    messages: useViewOption<MessageMode>(props, keys.messages, 'auto', MESSAGE_MODES),
    source: useViewOption<'auto' | 'counters'>(props, keys.source, 'auto', ['auto', 'counters']),
    subdivide: useViewOption(props, keys.subdivide, false),
    ground: useViewOption(props, keys.ground, false),
    shadows: useViewOption(props, keys.shadows, false),
    stereo: useViewOption(props, keys.stereo, false),
    sound: useViewOption(props, keys.sound, false),
    sideBySide: useViewOption(props, keys.sideBySide, false),
    layoutSettings: useLayoutSettings(props),
    speed: useViewOption(props, keys.speed, 1),
    loop: useViewOption(props, keys.loop, true),
    follow: useViewOption(props, keys.follow, -1),
    chase: useViewOption(props, keys.chase, true),
    camera: useSettledOption(props, keys.camera, poseText),
    moment: useSettledOption(props, keys.moment, timeText),
    panel: useViewOption(props, keys.panel, false),
  };
  // Every option is a signal that stays the same, so the first record of them stays right.
  return useRef(options).current;
}
