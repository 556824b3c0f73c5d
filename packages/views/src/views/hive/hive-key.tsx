import type { HivePainter } from './hive-painter.ts';
import type { HiveSettings } from './hive-settings.ts';

/** What colours and widths of edges mean. */
export function HiveKey({
  painter,
  colour,
}: {
  readonly painter: HivePainter;
  readonly colour: HiveSettings['colour'];
}) {
  if (painter.key.length === 0) return null;
  const first = painter.key[0];
  const last = painter.key[painter.key.length - 1];
  if (colour === 'bytes') {
    return (
      <span class="hive-key">
        <span>{`bytes of an edge: ${first.label}`}</span>
        {painter.key.map(({ colour: fill, label, width }) => (
          <i key={label} title={label} style={{ background: fill, height: `${2 + 2 * width}px` }} />
        ))}
        <span>{`${last.label}, log scale`}</span>
      </span>
    );
  }
  return (
    <span class="hive-key">
      {painter.key.map(({ label, colour: fill }) => (
        <span key={label} class="hive-call">
          <span class="kit-swatch" style={{ background: fill }} />
          {label}
        </span>
      ))}
    </span>
  );
}
