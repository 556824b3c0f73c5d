import {
  formatDuration,
  formatExact,
  formatOrigin,
  formatQuantity,
  type Manifest,
  messageTotal,
  provenanceRows,
} from '@weft/model';
import type { Session } from '../session/session.ts';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

type Row = readonly [string, string];

/** What the dataset holds and where it came from, as `weft info` tells it: the report of its import, too. */
export function AboutOverlay({ session }: { session: Session }) {
  const { page, dataset } = session;
  const { manifest } = dataset;
  const close = () => {
    page.overlay.value = null;
  };
  return (
    <Dialog label="About this dataset" class="help" onClose={close}>
      <header>
        <h2>{manifest.title}</h2>
        <IconButton icon="close" label="Close" onClick={close} />
      </header>
      {manifest.description && <p>{manifest.description}</p>}
      <div class="help-columns">
        <Facts title="Dataset" rows={summaryOf(manifest)} />
        <Facts title="Rows of its tables" rows={tableRows(manifest)} />
      </div>
      {manifest.diagnostics.length > 0 && <Diagnostics manifest={manifest} />}
      {manifest.provenance.map(({ kind, facts }, at) => (
        <Facts key={at} title={titleOf(kind)} rows={provenanceRows(facts)} />
      ))}
    </Dialog>
  );
}

function Facts({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="key-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="about-value">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Diagnostics({ manifest }: { manifest: Manifest }) {
  return (
    <section>
      <h3>What was read, repaired or left out</h3>
      <dl class="key-list about-counts">
        {manifest.diagnostics.map(({ code, count, text }) => (
          <div key={`${code} ${text}`} title={code}>
            <dt>{formatExact(count, '')}</dt>
            <dd class="about-value">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function summaryOf(manifest: Manifest): Row[] {
  const { timeRange, origin, interval, network, created, generator, tables } = manifest;
  const parts = Object.values(tables).flatMap((table) => table?.parts ?? []);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const rows: readonly (Row | null)[] = [
    ['Made', `${created} by ${generator}`],
    ['On disk', formatQuantity(bytes, 'B')],
    timeRange && ['Time', formatDuration(timeRange[1] - timeRange[0])],
    origin === null ? null : ['Time 0', formatOrigin(origin)],
    interval === null ? null : ['Interval', formatDuration(interval)],
    tables.messages?.rows ? ['Messages', formatExact(messageTotal(manifest), '')] : null,
    network && ['Network', network.family],
  ];
  return rows.filter((row) => row !== null);
}

function tableRows({ tables }: Manifest): Row[] {
  return Object.entries(tables).map(([name, table]) => [name, formatExact(table?.rows ?? 0, '')]);
}

function titleOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
