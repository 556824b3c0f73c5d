import { representationTable } from '@weft/layout';
import type { MachinePicture } from './machine-picture.ts';

/** What each representation is good for, as Table 1 of the paper judges it (LANL-36, LANL-37), where several are compared. */
export function ComparedTable({ picture }: { readonly picture: MachinePicture }) {
  if (picture.staging.scenes.value.length < 2) return null;
  return (
    <table class="machine-card machine-table">
      <caption class="kit-note">Table 1 of the paper</caption>
      <thead>
        <tr>
          <th scope="col" aria-label="representation" />
          <th scope="col">detail</th>
          <th scope="col">scales</th>
          <th scope="col">complexity</th>
        </tr>
      </thead>
      <tbody>
        {representationTable.map(({ name, detail, scalability, complexity }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{detail}</td>
            <td>{scalability}</td>
            <td>{complexity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
