import type { RenderTarget } from '@weft/draw';
import { useCallback, useMemo } from 'preact/hooks';
import { Canvas } from '../../../kit/canvas.tsx';
import { formatCsv } from '../../../kit/export-picture.ts';
import { useDerived } from '../../../kit/use-derived.ts';
import { useExporter } from '../../../kit/use-exporter.ts';
import { Choice } from '../../../kit/view-root.tsx';
import type { ViewProps } from '../../../view.ts';
import type { TorusSource } from '../source/torus-source.ts';
import { drawStatistics, statisticsHeight } from './draw-statistics.ts';
import { createStatisticsPicture, type StatisticsPicture } from './statistics-picture.ts';
import './statistics-tab.css';

/** Box plots and histograms per dimension, direction or class, and the analysis of variance (VT-28). */
export function StatisticsTab({
  source,
  exporter,
  width,
  height,
}: {
  readonly source: TorusSource;
  readonly exporter: ViewProps['exporter'];
  readonly width: number;
  readonly height: number;
}) {
  const picture = useMemo(() => createStatisticsPicture(source), [source]);
  const inner = width - 16;
  const draw = useCallback(
    (target: RenderTarget) => drawStatistics(target, picture.value, inner),
    [picture, inner],
  );
  const tall = useDerived(() => statisticsHeight(picture.value), [picture]).value;
  const csv = useCallback(() => statisticsCsv(picture.peek()), [picture]);
  useExporter(exporter, { title: 'Torus statistics', width: inner, height: tall, draw }, csv);
  return (
    <div class="torus-statistics" style={{ height: `${height}px` }}>
      <Choice
        label="Groups of links"
        options={[
          ['direction', 'Directions'],
          ['dimension', 'Dimensions'],
          ['class', 'Classes'],
        ]}
        value={source.options.groups.value}
        onChange={(value) => {
          source.options.groups.value = value;
        }}
      />
      <Canvas
        width={inner}
        height={tall}
        draw={draw}
        label="Box plots and histograms of the links of the torus"
      />
      <VarianceTable variance={picture.value.variance} />
    </div>
  );
}

const SHOWN = 8;

function VarianceTable({ variance }: Pick<StatisticsPicture, 'variance'>) {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return (
    <table class="torus-variance">
      <caption>
        What explains the variance of all links (analysis of variance; coordinates are those of the node that
        sends)
      </caption>
      <thead>
        <tr>
          <th scope="col">grouped by</th>
          <th scope="col">groups</th>
          <th scope="col">explains</th>
          <th scope="col">beyond chance</th>
          <th scope="col">F</th>
        </tr>
      </thead>
      <tbody>
        {variance.slice(0, SHOWN).map(({ factor, groups, share, adjusted, ratio }) => (
          <tr key={factor}>
            <td>{factor}</td>
            <td>{groups}</td>
            <td>{percent(share)}</td>
            <td>{percent(adjusted)}</td>
            <td>{Number.isNaN(ratio) ? '–' : shortRatio(ratio)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function statisticsCsv({ groups, unit }: StatisticsPicture): string {
  const suffix = unit ? ` (${unit})` : '';
  const names = ['minimum', 'lower_quartile', 'median', 'upper_quartile', 'maximum', 'mean'];
  return formatCsv(
    ['kind', 'name', 'links', ...names.map((name) => `${name}${suffix}`)],
    groups.map(({ kind, name, box }) => [
      kind,
      name,
      box.count,
      box.minimum,
      box.lowerQuartile,
      box.median,
      box.upperQuartile,
      box.maximum,
      box.mean,
    ]),
  );
}

/** Three digits, and whole numbers beyond. */
function shortRatio(ratio: number): string {
  return ratio < 1000 ? ratio.toPrecision(3) : Math.round(ratio).toLocaleString('en-US');
}
