import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type AnswerOf, findings, findingsParamsOf } from '@weft/analysis';
import { isExpression, type TimeScale, timeScaleOf } from '@weft/metrics';
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
import { refusalOf } from '../page/refusal.ts';
import { parsePanels, printPanels } from '../panels/panel-text.ts';
import type { PanelTree } from '../panels/panel-tree.ts';
import { presetPanels } from '../panels/presets.ts';
import { createLinkValues } from '../workspace/create-link-values.ts';
import { createRoutes } from '../workspace/create-routes.ts';
import { createWorkspace, type PageWorkspace } from '../workspace/create-workspace.ts';
import { follow, followCubes, readyData } from '../workspace/follow-data.ts';
import { type EndFollower, followEnd } from '../workspace/follow-end.ts';
import { createLiveDataset, type Growth } from '../workspace/live-dataset.ts';
import { createPlayer, type Player } from '../workspace/player.ts';

/** One open dataset: its workspace, its panels, and the address that brings both back. */
export interface Session {
  readonly page: Page;
  readonly dataset: DatasetInfo;
  readonly workspace: PageWorkspace;
  readonly panels: Signal<PanelTree>;
  /** The whole run and a step of it; null where the dataset has no times. */
  readonly timeScale: ReadonlySignal<TimeScale | null>;
  readonly player: Player;
  /** Whether samples come in, and whether the time range stays with them. */
  readonly growth: ReadonlySignal<Growth>;
  readonly end: EndFollower;
  /** What side B is, and both sides once they are there. */
  readonly compare: Signal<CompareTarget | null>;
  readonly comparing: ReadonlySignal<CompareState | null>;
  /** What stands out; asked for once the data of the first panels are there. */
  readonly findings: ReadonlySignal<RequestState<AnswerOf<typeof findings>> | null>;
  /** Whether every finding is written out. */
  readonly allFindings: Signal<boolean>;
  /** The address of evidence: the selection and panels that show it, and nothing compared. */
  addressOf(selection: Selection, layout: string | null): string;
  /** Where the fabric's own data stand; null = the dataset has no such data. */
  readonly cubeState: ReadonlySignal<RequestState | null>;
  readonly networkState: ReadonlySignal<RequestState | null>;
  /** Shows what an address of the same dataset says. */
  restore(address: PageAddress): void;
  resetPanels(): void;
  /** Sets both sides into panels of their own; null ends the comparison and brings the panels back. */
  compareWith(target: CompareTarget | null): void;
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
  const workspace = createWorkspace({
    start: address.selection,
    theme: page.theme,
    colourMap: page.colourMap,
    linkValues: (selection: ReadonlySignal<Selection>) => {
      const routes = createRoutes({ dataset, selection, network, follow: followData });
      return createLinkValues({ dataset, selection, cubes, whole, network, routes });
    },
  });
  const preset = computed(() => presetPanels(dataset, usableViews(page, dataset)));
  const panelsOf = (text: string | null) => (text === null ? null : parsePanels(text)) ?? preset.peek();
  const panels = signal(panelsOf(address.layout));
  const compare = signal(address.compare);
  const allFindings = signal(address.allFindings);
  /** Panels to come back to after a comparison. */
  let before: PanelTree | null = null;
  const comparing = createComparing(page, dataset, workspace, compare);
  stops.push(comparing.dispose);
  const timeScale = computed(() => timeScaleOf(dataset.manifest));
  const end = followEnd(timeScale, workspace);
  const player = createPlayer({ scale: timeScale, workspace, activity: page.activity, growth, end });
  stops.push(live.dispose, end.dispose, followPreset(preset, panels));

  const links = dataset.manifest.tables.links?.rows ?? 0;
  stops.push(
    follow(page, dataset, () => (links > 0 ? needNetwork() : null), networkState),
    followCubes(page, dataset, () => (links > 0 ? workspace.linkValues.plan.value : null), cubeState),
    mirrorAddress(() => ({
      dataset: dataset.id,
      selection: workspace.committed.value,
      layout: printPanels(panels.value) === printPanels(preset.value) ? null : printPanels(panels.value),
      colours: page.colourMap.value === DEFAULT_COLOURS ? null : page.colourMap.value,
      compare: compare.value,
      tour: page.tour.value,
      allFindings: allFindings.value,
    })),
  );
  const found = signal<RequestState<AnswerOf<typeof findings>> | null>(null);
  const settled = computed(() =>
    [networkState.value, cubeState.value].every((state) => state?.status !== 'loading'),
  );
  const params = findingsParamsOf(opened.manifest);
  stops.push(follow(page, dataset, () => (settled.value ? needAnalysis(findings, params) : null), found));
  tellUnknownMetric(page, address, workspace);
  return {
    page,
    dataset,
    workspace,
    panels,
    timeScale,
    player,
    growth,
    end,
    compare,
    comparing: comparing.state,
    findings: found,
    allFindings,
    addressOf: (selection, layout) =>
      printAddress({
        dataset: dataset.id,
        selection,
        layout,
        colours: page.colourMap.value === DEFAULT_COLOURS ? null : page.colourMap.value,
        compare: null,
        tour: null,
        allFindings: allFindings.value,
      }),
    cubeState,
    networkState,
    restore(next) {
      player.stop();
      batch(() => {
        workspace.select(next.selection);
        panels.value = panelsOf(next.layout);
        page.colourMap.value = knownColours(next.colours);
        compare.value = next.compare;
        allFindings.value = next.allFindings;
      });
      tellUnknownMetric(page, next, workspace);
    },
    resetPanels: () => {
      panels.value = compare.value ? comparePanels(usableViews(page, dataset)) : preset.peek();
    },
    compareWith: (target) =>
      batch(() => {
        if (target && !compare.value) {
          before = panels.value;
          panels.value = comparePanels(usableViews(page, dataset));
        }
        if (!target) panels.value = before ?? preset.peek();
        compare.value = target;
      }),
    dispose() {
      player.stop();
      for (const stop of stops) stop();
    },
  };
}

/** A dataset that gets its first samples opens the panels for them, unless the reader has chosen others. */
function followPreset(preset: ReadonlySignal<PanelTree>, panels: Signal<PanelTree>): () => void {
  let last = printPanels(preset.peek());
  return effect(() => {
    const next = printPanels(preset.value);
    if (next === last) return;
    if (printPanels(panels.peek()) === last) panels.value = preset.value;
    last = next;
  });
}

/** Another metric is shown where the dataset has none of that name: says so. */
function tellUnknownMetric(page: Page, { selection }: PageAddress, { linkValues }: PageWorkspace): void {
  const shown = linkValues.metric.value?.name;
  if (selection.metric === null || shown === undefined || shown === selection.metric) return;
  showNotice(page, `This dataset has no metric «${selection.metric}»: ${shown} is shown.`);
}

function usableViews(page: Page, dataset: DatasetInfo): string[] {
  return page.views.filter((view) => refusalOf(view, dataset) === null).map((view) => view.id);
}

/** Samples from which the sums of the whole run are asked for before all of its steps. */
const MANY_SAMPLES = 20_000_000;

function firstSums({ manifest }: DatasetInfo, metric: string | null, complete: boolean) {
  const name = metric ?? manifest.metrics[0]?.name;
  const few = (manifest.tables.counters?.rows ?? 0) < MANY_SAMPLES;
  return few || complete || !name || isExpression(name) ? null : needWholeRun(name);
}
