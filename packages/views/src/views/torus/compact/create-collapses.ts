import {
  type CollapsedTorus,
  type CollapsedTraffic,
  collapseTorus,
  createCollapsedTraffic,
} from '@weft/analysis';
import type { TorusShape } from '@weft/network';

type Measure = ReturnType<typeof createCollapsedTraffic>;

/** Collapsed tori of a picture, each made once and kept while the next picture asks for it again. */
export interface Collapses {
  collapse(kept: readonly number[], fixed: readonly number[]): CollapsedTorus;
  /** From now on those that are not asked for again are let go. */
  forget(): void;
  /** What their links carry, each summed when it is first asked for. */
  measure(totals: Float64Array, visible: Uint8Array | null): (torus: CollapsedTorus) => CollapsedTraffic;
}

interface Entry {
  readonly torus: CollapsedTorus;
  readonly measure: Measure;
}

export function createCollapses(shape: TorusShape): Collapses {
  let before = new Map<string, Entry>();
  let now = new Map<string, Entry>();
  return {
    collapse(kept, fixed) {
      const key = `${kept.join()} ${fixed.join()}`;
      const entry = now.get(key) ?? before.get(key) ?? createEntry(shape, kept, fixed);
      now.set(key, entry);
      return entry.torus;
    },
    forget() {
      [before, now] = [now, new Map()];
    },
    measure(totals, visible) {
      const done = new Map<CollapsedTorus, CollapsedTraffic>();
      const byTorus = new Map([...now.values()].map(({ torus, measure }) => [torus, measure]));
      return (torus) => {
        const known = done.get(torus);
        if (known) return known;
        const measure = byTorus.get(torus) ?? createCollapsedTraffic(shape, torus);
        const carried = measure(totals, visible);
        done.set(torus, carried);
        return carried;
      };
    },
  };
}

function createEntry(shape: TorusShape, kept: readonly number[], fixed: readonly number[]): Entry {
  const torus = collapseTorus(shape, kept, fixed);
  return { torus, measure: createCollapsedTraffic(shape, torus) };
}
