import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type TimeScale, timeScaleOf } from '@weft/metrics';
import type { Cube, Network, Selection } from '@weft/model';
import { type DataRequest, type DatasetInfo, needNetwork } from '@weft/views';
import { comparePanels } from '../compare/compare-panels.ts';
import type { CompareTarget } from '../compare/compare-target.ts';
import { type CompareState, createComparing } from '../compare/create-comparing.ts';
import type { RequestState } from '../data/request-state.ts';
import { parsePanels, printPanels } from '../panels/panel-text.ts';
import type { PanelTree } from '../panels/panel-tree.ts';
import { presetPanels } from '../panels/presets.ts';
import { DEFAULT_COLOURS, knownColours } from './colour-maps.ts';
import { createFabric } from './create-fabric.ts';
import { createRoutes } from './create-routes.ts';
import { createWorkspace, type PageWorkspace } from './create-workspace.ts';
import { follow, followCubes, readyData } from './follow-data.ts';
import type { Page } from './page.ts';
import { type PageAddress, printAddress } from './page-address.ts';
import { createPlayer, type Player } from './player.ts';
import { refusalOf } from './refusal.ts';

/** One open dataset: its workspace, its panels, and the address that brings both back. */
export interface Session {
  readonly page: Page;
  readonly dataset: DatasetInfo;
  readonly workspace: PageWorkspace;
  readonly panels: Signal<PanelTree>;
  readonly timeScale: TimeScale | null;
  readonly player: Player | null;
  /** What side B is, and both sides once they are there. */
  readonly compare: Signal<CompareTarget | null>;
  readonly comparing: ReadonlySignal<CompareState | null>;
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

export function createSession(page: Page, dataset: DatasetInfo, address: PageAddress): Session {
  const cubeState = signal<RequestState | null>(null);
  const networkState = signal<RequestState | null>(null);
  const stops: (() => void)[] = [];
  const followData = <T>(request: () => DataRequest<T> | null): ReadonlySignal<T | null> => {
    const state = signal<RequestState | null>(null);
    stops.push(follow(page, dataset, request, state));
    return computed(() => readyData<T>(state.value));
  };
  const network = computed(() => readyData<Network>(networkState.value));
  const cubes = computed(() => readyData<readonly Cube[]>(cubeState.value));
  const workspace = createWorkspace({
    start: address.selection,
    theme: page.theme,
    colourMap: page.colourMap,
    fabric: (selection: ReadonlySignal<Selection>) => {
      const { marks, switchesOf } = createRoutes({ dataset, selection, network, follow: followData });
      return createFabric({ dataset, selection, cubes, network, routes: marks, switchesOf });
    },
  });
  const preset = presetPanels(dataset, usableViews(page, dataset));
  const panelsOf = (text: string | null) => (text === null ? null : parsePanels(text)) ?? preset;
  const panels = signal(panelsOf(address.layout));
  const compare = signal(address.compare);
  /** Panels to come back to after a comparison. */
  let before: PanelTree | null = null;
  const comparing = createComparing(page, dataset, workspace, compare);
  stops.push(comparing.dispose);
  const timeScale = timeScaleOf(dataset.manifest);
  const player = timeScale && createPlayer(timeScale, workspace, page.activity);

  const links = dataset.manifest.tables.links?.rows ?? 0;
  stops.push(
    follow(page, dataset, () => (links > 0 ? needNetwork() : null), networkState),
    followCubes(page, dataset, () => (links > 0 ? workspace.fabric.plan.value : null), cubeState),
    mirrorAddress(() => ({
      dataset: dataset.id,
      selection: workspace.committed.value,
      layout: printPanels(panels.value) === printPanels(preset) ? null : printPanels(panels.value),
      colours: page.colourMap.value === DEFAULT_COLOURS ? null : page.colourMap.value,
      compare: compare.value,
      tour: page.tour.value,
    })),
  );
  return {
    page,
    dataset,
    workspace,
    panels,
    timeScale,
    player,
    compare,
    comparing: comparing.state,
    cubeState,
    networkState,
    restore(next) {
      player?.stop();
      batch(() => {
        workspace.select(next.selection);
        panels.value = panelsOf(next.layout);
        page.colourMap.value = knownColours(next.colours);
        compare.value = next.compare;
      });
    },
    resetPanels: () => {
      panels.value = compare.value ? comparePanels(usableViews(page, dataset)) : preset;
    },
    compareWith: (target) =>
      batch(() => {
        if (target && !compare.value) {
          before = panels.value;
          panels.value = comparePanels(usableViews(page, dataset));
        }
        if (!target) panels.value = before ?? preset;
        compare.value = target;
      }),
    dispose() {
      player?.stop();
      for (const stop of stops) stop();
    },
  };
}

function usableViews(page: Page, dataset: DatasetInfo): string[] {
  return page.views.filter((view) => refusalOf(view, dataset) === null).map((view) => view.id);
}

/** A new selection is a new entry of the browser's history; panels and colours change the entry in place. */
function mirrorAddress(read: () => PageAddress): () => void {
  let shown: Selection | null = null;
  return effect(() => {
    const address = read();
    const hash = printAddress(address);
    const moved = shown !== null && shown !== address.selection;
    shown = address.selection;
    if (hash === location.hash) return;
    if (moved) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  });
}
