import { formatQuantity, type Manifest } from '@weft/model';
import type { CatalogEntry, SweepFacts } from '@weft/protocol';
import { useState } from 'preact/hooks';
import { galleryAddress, printAddress } from '../address/page-address.ts';
import { comparePanels } from '../compare/compare-panels.ts';
import { navigate, type Page } from '../page/page.ts';
import { usableViews } from '../page/refusal.ts';
import { printPanels } from '../panels/panel-text.ts';

/** A dataset of a sweep, with what the sweep says of it. */
export interface SweepRun {
  readonly entry: CatalogEntry;
  readonly manifest: Manifest;
  readonly facts: SweepFacts;
}

/** The runs of a sweep by their values; one can be opened, two compared. */
export function SweepTable({ page, name, runs }: { page: Page; name: string; runs: readonly SweepRun[] }) {
  const ids = runs.map(({ entry }) => entry.id);
  const [chosenA, chooseA] = useState(ids[0]);
  const [chosenB, chooseB] = useState(ids[ids.length - 1]);
  const a = ids.includes(chosenA) ? chosenA : ids[0];
  const b = ids.includes(chosenB) ? chosenB : ids[ids.length - 1];
  const paths = [...new Set(runs.flatMap(({ facts }) => Object.keys(facts.values)))];
  return (
    <section aria-label={`Sweep ${name}`} class="sweep">
      <div class="sweep-head">
        <h2>{`Sweep ${name}`}</h2>
        {a !== b && (
          <PageLink page={page} href={comparison(page, runs[ids.indexOf(a)], b)} class="button framed">
            Compare A with B
          </PageLink>
        )}
      </div>
      <div class="sweep-scroll">
        <table>
          <thead>
            <tr>
              <th>A</th>
              <th>B</th>
              <th>Run</th>
              {paths.map((path) => (
                <th key={path} title={path}>
                  {shortName(path, paths)}
                </th>
              ))}
              <th>Ends after</th>
              <th>Sent</th>
            </tr>
          </thead>
          <tbody>
            {runs.map(({ entry, facts }) => (
              <tr key={entry.id}>
                <Choice side="A" name={name} id={entry.id} chosen={a} choose={chooseA} />
                <Choice side="B" name={name} id={entry.id} chosen={b} choose={chooseB} />
                <td>
                  <PageLink page={page} href={addressOf(entry.id)}>
                    {String(facts.index)}
                  </PageLink>
                </td>
                {paths.map((path) => (
                  <td key={path}>{facts.values[path] ?? ''}</td>
                ))}
                <td>{facts.end === null ? '' : formatQuantity(facts.end, 'ns')}</td>
                <td>{facts.bytesSent === null ? '' : formatQuantity(facts.bytesSent, 'B')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly side: 'A' | 'B';
  readonly name: string;
  readonly id: string;
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

function Choice({ side, name, id, chosen, choose }: ChoiceProps) {
  return (
    <td>
      <input
        type="radio"
        name={`${name} ${side}`}
        aria-label={`${id} as ${side}`}
        checked={id === chosen}
        onChange={() => choose(id)}
      />
    </td>
  );
}

interface PageLinkProps {
  readonly page: Page;
  readonly href: string;
  readonly class?: string;
  readonly children: string;
}

function PageLink({ page, href, class: name, children }: PageLinkProps) {
  return (
    <a
      class={name}
      href={href}
      onClick={(event) => {
        event.preventDefault();
        navigate(page, href);
      }}
    >
      {children}
    </a>
  );
}

function addressOf(id: string): string {
  return printAddress({ ...galleryAddress, dataset: id });
}

/** With the panels that a comparison begins with. */
function comparison({ views }: Page, { entry: { id }, manifest }: SweepRun, b: string): string {
  const layout = printPanels(comparePanels(usableViews(views, { id, manifest })));
  return printAddress({ ...galleryAddress, dataset: id, compare: { kind: 'dataset', id: b }, layout });
}

/** The last word of a path, where no other path ends with it. */
function shortName(path: string, paths: readonly string[]): string {
  const last = (text: string) => text.split('.').at(-1) ?? text;
  return paths.filter((other) => last(other) === last(path)).length > 1 ? path : last(path);
}
