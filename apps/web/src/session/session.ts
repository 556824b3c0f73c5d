import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type AnswerOf, findings, findingsParamsOf } from '@weft/analysis';
import { isExpression, type TimeScale, timeScaleOf, timeScaleOfCube } from '@weft/metrics';
import type { Cube, Network, Selection } from '@weft/model';
import { type DataRequest, type DatasetInfo, needAnalysis, needNetwork, needWholeRun } from '@weft/views';
import type { CompareTarget } from '../address/compare-target.ts';
import { mirrorAddress } from '../address/mirror-address.ts';
import { type PageAddress, printAddress } from '../address/page-address.ts';
import { comparePanels } from '../compare/compare-panels.ts';
import { type CompareState, createComparing } from '../compare/create-comparing.ts';
import type { RequestState } from '../data/request-state.ts';
import { DEFAULT_COLOURS, knownColours } from '../page/colour-maps.ts';
import { type Page, showNotice } from '../page/page.ts';
import { usableViews } from '../page/refusal.ts';
import { parsePanels, printPanels } from '../panels/panel-text.ts';
import type { PanelTree } from '../panels/panel-tree.ts';
import { presetPanels } from '../panels/presets.ts';
import { createLinkValues } from '../workspace/create-link-values.ts';
import { createRoutes } from '../workspace/create-routes.ts';
import { createWorkspace, type PageWorkspace } from '../workspace/create-workspace.ts';
import { follow, followCubes, readyData } from '../workspace/follow-data.ts';
import { type EndFollower, followEnd } from '../workspace/follow-end.ts';
import { createLiveDataset, type Growth } from '../workspace/live-dataset.ts';
import { createOptionSteps, type SetPanelOptions } from '../workspace/option-steps.ts';
import {
  type ChangeHow,
  createPageHistory,
  createTaskWatch,
  type PageHistory,
} from '../workspace/page-history.ts';
import { type PageState, samePanels } from '../workspace/page-state.ts';
import { createPlayer, type Player } from '../workspace/player.ts';

/** One open dataset: its workspace, its panels, and the address that brings both back. */
export interface Session {
  readonly page: Page;
  readonly dataset: DatasetInfo;
  readonly workspace: PageWorkspace;
  readonly setPanelOptions: SetPanelOptions;
  /** Undo, redo, and the one way to change what an address brings back. */
  readonly history: PageHistory;
  readonly panels: ReadonlySignal<PanelTree>;
  changePanels(change: (tree: PanelTree) => PanelTree, how?: ChangeHow): void;
  /** The whole run and a step of it; null where the dataset has no times. */
  readonly timeScale: ReadonlySignal<TimeScale | null>;
  readonly player: Player;
  /** Whether samples come in, and whether the time range stays with them. */
  readonly growth: ReadonlySignal<Growth>;
  readonly end: EndFollower;
  /** What side B is, and both sides once they are there. */
  readonly compare: ReadonlySignal<CompareTarget | null>;
  readonly comparing: ReadonlySignal<CompareState | null>;
  /** Opens the other side again where that failed. */
  compareAgain(): void;
  /** What stands out; asked for once the data of the first panels are there. */
  readonly findings: ReadonlySignal<RequestState<AnswerOf<typeof findings>> | null>;
  /** Whether every finding is written out. */
  readonly allFindings: ReadonlySignal<boolean>;
  /** The address of evidence: the selection and panels that show it, and nothing compared. */
  addressOf(selection: Selection, layout: string | null): string;
  /** Where the fabric's own data stand; null = the dataset has no such data. */
  readonly cubeState: ReadonlySignal<RequestState | null>;
  readonly networkState: ReadonlySignal<RequestState | null>;
  /** Shows what an address of the same dataset says. */
  restore(address: PageAddress): void;
  resetPanels(): void;
  /** Sets both sides into panels of their own, in one step; null ends the comparison and brings the panels back. */
  compareWith(target: CompareTarget | null, sideA?: Partial<Selection>): void;
  dispose(): void;
}

