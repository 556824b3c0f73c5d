import { cellFacts, type GeneratingPair, layoutCells, MOST_PAIRS } from '@weft/layout';
import { formatExact } from '@weft/model';

/** Whether switches fall on one another with the pair the reader enters (LANL-23, LANL-24). */
export function CollisionReport({
  enteredPair,
  levels,
}: {
  readonly enteredPair: () => GeneratingPair;
  readonly levels: number;
}) {
  const report = describeCells(enteredPair, levels);
  return (
    <div class="machine-pair">
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

/** `enteredPair` throws where the reader's expressions cannot be read. */
export function describeCells(
  enteredPair: () => GeneratingPair,
  levels: number,
): { title: string; lines: string[] } {
  try {
    const facts = cellFacts(layoutCells(enteredPair(), levels));
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
    return { title: 'This cannot be drawn', lines: [error instanceof Error ? error.message : String(error)] };
  }
}
