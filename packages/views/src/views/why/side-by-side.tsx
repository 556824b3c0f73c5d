import type { WhyReport } from '@weft/cause';
import type { Settled } from '../../data-request.ts';

interface SideBySideProps {
  readonly answer: WhyReport['answer'];
  /** Of the network: it decides which view shows both sides. */
  readonly family: string;
  /** The test to be seen, by its words; empty = none. */
  readonly chosen: string;
  readonly state: Settled<{ readonly dataset: string }> | undefined;
  readonly onOpen: (words: string) => void;
}

const viewsOfFamilies: Readonly<Record<string, string>> = {
  torus: 'torus',
  mesh: 'torus',
  dragonfly: 'dragonfly',
  'fat-tree': 'fat-tree',
  'kary-ntree': 'fat-tree',
  xgft: 'fat-tree',
};

/** A test that was done, run to its end as a dataset, beside the run as it was. */
export function SideBySide({ answer, family, chosen, state, onOpen }: SideBySideProps) {
  if (answer.tests.length === 0) return null;
  return (
    <div class="why-actions">
      <label>
        Side by side with{' '}
        <select value={chosen} onChange={({ currentTarget }) => onOpen(currentTarget.value)}>
          <option value="">a test …</option>
          {answer.tests.map(({ change }) => (
            <option key={change} value={change}>
              {change}
            </option>
          ))}
        </select>
      </label>
      {state?.status === 'loading' && <span class="why-note">running it to its end …</span>}
      {state?.status === 'ready' && (
        <a class="why-open" href={comparedAddress(location.hash, state.data.dataset, family)}>
          Open both
        </a>
      )}
    </div>
  );
}

/** The address with the dataset as side B, and one view of the network for each side. */
function comparedAddress(hash: string, other: string, family: string): string {
  const [place, query = ''] = hash.split('?');
  const kept = query.split('&').filter((part) => part !== '' && !/^(layout|compare)=/.test(part));
  const view = viewsOfFamilies[family] ?? 'machine';
  const added = [
    `compare=${encodeURIComponent(`dataset:${other}`)}`,
    `layout=h(500:${view}~side!a,500:${view}~side!b)`,
  ];
  return `${place}?${[...kept, ...added].join('&')}`;
}
