import type { Selection } from '@weft/model';
import { type CompareTarget, printTarget } from '../address/compare-target.ts';
import { printPanels } from '../panels/panel-text.ts';
import type { PanelTree } from '../panels/panel-tree.ts';

/** All that an address brings back and undo goes through. */
export interface PageState {
  readonly selection: Selection;
  /** The panels with the options of their views: zooms, cameras, moments, sort orders. */
  readonly panels: PanelTree;
  /** What side B of a comparison is; null = nothing is compared. */
  readonly compare: CompareTarget | null;
  readonly colours: string;
  /** Whether scales hold for every time range as long as the active one. */
  readonly heldScale: boolean;
  /** Whether every finding is written out. */
  readonly allFindings: boolean;
}

/** Two states are the same where their addresses are. */
export function sameState(a: PageState, b: PageState): boolean {
  return (
    a === b ||
    (sameValue(a.selection, b.selection) &&
      samePanels(a.panels, b.panels) &&
      targetText(a) === targetText(b) &&
      a.colours === b.colours &&
      a.heldScale === b.heldScale &&
      a.allFindings === b.allFindings)
  );
}

export function samePanels(a: PanelTree, b: PanelTree): boolean {
  return a === b || printPanels(a) === printPanels(b);
}

function targetText({ compare }: PageState): string {
  return compare ? printTarget(compare) : '';
}

export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
