import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type OptionText, useSettledOption } from './use-settled-option.ts';
import type { OptionHost } from './use-view-option.ts';
import { identityTransform, type Transform } from './zoom-pan.ts';

/** The zoom of a picture as an option of its panel. */
export function useZoomOption(
  host: Partial<OptionHost>,
  key: string,
  width: number,
  height: number,
): Signal<Transform> {
  const text = useMemo(() => zoomText(width, height), [width, height]);
  return useSettledOption(host, key, text);
}

/**
 * `3.2_0.41_0.2`: so many times larger, with this point of the unzoomed picture in the middle, in shares of its size: it
 * shows the same place in a larger panel.
 */
export function zoomText(width: number, height: number): OptionText<Transform> {
  const middle = (offset: number, size: number, k: number): number => (size / 2 - offset) / k / size;
  const offset = (share: number, size: number, k: number): number => size / 2 - share * size * k;
  return {
    print({ k, x, y }) {
      if (k === 1 && x === 0 && y === 0) return '';
      return [k, middle(x, width, k), middle(y, height, k)].map((part) => Number(part.toFixed(5))).join('_');
    },
    parse(text) {
      const [k, x, y] = text.split('_').map(Number);
      if (text === '' || ![k, x, y].every(Number.isFinite) || k <= 0) return identityTransform;
      return { k, x: offset(x, width, k), y: offset(y, height, k) };
    },
  };
}
