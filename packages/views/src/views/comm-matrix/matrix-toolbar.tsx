import type { Signal } from '@preact/signals';
import type { RankOrder } from '@weft/analysis';
import { Choice, Pick } from '../../kit/view-root.tsx';
import type { MatrixMeasure } from './matrix-model.ts';

interface MatrixChoices {
  readonly measure: Signal<MatrixMeasure>;
  readonly scale: Signal<'log' | 'linear'>;
  readonly order: Signal<RankOrder>;
}

const measures = [
  ['bytes', 'Bytes'],
  ['messages', 'Messages'],
  ['waiting', 'Waiting'],
] as const;
const scales = [
  ['log', 'Log'],
  ['linear', 'Linear'],
] as const;
const orders = [
  ['rank', 'Rank'],
  ['community', 'Community'],
  ['host', 'Host'],
] as const;

/** Below this width the switches become menus. */
const WIDE = 600;

export function MatrixToolbar({
  measure,
  scale,
  order,
  width,
  whole,
  onChange,
  onShowAll,
}: MatrixChoices & {
  readonly width: number;
  readonly whole: boolean;
  /** Another measure or scale: a range set by hand no longer holds. */
  readonly onChange: () => void;
  readonly onShowAll: () => void;
}) {
  const setMeasure = (value: MatrixMeasure): void => {
    measure.value = value;
    onChange();
  };
  const setScale = (value: 'log' | 'linear'): void => {
    scale.value = value;
    onChange();
  };
  const setOrder = (value: RankOrder): void => {
    order.value = value;
  };
  return (
    <>
      {width >= WIDE ? (
        <>
          <Choice label="What cells show" options={measures} value={measure.value} onChange={setMeasure} />
          <Choice label="Colour scale" options={scales} value={scale.value} onChange={setScale} />
          <Choice label="Order of ranks" options={orders} value={order.value} onChange={setOrder} />
        </>
      ) : (
        <>
          <Pick
            label="What cells show"
            short
            options={measures}
            value={measure.value}
            onChange={setMeasure}
          />
          <Pick label="Colour scale" short options={scales} value={scale.value} onChange={setScale} />
          <Pick label="Order of ranks" short options={orders} value={order.value} onChange={setOrder} />
        </>
      )}
      <button
        type="button"
        class="kit-button"
        disabled={whole}
        title="Show all ranks (key 0)"
        onClick={onShowAll}
      >
        Show all
      </button>
    </>
  );
}
