import { computed, type ReadonlySignal } from '@preact/signals';
import { type ColourMap, type ColourScale, colourMap, type Theme } from '@weft/draw';
import { parseRoles, type TorusRoles } from '@weft/layout';
import type { Network } from '@weft/model';
import type { TorusShape } from '@weft/network';
import { type LinkFigures, linkColourScale, linkFigures } from '../../../kit/link-colour-scale.ts';
import { idleColour } from '../../../kit/link-state.ts';
import { scaleEnd, sharedTotals, showsDifference } from '../../../kit/shared-extent.ts';
import type { DatasetInfo, Workspace } from '../../../workspace.ts';
import type { TorusOptions } from './torus-options.ts';

/** What every part of the view is made from. */
export interface TorusSource {
  readonly network: Network;
  readonly shape: TorusShape;
  readonly dataset: DatasetInfo;
  readonly workspace: Workspace;
  readonly options: TorusOptions;
}

/** How links are coloured: the same in every part of the view. */
export interface LinkColouring {
  readonly scale: ColourScale;
  readonly map: ColourMap;
  readonly figures: LinkFigures;
  readonly theme: Theme;
  readonly difference: boolean;
}

const none = new Float64Array(0);

/** The roles that the options name, or the standard ones. */
export function chosenRoles({ shape, options }: TorusSource): ReadonlySignal<TorusRoles> {
  return computed(() => parseRoles(options.roles.value, shape.sizes));
}

/** Scale and map of all links, so that every part of the view has the same colours. */
export function createLinkColouring({
  shape,
  workspace,
  options,
}: TorusSource): ReadonlySignal<LinkColouring> {
  const drawn = shape.linkAt.filter((link) => link >= 0);
  return computed(() => {
    const theme = workspace.theme.value;
    const difference = showsDifference(workspace);
    const kind = difference ? 'diverging' : options.scale.value;
    const sides = sharedTotals(workspace) ?? [workspace.linkValues.totals.value ?? none];
    const figures = linkFigures(sides, drawn, scaleEnd(workspace, sides));
    const scale = linkColourScale(
      { kind, range: options.chosenRange.value, middle: null, difference },
      figures,
      sides,
    );
    const named = colourMap(workspace.colourMap.value, theme);
    const map = kind === 'diverging' && named.kind !== 'diverging' ? colourMap('PuOr', theme) : named;
    return { scale, map, figures, theme, difference };
  });
}

/** Of a single value, as text. */
export function valueColour({ scale, map, theme, difference }: LinkColouring, value: number): string {
  return value === 0 && !difference ? idleColour(theme) : map.css[scale.index(value)];
}
