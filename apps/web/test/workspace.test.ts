import { signal } from '@preact/signals';
import type { Theme } from '@weft/draw';
import { decodeSelection, emptySelection, encodeSelection, type Selection } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { createFakeFabric } from '../../../test/browser/fake-fabric.ts';
import { parsePanels, printPanels } from '../src/panels/panel-text.ts';
import { closePanel, panelsOf, setOptions } from '../src/panels/panel-tree.ts';
import { describeNarrowing } from '../src/shell/describe-narrowing.ts';
import { createLinkValues } from '../src/workspace/create-link-values.ts';
import { createWorkspace } from '../src/workspace/create-workspace.ts';
import { createOptionSteps } from '../src/workspace/option-steps.ts';
import { createPageHistory } from '../src/workspace/page-history.ts';

const { manifest } = createFakeFabric({ id: 'fake', title: 'Fake' });
const dataset = { id: 'fake', manifest };

function setup(start: Partial<Selection> = {}) {
  const history = createPageHistory({
    selection: { ...emptySelection, ...start },
    panels: parsePanels('h(500:jobs,500:summary)')!,
    compare: null,
    colours: 'cividis',
    heldScale: false,
    allFindings: false,
  });
  const workspace = createWorkspace({
    history,
    theme: signal<Theme>('light'),
    linkValues: (selection) =>
      createLinkValues({
        dataset,
        selection,
        cubes: signal(null),
        network: signal(null),
        routes: signal(null),
      }),
  });
  return { ...history, ...workspace };
}

describe('workspace', () => {
  it('undoes commits, not the moves of a drag', () => {
    const workspace = setup();
    workspace.select({ time: [0, 1] }, 'live');
    workspace.select({ time: [0, 2] }, 'live');
    expect(workspace.selection.value.time).toEqual([0, 2]);
    expect(workspace.committed.value.time).toBeNull();
    expect(workspace.canUndo.value).toBe(false);
    workspace.select({ time: [0, 3] });
    workspace.select({ jobs: [1] });
    workspace.undo();
    expect(workspace.selection.value).toEqual({ ...emptySelection, time: [0, 3] });
    workspace.undo();
    expect(workspace.selection.value).toEqual(emptySelection);
    workspace.undo();
    workspace.redo();
    workspace.redo();
    expect(workspace.selection.value.jobs).toEqual([1]);
    expect(workspace.canRedo.value).toBe(false);
  });

  it('gives the earlier time range back when jobs that brought theirs are let go', () => {
    const workspace = setup({ time: [0, 9] });
    workspace.select({ jobs: [1], time: [3, 4] });
    workspace.select({ jobs: [1, 2], time: [3, 7] });
    workspace.select({ value: [1, 2] });
    workspace.clear('jobs');
    expect(workspace.selection.value).toMatchObject({ jobs: [], time: [0, 9], value: [1, 2] });
    workspace.undo();
    expect(workspace.selection.value).toMatchObject({ jobs: [1, 2], time: [3, 7] });
    workspace.select({ jobs: [] });
    expect(workspace.selection.value.time).toEqual([0, 9]);
  });

  it('keeps a time range the reader set after choosing jobs, or that jobs did not bring', () => {
    const brushed = setup();
    brushed.select({ jobs: [1], time: [3, 9] });
    brushed.select({ time: [4, 5] });
    brushed.clear('jobs');
    expect(brushed.selection.value.time).toEqual([4, 5]);
    const opened = setup({ jobs: [1], time: [3, 4] });
    opened.clear('jobs');
    expect(opened.selection.value.time).toEqual([3, 4]);
    const kept = setup({ time: [0, 9] });
    kept.select({ jobs: [1] });
    kept.select({ jobs: [2] });
    kept.clear('jobs');
    expect(kept.selection.value.time).toEqual([0, 9]);
    kept.select({ jobs: [2], time: [3, 4] });
    kept.clear('time');
    kept.clear('jobs');
    expect(kept.selection.value.time).toBeNull();
  });

  it('forgets the future after a new commit, and commits no change twice', () => {
    const workspace = setup();
    workspace.select({ jobs: [1] });
    workspace.select({ jobs: [1] });
    workspace.undo();
    expect(workspace.canUndo.value).toBe(false);
    workspace.select({ jobs: [2] });
    expect(workspace.canRedo.value).toBe(false);
  });

  it('undoes the choice whose switches are shown, and has it in the address', () => {
    const workspace = setup({ jobs: [1, 2] });
    workspace.select({ switchesOf: 'all' });
    expect(encodeSelection(workspace.committed.value)).toContain('switchesOf=all');
    expect(decodeSelection(encodeSelection(workspace.committed.value)).switchesOf).toBe('all');
    workspace.undo();
    expect(workspace.selection.value.switchesOf).toBe('any');
    expect(workspace.selection.value.jobs).toEqual([1, 2]);
  });

  it('clears the narrowing that was changed last', () => {
    const workspace = setup({ jobs: [4] });
    workspace.select({ time: [0, 1] });
    workspace.select({ jobs: [5] });
    const left = () => [workspace.selection.value.jobs, workspace.selection.value.time];
    workspace.clearLast();
    expect(left()).toEqual([[], [0, 1]]);
    workspace.clearLast();
    expect(left()).toEqual([[], null]);
    expect(workspace.clearLast()).toBe(false);
    workspace.undo();
    expect(left()).toEqual([[], [0, 1]]);
  });
});

