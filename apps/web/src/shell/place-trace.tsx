import { formatExact, type Manifest } from '@weft/model';
import type { Session } from '../session/session.ts';
import { progressFigure } from './status.tsx';
import { useMaking } from './use-making.ts';

/** A trace tells of no links: its ranks are put on a network by one click, and the dataset of that is opened. */
export function PlaceTrace({ session }: { session: Session }) {
  const { page, dataset } = session;
  const { progress, failure, start, cancel } = useMaking(page);
  if (!isPlaceable(dataset.manifest)) return null;
  if (progress !== undefined) {
    return (
      <p class="strip-line" aria-busy="true">
        <output class="strip-title">
          {`${progress?.label ?? 'Putting ranks on the network'} … ${progressFigure(progress)}`}
        </output>
        <button type="button" class="strip-action" onClick={cancel}>
          Cancel
        </button>
      </p>
    );
  }
  const ranks = formatExact(dataset.manifest.tables.ranks?.rows ?? 0, '');
  return (
    <p class="strip-line">
      <span class="strip-title">Which links would its messages load?</span>
      <button
        type="button"
        class="strip-action"
        title="The smallest fat tree that has their hosts; what crosses its links is modelled, not measured. Other networks: weft place --network"
        onClick={() => start((context) => page.api.placeOnNetwork(dataset.id, context))}
      >
        {`Put its ${ranks} ranks on a fat tree`}
      </button>
      {failure && <span role="alert">{failure}</span>}
    </p>
  );
}

function isPlaceable({ tables }: Manifest): boolean {
  return !tables.links?.rows && (tables.messages?.rows ?? 0) > 0 && (tables.ranks?.rows ?? 0) > 1;
}
