import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { AnswerOf, torusMappings } from '@weft/analysis';
import { colourMap, type RenderTarget, themeColours } from '@weft/draw';
import type { TorusRoles } from '@weft/layout';
import { WeftError } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { formatCsv } from '../../../kit/export-picture.ts';
import { useExporter } from '../../../kit/use-exporter.ts';
import { EmptyState } from '../../../kit/view-root.tsx';
import type { ViewProps } from '../../../view.ts';
import type { TorusSource } from '../source/torus-source.ts';
import { drawRanks } from './draw-ranks.ts';
import { mappedJob } from './mapped-job.ts';
import { describeBest, type MappingRow, mappingRows, rowOfFile } from './mapping-model.ts';
import { MappingTable } from './mapping-table.tsx';
import { RanksPanel } from './ranks-panel.tsx';
import { createRanksPicture } from './ranks-picture.ts';
import './mapping-tab.css';

interface MappingTabProps {
  readonly source: TorusSource;
  readonly roles: ReadonlySignal<TorusRoles>;
  readonly answer: AnswerOf<typeof torusMappings> | null;
  readonly exporter: ViewProps['exporter'];
  readonly width: number;
  readonly height: number;
}

/** Which rank sits where, and what other mappings of the same messages would put on the links. */
export function MappingTab(props: MappingTabProps) {
  const { source, answer } = props;
  const rows = useMemo(() => (answer ? mappingRows(answer, source.shape) : []), [answer, source]);
  if (!answer)
    return (
      <EmptyState title="Mappings are being compared">
        Their figures appear as soon as they are there.
      </EmptyState>
    );
  if (rows.length === 0)
    return (
      <EmptyState title="No messages between ranks of this job on the torus">
        Choose another job, simulate one on a torus, or import a trace with its network and the hosts of its
        ranks.
      </EmptyState>
    );
  return <Mappings {...props} answer={answer} rows={rows} />;
}

interface ReadFile {
  readonly row: MappingRow | null;
  readonly text: string;
}

function Mappings({
  source,
  roles,
  answer,
  rows: compared,
  exporter,
  width,
  height,
}: MappingTabProps & {
  readonly answer: AnswerOf<typeof torusMappings>;
  readonly rows: readonly MappingRow[];
}) {
  const { network, shape, options, dataset, workspace } = source;
  const file = useSignal<ReadFile | null>(null);
  const hovered = useSignal(-1);
  const own = file.value?.row;
  const rows = own ? [...compared, own] : compared;
  const [given] = rows;
  const shown =
    rows.find(({ name }) => name === options.mapping.value) ?? rows.find(({ best }) => best) ?? given;
  const readFile = async (picked: File | undefined): Promise<void> => {
    if (!picked) return;
    file.value = compareFile({ name: picked.name, text: await picked.text() });
    if (file.value.row) options.mapping.value = file.value.row.name;
  };
  const compareFile = (picked: { readonly name: string; readonly text: string }): ReadFile => {
    try {
      const { row, notes } = rowOfFile(answer, given.nodes.length, picked, network, shape);
      return { row, text: notes.length > 0 ? `${picked.name}: ${notes.join('; ')}.` : '' };
    } catch (error) {
      if (error instanceof WeftError) return { row: null, text: `${error.message}. ${error.advice ?? ''}` };
      throw error;
    }
  };
  const listHeight = Math.min(height * 0.6, 72 + 25 * rows.length);
  const pictures = { width, height: Math.floor(height - listHeight) };
  const size = panelSize(shape, roles.value, given, pictures);
  useMappingExporter(exporter, { source, roles, rows, shown, size, ...pictures });
  return (
    <div class="torus-mapping" style={{ height: `${height}px` }}>
      <div class="torus-mapping-list" style={{ height: `${listHeight}px` }}>
        <div class="torus-mapping-head">
          <strong data-field="mapping">{describeBest(compared)}</strong>
          {(dataset.manifest.tables.jobs?.rows ?? 0) > 1 && (
            <span data-field="mapped-job">
              Ranks and messages of job {mappedJob(workspace.selection.value)}. Choose another among the jobs.
            </span>
          )}
          {answer.pairs.rows > 0 && (
            <label class="kit-button">
              Compare a map file
              <input
                type="file"
                hidden
                aria-label="Compare a map file"
                onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
              />
            </label>
          )}
          <span role="status">{file.value?.text}</span>
        </div>
        <MappingTable
          rows={rows}
          names={shape.names}
          shown={shown}
          onShow={(name) => {
            options.mapping.value = name;
          }}
        />
      </div>
      <div class="torus-ranks" style={{ flexDirection: size.width < width ? 'row' : 'column' }}>
        {(shown === given ? [given] : [given, shown]).map((row) => (
          <RanksPanel key={row.name} {...{ source, roles, row, hovered, ...size }} />
        ))}
      </div>
    </div>
  );
}

/** Two pictures side by side or one below the other, whichever makes nodes larger. */
function panelSize(
  shape: TorusSource['shape'],
  roles: TorusRoles,
  row: MappingRow,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const beside = { width: Math.floor(width / 2), height };
  const below = { width, height: Math.floor(height / 2) };
  const cellOf = (size: typeof beside): number =>
    Math.min(...createRanksPicture(shape, roles, row, size.width, size.height).cell);
  return cellOf(below) > cellOf(beside) ? below : beside;
}

/** Both pictures as on screen; the figures of every mapping. */
function useMappingExporter(
  exporter: ViewProps['exporter'],
  now: Pick<MappingTabProps, 'source' | 'roles' | 'width' | 'height'> & {
    readonly rows: readonly MappingRow[];
    readonly shown: MappingRow;
    readonly size: { readonly width: number; readonly height: number };
  },
): void {
  const { source, roles, rows, shown, width, height, size } = now;
  const { shape, workspace } = source;
  const draw = useCallback(
    (target: RenderTarget) => {
      const theme = workspace.theme.peek();
      const map = colourMap(workspace.colourMap.peek(), theme);
      target.rect(0, 0, width, height, { fill: themeColours(theme).background });
      [rows[0], shown].forEach((row, i) => {
        const picture = createRanksPicture(shape, roles.peek(), row, size.width, size.height);
        const place = size.width < width ? { x: i * size.width } : { y: i * size.height };
        target.group(place, () => drawRanks(target, picture, map, theme));
      });
    },
    [shape, workspace, roles, rows, shown, width, height, size.width, size.height],
  );
  const csv = useCallback(
    () =>
      formatCsv(
        [
          'mapping',
          'mean_hops',
          'fullest_link (B)',
          'all_links (B)',
          'lost',
          ...shape.names.map((name) => `${name} (B)`),
        ],
        rows.map((row) => [
          row.name,
          row.meanHops,
          row.mostLoaded,
          row.linkBytes,
          row.lost,
          ...row.dimensions,
        ]),
      ),
    [shape, rows],
  );
  useExporter(exporter, { title: 'Ranks on the torus', width, height, draw }, csv);
}