export function createSession(page: Page, opened: DatasetInfo, address: PageAddress): Session {
  const live = createLiveDataset(page, opened);
  const { dataset, growth } = live;
  const cubeState = signal<RequestState<readonly Cube[]> | null>(null);
  const networkState = signal<RequestState<Network> | null>(null);
  const stops: (() => void)[] = [];
  const followData = <T>(request: () => DataRequest<T> | null): ReadonlySignal<T | null> => {
    const state = signal<RequestState<T> | null>(null);
    stops.push(follow(page, dataset, request, state));
    return computed(() => readyData(state.value));
  };
  const network = computed(() => readyData(networkState.value));
  const cubes = computed(() => readyData(cubeState.value));
  const whole = followData(() => firstSums(dataset, address.selection.metric, cubes.value !== null));
  const preset = computed(() => presetPanels(dataset, usableViews(page.views, dataset)));
  const panelsOf = (text: string | null) => (text === null ? null : parsePanels(text)) ?? preset.peek();
  const start: PageState = {
    selection: address.selection,
    panels: panelsOf(address.layout),
    compare: address.compare,
    colours: address.colours === null ? page.colourMap.peek() : knownColours(address.colours),
    heldScale: address.heldScale,
    allFindings: address.allFindings,
  };
  const history = createPageHistory(start, createTaskWatch());
  const { shown, committed } = history;
  const playing = signal(false);
  const held = computed(() => playing.value || shown.value.heldScale);
  const workspace = createWorkspace({
    history,
    theme: page.theme,
    linkValues: (selection: ReadonlySignal<Selection>) => {
      const routes = createRoutes({ dataset, selection, network, follow: followData });
      return createLinkValues({ dataset, selection, cubes, whole, network, routes, held });
    },
  });
  const panels = computed(() => shown.value.panels);
  const compare = computed(() => shown.value.compare);
  const allFindings = computed(() => shown.value.allFindings);
  /** Panels to come back to after a comparison. */
  let before: PanelTree | null = null;
  const comparing = createComparing({ page, dataset, workspace, history });
  stops.push(
    comparing.dispose,
    effect(() => {
      page.colourMap.value = shown.value.colours;
    }),
  );
  const timeScale = computed(() => timeScaleOfCube(timeScaleOf(dataset.manifest), cubes.value?.[0] ?? null));
  const end = followEnd(timeScale, workspace);
  const player = createPlayer({ scale: timeScale, workspace, activity: page.activity, growth, end });
  stops.push(
    player.playing.subscribe((value) => {
      playing.value = value;
    }),
  );
  stops.push(live.dispose, end.dispose, followPreset(preset, history));

  const links = dataset.manifest.tables.links?.rows ?? 0;
  stops.push(
    follow(page, dataset, () => (links > 0 ? needNetwork() : null), networkState),
    followCubes(page, dataset, () => (links > 0 ? workspace.linkValues.plan.value : null), cubeState),
    mirrorAddress(
      () => ({ ...addressParts(dataset, committed.value, preset.value), tour: page.tour.value }),
      () => history.moves.value,
    ),
  );
  const found = signal<RequestState<AnswerOf<typeof findings>> | null>(null);
  const settled = signal(false);
  page.activity.whenQuiet(SETTLED_MILLISECONDS).then(() => {
    settled.value = true;
  });
  const params = findingsParamsOf(opened.manifest);
  stops.push(
    follow(
      page,
      dataset,
      () => (settled.value ? { ...needAnalysis(findings, params), later: true } : null),
      found,
    ),
  );
  tellUnknownMetric(page, address, workspace);
  return {
    page,
    dataset,
    workspace,
    history,
    panels,
    changePanels: (change, how = 'commit') => history.change({ panels: change(panels.peek()) }, how),
    setPanelOptions: createOptionSteps(history),
    timeScale,
    player,
    growth,
    end,
    compare,
    comparing: comparing.state,
    compareAgain: comparing.again,
    findings: found,
    allFindings,
    addressOf: (selection, layout) =>
      printAddress({
        ...addressParts(dataset, committed.value, preset.value),
        selection,
        layout,
        compare: null,
      }),
    cubeState,
    networkState,
    restore(next) {
      player.stop();
      const asked = panelsOf(next.layout);
      history.goTo({
        selection: next.selection,
        panels: samePanels(asked, panels.peek()) ? panels.peek() : asked,
        compare: next.compare,
        colours: knownColours(next.colours),
        heldScale: next.heldScale,
        allFindings: next.allFindings,
      });
      tellUnknownMetric(page, next, workspace);
    },
    resetPanels: () => {
      const own = compare.peek() ? comparePanels(usableViews(page.views, dataset)) : preset.peek();
      history.change({ panels: own }, 'commit');
    },
    compareWith(target, sideA = {}) {
      const begins = target && !compare.peek();
      if (begins) before = panels.peek();
      const sided = begins ? comparePanels(usableViews(page.views, dataset)) : panels.peek();
      history.change(
        {
          compare: target,
          selection: { ...workspace.selection.peek(), ...sideA },
          panels: target ? sided : (before ?? preset.peek()),
        },
        'commit',
      );
    },
    dispose() {
      player.stop();
      for (const stop of stops) stop();
    },
  };
}

/** So long without a request that a picture waits for, and the first pictures are there. */
const SETTLED_MILLISECONDS = 250;

/** A dataset that gets its first samples opens the panels for them, unless the reader has chosen others. */
function followPreset(preset: ReadonlySignal<PanelTree>, history: PageHistory): () => void {
  let last = preset.peek();
  return effect(() => {
    const next = preset.value;
    if (samePanels(next, last)) return;
    if (samePanels(history.shown.peek().panels, last)) history.change({ panels: next }, 'amend');
    last = next;
  });
}

/** What an address says of a state; the panels are left out where they are those of the dataset. */
function addressParts({ id }: DatasetInfo, state: PageState, preset: PanelTree): PageAddress {
  const { selection, panels, compare, colours, heldScale, allFindings } = state;
  return {
    dataset: id,
    selection,
    layout: samePanels(panels, preset) ? null : printPanels(panels),
    colours: colours === DEFAULT_COLOURS ? null : colours,
    compare,
    tour: null,
    heldScale,
    allFindings,
  };
}

/** Another metric is shown where the dataset has none of that name: says so. */
function tellUnknownMetric(page: Page, { selection }: PageAddress, { linkValues }: PageWorkspace): void {
  const shown = linkValues.metric.value?.name;
  if (selection.metric === null || shown === undefined || shown === selection.metric) return;
  showNotice(page, `This dataset has no metric «${selection.metric}»: ${shown} is shown.`);
}

/** Samples from which the sums of the whole run are asked for before all of its steps. */
const MANY_SAMPLES = 20_000_000;

function firstSums({ manifest }: DatasetInfo, metric: string | null, complete: boolean) {
  const name = metric ?? manifest.metrics[0]?.name;
  const few = (manifest.tables.counters?.rows ?? 0) < MANY_SAMPLES;
  return few || complete || !name || isExpression(name) ? null : needWholeRun(name);
}
