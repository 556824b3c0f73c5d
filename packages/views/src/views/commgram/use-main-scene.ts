import type { Commgram, CommgramModel } from '@weft/analysis';
import type { BandRow } from '@weft/draw';
import type { MetricInfo } from '@weft/model';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { chooseRouting } from '../../kit/choose-routing.ts';
import { requestAfterPaint } from '../../kit/draw-scheduler.ts';
import type { ViewProps } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { awaitedRows } from './awaited-rows.ts';
import { latenessOfPhases } from './lateness.ts';
import type { CommgramData, CommgramNeeds } from './needs.ts';
import { networkBand, placeBands } from './network-band.ts';
import { areRoutable, createLinkBytes, type LinkBytes, routedBand } from './routed-traffic.ts';
import { type CommgramScene, commgramScene } from './scene.ts';
import { type CommgramSettings, ribbonMap } from './settings.ts';

/** A picture lower than this goes without the network below it. */
const LOW = 360;
const NO_BAND: readonly BandRow[] = [];

/** The picture of the whole run, with the bands of the network below it. */
export function useMainScene(
  props: ViewProps<CommgramNeeds>,
  settings: CommgramSettings,
  commgram: Commgram,
  height: number,
  detail: { zoom: number; first: number; end: number },
  lateness: CommgramData['late'],
  model: CommgramModel,
): CommgramScene {
  const { width, workspace } = props;
  const { metrics } = props.dataset.manifest;
  const { traffic, contention }: CommgramData = props.data;
  const withBand = settings.network && height >= LOW;
  const painted = usePainted();
  const linkBytes = useLinkBytes(props.data, props.dataset, model.hosts, withBand && painted);
  const routed = useMemo(
    () => (linkBytes ? routedBand(commgram.phases, linkBytes) : NO_BAND),
    [commgram, linkBytes],
  );
  const fromCounters = routed.length > 0 && traffic?.metric === 'data_sent' ? null : traffic;
  const band = useMemo(
    () => [
      ...routed,
      ...networkBand(
        commgram.phases.map(({ start, end }) => ({ start, end })),
        bandCubes(metrics, fromCounters, contention),
      ),
      ...(settings.network ? placeBands(commgram.phases, model) : []),
    ],
    [commgram, metrics, fromCounters, contention, settings.network, model, routed],
  );
  const metric = workspace.linkValues.metric.value?.name ?? null;
  const awaited = withBand
    ? awaitedRows({
        ...props.data,
        routable: areRoutable(model.hosts),
        begun: painted,
        metric: metrics.some(({ name }) => name === metric) ? metric : null,
      })
    : 0;
  const late = useMemo(
    () => (lateness && settings.colour === 'lateness' ? latenessOfPhases(commgram, lateness) : null),
    [commgram, lateness, settings.colour],
  );
  const theme = workspace.theme.value;
  const map = ribbonMap(settings, workspace);
  const shown = height < LOW ? NO_BAND : band;
  return useMemo(
    () =>
      commgramScene(commgram, {
        settings,
        steps: [],
        width,
        height,
        theme,
        map,
        band: shown,
        awaited,
        late,
        detail,
      }),
    [commgram, settings, width, height, theme, map, shown, awaited, late, detail],
  );
}

/** After the first picture. Routes on their way are waited for: computed ones could tell another number. */
function useLinkBytes(
  { network, routes }: CommgramData,
  dataset: DatasetInfo,
  hosts: Int32Array,
  wanted: boolean,
): LinkBytes | null {
  return useMemo(() => {
    if (!wanted || !network || routes === null || !areRoutable(hosts)) return null;
    const start = dataset.manifest.timeRange?.[0] ?? 0;
    const { routing } = chooseRouting(dataset, network, routes ?? null, start);
    return createLinkBytes(routing, hosts);
  }, [network, routes, dataset, hosts, wanted]);
}

/** True once the view was on screen. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => requestAfterPaint(() => setPainted(true)), []);
  return painted;
}

function bandCubes(
  metrics: readonly MetricInfo[],
  traffic: CommgramData['traffic'],
  contention: CommgramData['contention'],
) {
  const rows = [
    [traffic, 'network traffic'],
    [contention, 'contention'],
  ] as const;
  return rows.flatMap(([cube, title]) => {
    const metric = cube && metrics.find(({ name }) => name === cube.metric);
    return cube && metric ? [{ cube, metric, title }] : [];
  });
}
