import type { ReadonlySignal } from '@preact/signals';
import { colourMapNames, colourMapTitle, divergingMapNames } from '@weft/draw';
import { formatQuantity } from '@weft/model';
import { printRange } from '../../kit/brush-range.ts';
import { Pick } from '../../kit/view-root.tsx';
import { mapParts } from './matrix-colour-maps.ts';
import { type MatrixOptions, parseAmount } from './matrix-options.ts';
import type { MatrixPicture } from './matrix-picture.ts';
import './colour-panel.css';

/** Maps of each part, range and mid point: what legends and menus of the bar leave open. */
export function ColourPanel({
  options,
  picture,
  onClose,
}: {
  readonly options: MatrixOptions;
  readonly picture: ReadonlySignal<MatrixPicture>;
  readonly onClose: () => void;
}) {
  const { scale, maps, names, range, middle } = options;
  const { unit, figures } = picture.value;
  const domain = picture.value.scale.domain;
  const diverging = scale.value === 'diverging';
  const known = diverging ? divergingMapNames : colourMapNames;
  const setEnd = (end: 0 | 1, text: string): void => {
    const value = parseAmount(text);
    const next: [number, number] = [domain[0], domain[1]];
    if (value !== null) next[end] = value;
    if (next[0] < next[1]) range.value = printRange(next);
  };
  return (
    <fieldset
      class="fat-tree-colours"
      aria-label="Colours"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {maps.value === 'four' &&
        mapParts.map(([part, title]) => (
          <Pick
            key={part}
            label={title}
            options={known.map((name) => [name, colourMapTitle(name)] as const)}
            value={diverging ? picture.value.maps[part].name : names[part].value}
            onChange={(name) => {
              names[part].value = name;
            }}
          />
        ))}
      {maps.value === 'one' && <p class="kit-note">The map of the top bar serves every part.</p>}
      {scale.value !== 'quantile' && (
        <>
          <Amount label="from" unit={unit} value={domain[0]} onInput={(text) => setEnd(0, text)} />
          <Amount label="to" unit={unit} value={domain[1]} onInput={(text) => setEnd(1, text)} />
        </>
      )}
      {diverging && (
        <Amount
          label="middle"
          unit={unit}
          value={middle.value || figures.mean}
          onInput={(text) => {
            middle.value = Number((parseAmount(text) ?? 0).toPrecision(6));
          }}
        />
      )}
      <button
        type="button"
        class="kit-button"
        disabled={range.value === '' && middle.value === 0}
        onClick={() => {
          range.value = '';
          middle.value = 0;
        }}
      >
        {diverging ? 'Own range, average' : 'Own range'}
      </button>
    </fieldset>
  );
}

function Amount({
  label,
  unit,
  value,
  onInput,
}: {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly onInput: (text: string) => void;
}) {
  return (
    <label class="kit-pick">
      {label}
      <input
        class="kit-input"
        type="text"
        size={9}
        value={formatQuantity(value, unit)}
        onChange={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
