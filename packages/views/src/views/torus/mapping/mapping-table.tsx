import { formatQuantity } from '@weft/model';
import { changeOf, type MappingRow } from './mapping-model.ts';

/** Hops and loads of each mapping beside the one as it is; a row is shown by a click. */
export function MappingTable({
  rows,
  names,
  shown,
  onShow,
}: {
  readonly rows: readonly MappingRow[];
  readonly names: readonly string[];
  readonly shown: MappingRow;
  readonly onShow: (name: string) => void;
}) {
  const [given] = rows;
  const bytes = (value: number, from: number) => (
    <>
      <td>{formatQuantity(value, 'B')}</td>
      <td class="torus-change">{changeOf(value, from)}</td>
    </>
  );
  return (
    <table class="torus-mappings">
      <thead>
        <tr>
          <th scope="col">mapping</th>
          <th scope="col">hops</th>
          {['fullest link', 'all links', ...names.map((name) => `links of ${name}`)].map((title) => (
            <th scope="col" class="torus-mapping-bytes" colSpan={2} key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} aria-selected={row === shown}>
            <td>
              <button type="button" class="torus-mapping-name" onClick={() => onShow(row.name)}>
                {row.name}
                {row.best ? ' ★' : ''}
              </button>
              {row.lost > 0 && <span class="kit-note"> {row.lost} messages without a path</span>}
            </td>
            <td>{row.meanHops.toFixed(2)}</td>
            {bytes(row.mostLoaded, given.mostLoaded)}
            {bytes(row.linkBytes, given.linkBytes)}
            {row.dimensions.map((value, d) => bytes(value, given.dimensions[d]))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
