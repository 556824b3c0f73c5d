import type { ReadonlySignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';
import type { BrushHow } from '../../../kit/brush.ts';
import { printRange, type Range } from '../../../kit/brush-range.ts';
import { Legend } from '../../../kit/legend.tsx';
import { useDerived } from '../../../kit/use-derived.ts';
import type { TorusOptions } from '../source/torus-options.ts';
import { type ColouredPicture, legendModel } from './legend-model.ts';
import './torus-legend.css';

/** The one colour map of a part of the view, and what its marks mean. */
export function TorusLegend({
  picture,
  options,
  width,
  about,
}: {
  readonly picture: ReadonlySignal<ColouredPicture>;
  readonly options: TorusOptions;
  readonly width: number;
  readonly about: string;
}) {
  const model = useDerived(() => legendModel(picture.value), [picture]);
  const quantile = useDerived(() => picture.value.scale.kind === 'quantile', [picture]).value;
  const measured = useDerived(() => picture.value.totals.length > 0, [picture]).value;
  const onRange = useCallback(
    (range: Range | null, how: BrushHow): void => {
      options.draggedRange.value = how === 'live' ? range : null;
      if (how === 'commit') options.range.value = printRange(range);
    },
    [options],
  );
  return (
    <div class="torus-legend">
      {measured && (
        <Legend
          model={model}
          orientation="horizontal"
          length={Math.min(300, Math.max(120, width * 0.45))}
          onRange={quantile ? undefined : onRange}
        />
      )}
      <p class="torus-key">{about}</p>
    </div>
  );
}
