import { findFeature } from '@weft/analysis';
import { useMemo } from 'preact/hooks';
import { useSame } from '../../kit/use-same.ts';
import { Pick } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import type { HiveNeeds } from './hive-needs.ts';
import type { Box } from './hive-places.ts';
import {
  claimSentence,
  fingerprintFrom,
  identifyRun,
  identitySentence,
  type Neighbour,
  type RunIdentity,
} from './identify-run.ts';
import { boxStyle } from './panel-part.tsx';
import type { HiveScene } from './use-hive-scene.ts';

interface IdentityProps {
  readonly scene: HiveScene;
  readonly data: ViewProps<HiveNeeds>['data'];
  readonly box: Box;
}

/** Which code the run of the large plot is, by its fingerprint. */
export function IdentityPart({ scene, data, box }: IdentityProps) {
  const { current, settings, actions } = scene;
  const [library] = data.library;
  const entries = library?.status === 'ready' ? library.data.entries : null;
  const codes = useMemo(() => [...new Set(entries?.map(({ code }) => code))].sort(), [entries]);
  return (
    <section class="hive-part hive-identity" style={boxStyle(box)} aria-label="Which code is it?">
      <div class="hive-title">
        <b>{`Which code is ${current.name}?`}</b>
        <span class="spacer" />
        {codes.length > 0 && (
          <Pick
            label="Claimed to be"
            options={[['', 'nothing'], ...codes.map((code) => [code, code] as const)]}
            value={codes.includes(settings.claim) ? settings.claim : ''}
            onChange={(claim) => actions.change({ claim })}
          />
        )}
      </div>
      <IdentityBody scene={scene} data={data} />
    </section>
  );
}

function IdentityBody({ scene, data }: Pick<IdentityProps, 'scene' | 'data'>) {
  const identity = useIdentity(scene, data);
  if (typeof identity === 'string') return <p class="kit-note">{identity}</p>;
  const { found, claim, neighbours } = identity;
  const [library] = data.library;
  const problems = library?.status === 'ready' ? library.data.problems : [];
  return (
    <>
      <p class="hive-verdict" role="status">
        {identitySentence(found)}
      </p>
      {claim && (
        <p class="hive-claim" data-verdict={claim.verdict}>
          {claimSentence(claim)}
        </p>
      )}
      <div class="hive-identity-tables">
        <CodeTable identity={identity} />
        <EvidenceTable identity={identity} />
        {neighbours.length > 0 && <NeighbourTable neighbours={neighbours} />}
      </div>
      {problems.length > 0 && <p class="kit-note">{`Not read: ${problems.join('; ')}`}</p>}
    </>
  );
}

/** What is known, or why nothing is. */
function useIdentity(scene: HiveScene, data: ViewProps<HiveNeeds>['data']): RunIdentity | string {
  const { columns, current, open, settings } = scene;
  const ids = [open, ...settings.runs];
  const [library] = data.library;
  const prints = useSame(data.prints, data.prints);
  const at = ids.indexOf(current.id);
  const own = prints[at];
  const names = useSame(
    ids.map((id) => columns.find((column) => column.id === id)?.name ?? id),
    ids,
  );
  const { claim } = settings;
  return useMemo(() => {
    if (!library || library.status === 'loading') return 'The library of labelled runs is loading.';
    if (library.status === 'failed') return `There is no library: ${library.error.message}`;
    if (!own || own.status === 'loading') return 'The fingerprint of the run is being taken.';
    if (own.status === 'failed') return own.error.message;
    const others = prints.flatMap((print, index) =>
      index !== at && print.status === 'ready'
        ? [{ name: names[index], features: fingerprintFrom(print.data) }]
        : [],
    );
    return identifyRun(fingerprintFrom(own.data), library.data.entries, others, claim);
  }, [library, own, prints, names, at, claim]);
}

const SHOWN = 6;

function CodeTable({ identity: { found } }: { readonly identity: RunIdentity }) {
  const shown = found.ranked.slice(0, SHOWN);
  const most = Math.max(1e-9, ...shown.map(({ comparison }) => comparison.distance));
  return (
    <table class="hive-table" aria-label="Nearest codes">
      <thead>
        <tr>
          <th>code of the library</th>
          <th>distance, in spreads within a code</th>
          <th class="hive-number">by features</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ code, entry, comparison }, row) => (
          <tr key={code} title={`nearest run: ${entry.run}, ${entry.ranks} ranks`}>
            <td>{row === 0 ? <b>{code}</b> : code}</td>
            <td>
              <Bar share={comparison.distance / most} strong={row === 0} />
              {comparison.distance.toFixed(2)}
            </td>
            <td class="hive-number">{comparison.differences.length}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ share, strong }: { readonly share: number; readonly strong: boolean }) {
  return (
    <span class={strong ? 'hive-bar strong' : 'hive-bar'} style={{ width: `${Math.round(90 * share)}px` }} />
  );
}

/** The features that tell the first code from the second, or the claimed one from the run. */
function EvidenceTable({ identity: { found, claim } }: { readonly identity: RunIdentity }) {
  const [first, second] = found.ranked;
  if (!first || !second) return null;
  const rows = claim
    ? claim.evidence.map(({ feature, left, right }) => [feature, left, right] as const)
    : found.deciding.map(
        ({ feature, value, first: one, second: two }) => [feature, value, one, two] as const,
      );
  if (rows.length === 0) return null;
  const heads = claim ? ['this run', claim.claim] : ['this run', first.code, second.code];
  return (
    <table class="hive-table" aria-label={claim ? 'What differs from the claim' : 'What tells them apart'}>
      <thead>
        <tr>
          <th>{claim ? 'what differs from the claim' : 'what tells them apart'}</th>
          {heads.map((head) => (
            <th key={head} class="hive-number">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map(([feature, ...values]) => (
          <tr key={feature}>
            <td>{findFeature(feature)?.title ?? feature}</td>
            {values.map((value, at) => (
              <td key={heads[at]} class="hive-number">
                {Number(value.toPrecision(3))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NeighbourTable({ neighbours }: { readonly neighbours: readonly Neighbour[] }) {
  return (
    <table class="hive-table" aria-label="Runs of this panel">
      <thead>
        <tr>
          <th>run of this panel</th>
          <th class="hive-number">distance</th>
        </tr>
      </thead>
      <tbody>
        {neighbours.slice(0, 2 * SHOWN).map(({ name, distance }) => (
          <tr key={name}>
            <td>{name}</td>
            <td class="hive-number">{distance.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
