import type { shapeNames } from './mark-layer.ts';

/** What a look means: colours on a scale or by name, sizes, shapes. */
export type Legend =
  | ColourLegend
  | {
      readonly kind: 'sizes';
      readonly title: string;
      readonly unit: string;
      readonly domain: readonly [number, number];
      readonly mark: 'square' | 'line';
    }
  | {
      readonly kind: 'shapes';
      readonly title: string;
      readonly keys: readonly { readonly shape: (typeof shapeNames)[number]; readonly name: string }[];
    };

export type ColourLegend =
  | {
      readonly kind: 'scale';
      readonly title: string;
      readonly unit: string;
      readonly domain: readonly [number, number];
    }
  | {
      readonly kind: 'keys';
      readonly title: string;
      readonly keys: readonly { readonly colour: string; readonly name: string }[];
    };
