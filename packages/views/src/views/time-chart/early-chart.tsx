import { type RenderTarget, themeColours } from '@weft/draw';
import { formatDuration } from '@weft/model';
import { useCallback } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { drawTimeChart } from './draw-time-chart.ts';
import { earlySeries } from './early-series.ts';
import type { TimeChartNeeds } from './time-chart-needs.ts';

/** The mean over all links, from sums that are there long before every step of every link. */
export function EarlyChart({ data, dataset, workspace, width, height }: ViewProps<TimeChartNeeds>) {
  const { manifest } = dataset;
  const shown = workspace.linkValues.metric.value;
  const draw = useCallback(
    (target: RenderTarget) => {
      const colours = themeColours(workspace.theme.value);
      target.rect(0, 0, width, height, { fill: colours.background });
      const series = data.sums && earlySeries(data.sums, data.network.linkCount, manifest.interval);
      if (!series || !shown)
        return target.text(8, 18, 'Loading every step of every link', { fill: colours.muted });
      const { times, values } = series;
      const step = (times[times.length - 1] - times[0]) / values.length;
      drawTimeChart(target, {
        width,
        height,
        optionsWidth: 0,
        keyLines: 0,
        colours,
        times,
        lines: [{ label: 'mean', colour: colours.ink, values }],
        title: `mean of ${shown.name} over links per ${formatDuration(step)}; the rest is loading`,
        unit: shown.unit,
        origin: manifest.origin,
        domain: [times[0], times[times.length - 1]],
      });
    },
    [data, manifest, workspace, width, height, shown],
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <Canvas width={width} height={height} draw={draw} label="Mean traffic over time" />
    </ViewRoot>
  );
}
