import type { ReadonlySignal } from '@preact/signals';
import { sumAlong } from '@weft/analysis';
import { formatQuantity } from '@weft/model';
import type { CompactActions } from './compact-actions.ts';
import type { CompactPicture } from './compact-picture.ts';

export const COLLAPSE_HEIGHT = 30;

/** Which dimensions are lines and which are collapsed, one step a click, and that nothing is lost by it (VT-18). */
export function CollapseBar({
  picture,
  actions,
  adds,
  opened,
}: {
  readonly picture: ReadonlySignal<CompactPicture>;
  readonly actions: CompactActions;
  /** Do values of several links add up? */
  readonly adds: boolean;
  readonly opened: string;
}) {
  const { plan, shape } = picture.value;
  const depth = plan.kept.length === 3 ? plan.section[2] : null;
  const layers = depth ? shape.sizes[plan.kept[2]] : 1;
  return (
    <div class="torus-collapse">
      <fieldset class="kit-choice" aria-label="Dimensions shown as lines">
        {shape.names.map((name, dimension) => (
          <button
            type="button"
            key={name}
            aria-pressed={plan.kept.includes(dimension)}
            title={
              plan.kept.includes(dimension) ? `Collapse ${name} into the nodes` : `Show ${name} as lines`
            }
            onClick={() => actions.collapse(dimension)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {depth && layers > 1 && (
        <label class="torus-depth">
          {shape.names[plan.kept[2]]} {depth[0]}–{depth[1]}
          <input
            type="range"
            min={0}
            max={layers - 1}
            value={depth[1]}
            aria-label={`Layers of ${shape.names[plan.kept[2]]} behind the first`}
            onInput={({ currentTarget }) => actions.setSection(2, [0, Number(currentTarget.value)])}
          />
        </label>
      )}
      <span data-field="kept">{describeKept(picture.value, adds)}</span>
      <span data-field="opened" title={opened}>
        {opened}
      </span>
    </div>
  );
}

function describeKept({ plan, zoomed, shape, unit }: CompactPicture, adds: boolean): string {
  const names = (dimensions: readonly number[]): string => dimensions.map((d) => shape.names[d]).join(', ');
  const { torus, traffic } = zoomed;
  if (!adds) {
    const collapsed =
      torus.collapsed.length > 0 ? `; ${names(torus.collapsed)} collapsed into the nodes` : '';
    return plan.kept.length > 0 ? `Lines: ${names(plan.kept)}${collapsed}.` : 'All collapsed into one node.';
  }
  const lines = sumAlong(torus, traffic.sum, plan.kept);
  const nodes = sumAlong(torus, traffic.sum, torus.collapsed);
  const parts = [
    ...(plan.kept.length > 0 ? [`lines ${names(plan.kept)} ${formatQuantity(lines, unit)}`] : []),
    ...(torus.collapsed.length > 0 ? [`nodes ${names(torus.collapsed)} ${formatQuantity(nodes, unit)}`] : []),
  ];
  return `Kept at every step: ${parts.join(' + ')} = ${formatQuantity(lines + nodes, unit)}`;
}
