import { cellFacts, layoutCells, MOST_PAIRS, pairFromExpressions } from '@weft/layout';
import { formatExact } from '@weft/model';
import type { MachinePicture } from './machine-picture.ts';

/** The reader's own A and B of Eq. (2), and whether switches fall on one another (LANL-23, LANL-24). */
export function CollisionReport({ picture }: { readonly picture: MachinePicture }) {
  const { a, b } = picture.options;
  const report = describeCells(a.value, b.value, Math.max(1, picture.levels));
  return (
    <div class="machine-pair">
      {(['a', 'b'] as const).map((name) => (
        <label class="machine-row" key={name}>
          <span>{`${name.toUpperCase()}(n, k)`}</span>
          <input
            class="kit-input"
            spellcheck={false}
            aria-label={`Generating function ${name.toUpperCase()}`}
            value={picture.options[name].value}
            onChange={({ currentTarget }) => {
              picture.options[name].value = currentTarget.value;
            }}
          />
        </label>
      ))}
      <p class="kit-note">Of n, k, L and the paper’s vectors a, b; e.g. 3^(n-1) * a or [2^n, k].</p>
      <div role="status" data-field="collisions">
        <strong>{report.title}</strong>
        {report.lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
  );
}

const MOST_LINES = 6;

export function describeCells(a: string, b: string, levels: number): { title: string; lines: string[] } {
  try {
    const facts = cellFacts(layoutCells(pairFromExpressions(a, b), levels));
    const box = facts.box.map((side) => formatExact(side, '')).join(' × ');
    const cells = `${formatExact(facts.distinctCells, '')} cells in ${box}`;
    if (facts.collisions === 0) return { title: `No collisions: ${cells}`, lines: [] };
    const lines = facts.collidingPairs
      .slice(0, MOST_LINES)
      .map(({ switches }) =>
        switches
          .map(({ layer, index, position }) => `L${layer}-${index} (${position.join(', ')})`)
          .join(', '),
      );
    const more = facts.collidingPairs.length - lines.length;
    return {
      title: `${formatExact(facts.collisions, '')}${facts.collisions === MOST_PAIRS ? ' or more' : ''} collisions: ${cells} for ${formatExact(facts.switches, '')} switches`,
      lines: more > 0 ? [...lines, 'and more'] : lines,
    };
  } catch (error) {
    return { title: 'This cannot be drawn', lines: [(error as Error).message] };
  }
}
