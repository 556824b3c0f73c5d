import type { EvidenceRow } from '@weft/analysis';
import { shortValue } from '@weft/draw';
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
        {claim && <EvidenceTable identity={identity} />}
        <CodeTable identity={identity} />
        {!claim && <EvidenceTable identity={identity} />}
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

/** The features that decide: this run on the range of the library, beside the runs of the claimed or nearest code. */
function EvidenceTable({ identity: { found, claim, evidence } }: { readonly identity: RunIdentity }) {
  const code = claim?.claim ?? found.ranked[0]?.code;
  if (evidence.length === 0 || code === undefined) return null;
  const label = claim ? 'What differs from the claim' : 'What tells them apart';
  return (
    <table class="hive-table" aria-label={label}>
      <thead>
        <tr>
          <th>{claim ? 'what differs most from the claim' : 'what tells it from the second'}</th>
          <th>{`library, ${code}, this run`}</th>
          <th class="hive-number">this run</th>
          <th class="hive-number">{code}</th>
        </tr>
      </thead>
      <tbody>
        {evidence.map((row) => (
          <tr key={row.feature}>
            <td>{row.title}</td>
            <td>
              <EvidenceBar row={row} />
            </td>
            <td class="hive-number">{shortValue(row.value)}</td>
            <td class="hive-number">
              {row.code[0] === row.code[1] ? shortValue(row.code[0]) : row.code.map(shortValue).join(' to ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const BAR = 110;

/** The range of the library, within it the runs of a code, and a stroke for this run. */
function EvidenceBar({ row: { value, code, all } }: { readonly row: EvidenceRow }) {
  const span = all[1] - all[0] || 1;
  const place = (one: number): number => 2 + ((one - all[0]) / span) * (BAR - 4);
  const [from, to] = code.map(place);
  return (
    <svg class="hive-evidence" width={BAR} height={14} aria-hidden="true">
      <rect class="all" x={0} y={4} width={BAR} height={6} />
      <rect class="code" x={from - 1} y={4} width={Math.max(2, to - from + 2)} height={6} />
      <line class="run" x1={place(value)} x2={place(value)} y1={0} y2={14} />
    </svg>
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
