import { formatExact, formatQuantity } from '@weft/model';
import { isAdding } from '../../kit/click-selection.ts';
import type { MatrixData, MatrixMeasure, RankPair } from './matrix-model.ts';
import { matrixWords } from './matrix-words.ts';

/** From this width on a pair says which share of the whole it has. */
const SHARED = 240;

/** The largest pairs in words, where a matrix leaves room for them: hover shows the cell, a click selects both ranks. */
export function PairList({
  pairs: list,
  data,
  measure,
  selected,
  box,
  onHover,
  onSelect,
}: {
  readonly pairs: readonly RankPair[];
  readonly data: MatrixData;
  readonly measure: MatrixMeasure;
  readonly selected: ReadonlySet<number>;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly onHover: (pair: RankPair | null) => void;
  readonly onSelect: (pair: RankPair, add: boolean) => void;
}) {
  const { column, unit, pairs } = matrixWords[measure];
  const whole = data.sent[column].reduce((sum, value) => sum + value, 0);
  const most = list[0]?.[column] ?? 1;
  const of =
    selected.size === 0 ? '' : selected.size === 1 ? ` of rank ${[...selected][0]}` : ' of the selection';
  const place = {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  };
  return (
    <section class="comm-matrix-pairs" aria-label={`${pairs}${of}`} style={place}>
      <h3>{`${pairs}${of}`}</h3>
      <ol onPointerLeave={() => onHover(null)}>
        {list.map((pair) => (
          <li key={`${pair.src} ${pair.dst}`}>
            <button
              type="button"
              title={`${formatExact(pair[column], unit)}; select both ranks`}
              onPointerEnter={() => onHover(pair)}
              onFocus={() => onHover(pair)}
              onBlur={() => onHover(null)}
              onClick={(event) => onSelect(pair, isAdding(event))}
            >
              <span class="comm-matrix-bar" style={{ width: `${(pair[column] / most) * 100}%` }} />
              <span>{namePair(pair, measure)}</span>
              <span>{formatQuantity(pair[column], unit)}</span>
              {box.width >= SHARED && <span>{`${((pair[column] / whole) * 100).toFixed(1)} %`}</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function namePair({ src, dst }: RankPair, measure: MatrixMeasure): string {
  return measure === 'waiting' ? `${dst} waits for ${src}` : `${src} → ${dst}`;
}
