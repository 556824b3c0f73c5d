import { packRgba, parseColour, type Theme } from '@weft/draw';
import type { TorusLines } from '@weft/layout';
import { idleColour } from '../../../kit/link-state.ts';
import type { LineValues } from '../source/line-values.ts';
import type { LineFigure } from '../source/torus-options.ts';
import type { LinkColouring } from '../source/torus-source.ts';

interface LineColours {
  /** 0xAABBGGRR of each line, and a transparent one behind them. */
  readonly colours: Uint32Array;
  readonly ranks: Uint8Array;
}

const FADED = 0x2affffff;

/** Of what a line shows: the mean of its links, or the largest. */
export function lineValue({ mean, high }: LineValues, figure: LineFigure, line: number): number {
  return figure === 'max' ? high[line] : mean[line];
}

/** Lines without links have no colour here: they are drawn dashed. */
export function createLineColouring({ count, links }: TorusLines) {
  const colours = new Uint32Array(count + 1);
  const ranks = new Uint8Array(count + 1);
  return (values: LineValues, figure: LineFigure, look: LinkColouring): LineColours => {
    const { scale, map, theme, difference } = look;
    const idle = pixelOf(idleColour(theme));
    for (let line = 0; line < count; line++) {
      if (links[line] === 0) continue;
      const value = lineValue(values, figure, line);
      const nothing = value === 0 && !difference;
      const index = scale.index(value);
      const colour = nothing ? idle : map.pixels[index];
      colours[line] = values.shown[line] === 0 ? colour & FADED : colour;
      ranks[line] = nothing || values.shown[line] === 0 ? 0 : Math.max(1, index);
    }
    return { colours, ranks };
  };
}

function pixelOf(colour: string): number {
  return packRgba(parseColour(colour));
}

/** Frames of groups in slate for the paper's blue, which marks the selection; of the outermost in its brown. */
export function frameColours(theme: Theme) {
  return theme === 'dark'
    ? {
        group: '#566070',
        groupFill: '#1c1f23',
        outer: '#6f5b3c',
        outerFill: '#1a1815',
        label: '#a3adba',
        row: '#c2a373',
      }
    : {
        group: '#a6b0bd',
        groupFill: '#eff1f3',
        outer: '#c9b08a',
        outerFill: '#faf7f1',
        label: '#56616f',
        row: '#8a6a3a',
      };
}
