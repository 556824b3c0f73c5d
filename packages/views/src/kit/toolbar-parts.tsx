import type { Signal } from '@preact/signals';
import type { ScaleKind } from './link-colour-scale.ts';
import { Pick } from './view-root.tsx';
import { identityTransform, type Transform } from './zoom-pan.ts';

const scales: readonly (readonly [ScaleKind, string])[] = [
  ['linear', 'linear'],
  ['log', 'log'],
  ['quantile', 'quantile'],
  ['diverging', 'diverging'],
];

/** How values become colours. */
export function ScalePick({ scale, short }: { readonly scale: Signal<ScaleKind>; readonly short: boolean }) {
  return <Pick label="Scale" short={short} options={scales} value={scale.value} onChange={setter(scale)} />;
}

/** Ends a zoom; nothing while there is none. */
export function ShowAll({ zoom }: { readonly zoom: Signal<Transform> }) {
  if (zoom.value.k === 1) return null;
  return (
    <button type="button" class="kit-button" onClick={() => setter(zoom)(identityTransform)}>
      Show all
    </button>
  );
}

export function setter<T>(signal: Signal<T>) {
  return (value: T): void => {
    signal.value = value;
  };
}