describe('page history', () => {
  const panels = parsePanels('h(500:jobs,500:summary)')!;

  it('takes selection, panels and comparison back in the order they were made', () => {
    const page = setup();
    page.select({ jobs: [1] });
    page.change({ panels: closePanel(panels, 3) }, 'commit');
    page.change(
      { compare: { kind: 'job', job: 2 }, selection: { ...emptySelection, time: [0, 5] } },
      'commit',
    );
    const states = [page.shown.value];
    for (let i = 0; i < 3; i++) {
      page.undo();
      states.push(page.shown.value);
    }
    expect(
      states.map(({ panels, compare, selection }) => [
        panelsOf(panels.root).length,
        compare,
        selection.jobs,
        selection.time,
      ]),
    ).toEqual([
      [1, { kind: 'job', job: 2 }, [], [0, 5]],
      [1, null, [1], null],
      [2, null, [1], null],
      [2, null, [], null],
    ]);
    for (let i = 2; i >= 0; i--) {
      page.redo();
      expect(page.shown.value).toEqual(states[i]);
    }
  });

  it('leaves a time range that plays alone, and amends without a step', () => {
    const page = setup();
    page.select({ time: [0, 9] }, 'live');
    page.change({ panels: setOptions(panels, 2, { log: true }) }, 'commit');
    expect(page.selection.value.time).toEqual([0, 9]);
    expect(page.committed.value.time).toBeNull();
    const moves = page.moves.value;
    page.change({ panels: setOptions(panels, 2, { log: null, zoom: 3 }) }, 'amend');
    expect([page.moves.value, printPanels(page.shown.value.panels)]).toEqual([
      moves,
      'h(500:jobs~zoom!3,500:summary)',
    ]);
    page.undo();
    expect([page.canUndo.value, printPanels(page.shown.value.panels)]).toEqual([
      false,
      'h(500:jobs,500:summary)',
    ]);
  });

  it('goes back and forth where an address is a neighbour of the present state', () => {
    const page = setup();
    const start = page.shown.value;
    page.select({ jobs: [1] });
    page.goTo({ ...start, panels: parsePanels(printPanels(start.panels))! });
    expect([page.shown.value, page.canUndo.value, page.canRedo.value]).toEqual([start, false, true]);
    page.goTo({ ...start, colours: 'viridis' });
    expect([page.canUndo.value, page.canRedo.value]).toEqual([true, false]);
  });

  it('joins what one movement of the hand changes into one step', () => {
    let within = false;
    const history = createPageHistory(setup().shown.value, () => within);
    history.change({ colours: 'viridis' }, 'commit');
    within = true;
    history.change({ panels: setOptions(panels, 2, { log: true }) }, 'commit');
    history.undo();
    expect([history.shown.value.colours, history.canUndo.value]).toEqual(['cividis', false]);
    history.redo();
    expect([history.shown.value.colours, printPanels(history.shown.value.panels)]).toEqual([
      'viridis',
      'h(500:jobs~log!true,500:summary)',
    ]);
  });

  it('holds letters typed one after the other as one step', () => {
    const page = setup();
    const setOption = createOptionSteps({ ...page, committed: page.shown });
    setOption(2, { text: 'q' });
    setOption(2, { text: 'qb' });
    setOption(2, { down: true });
    page.undo();
    expect(printPanels(page.shown.value.panels)).toBe('h(500:jobs~text!qb,500:summary)');
    page.undo();
    expect(page.canUndo.value).toBe(false);
  });
});

describe('describeNarrowing', () => {
  it('names what it can and numbers the rest', () => {
    const context = { origin: null, unit: 'B', network: null, jobs: null };
    const selection: Selection = { ...emptySelection, value: [1e12, 2e12], outside: true, links: [1, 2, 3] };
    expect(describeNarrowing(selection, 'value', context)).toBe('not 1\u00a0TB – 2\u00a0TB');
    expect(describeNarrowing(selection, 'links', context)).toBe('through #1, #2 +1');
  });
});
