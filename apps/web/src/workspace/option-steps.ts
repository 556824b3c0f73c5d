import type { OptionChange } from '@weft/views';
import { setOptions } from '../panels/panel-tree.ts';
import type { PageHistory } from './page-history.ts';

/** Milliseconds within which further changes of the same options belong to one step: letters typed, a slider moved. */
const SAME_STEP = 700;

export type SetPanelOptions = (panel: number, change: OptionChange, how?: 'commit' | 'amend') => void;

/** Writes the options of panels into the history. */
export function createOptionSteps(history: PageHistory): SetPanelOptions {
  let last = { what: '', time: 0, moves: -1 };
  return (panel, change, how = 'commit') => {
    const what = [panel, ...Object.keys(change)].join(' ');
    const time = performance.now();
    const goesOn = what === last.what && time - last.time < SAME_STEP && history.moves.peek() === last.moves;
    const panels = setOptions(history.shown.peek().panels, panel, change);
    history.change({ panels }, goesOn ? 'amend' : how);
    last = { what, time, moves: history.moves.peek() };
  };
}
