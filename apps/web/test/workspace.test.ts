import { signal } from '@preact/signals';
import type { Theme } from '@weft/draw';
import { decodeSelection, emptySelection, encodeSelection, type Selection } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { createFakeFabric } from '../../../test/browser/fake-fabric.ts';
import { describeNarrowing } from '../src/shell/describe-narrowing.ts';
import { createLinkValues } from '../src/workspace/create-link-values.ts';
import { createWorkspace } from '../src/workspace/create-workspace.ts';

const { manifest } = createFakeFabric({ id: 'fake', title: 'Fake' });
const dataset = { id: 'fake', manifest };

function setup(start: Partial<Selection> = {}) {
  return createWorkspace({
    start: { ...emptySelection, ...start },
    theme: signal<Theme>('light'),
    colourMap: signal('cividis'),
    linkValues: (selection) =>
      createLinkValues({
        dataset,
        selection,
        cubes: signal(null),
        network: signal(null),
        routes: signal(null),
      }),
  });
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

describe('describeNarrowing', () => {
  it('names what it can and numbers the rest', () => {
    const context = { origin: null, unit: 'B', network: null, jobs: null };
    const selection: Selection = { ...emptySelection, value: [1e12, 2e12], outside: true, links: [1, 2, 3] };
    expect(describeNarrowing(selection, 'value', context)).toBe('not 1\u00a0TB – 2\u00a0TB');
    expect(describeNarrowing(selection, 'links', context)).toBe('through #1, #2 +1');
  });
});
