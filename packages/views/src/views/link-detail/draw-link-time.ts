import {
  drawBottomAxis,
  drawLeftAxis,
  jobColour,
  niceDomain,
  type RenderTarget,
  type ThemeColours,
  timeTicks,
  valueTicks,
} from '@weft/draw';
import { NONE } from '@weft/model';
import type { TimeRange } from './link-shares.ts';

export interface JobRun {
  readonly job: number;
  readonly name: string;
  readonly run: TimeRange;
}

export interface LinkTimePicture {
  readonly width: number;
  readonly height: number;
  readonly colours: ThemeColours;
  readonly times: Float64Array;
  readonly series: Float64Array;
  readonly unit: string;
  readonly origin: string | null;
  readonly runs: readonly JobRun[];
  readonly active: TimeRange | null;
}

const RUN_HEIGHT = 5;

/** Runs shown: the chart keeps some forty pixels. */
function lanesOf(height: number): number {
  return Math.max(1, Math.min(8, Math.floor((height - 64) / RUN_HEIGHT)));
}

function timeArea({ width, height, runs }: Pick<LinkTimePicture, 'width' | 'height' | 'runs'>) {
  const lanes = Math.min(runs.length, lanesOf(height));
  return { left: 64, right: Math.max(width - 8, 80), top: 8, bottom: height - 22 - lanes * RUN_HEIGHT - 2 };
}

/** Rate of the links over time; below it the runs of the jobs that use them, in their colours. */
export function drawLinkTime(target: RenderTarget, picture: LinkTimePicture): void {
  const { width, height, colours, times, series, unit } = picture;
  const { left, right, top, bottom } = timeArea(picture);
  const whole: TimeRange = [times[0], times[times.length - 1]];
  const toX = (time: number): number => left + ((time - whole[0]) / (whole[1] - whole[0])) * (right - left);
  const rate = (step: number): number => (series[step] * 1e9) / Math.max(times[step + 1] - times[step], 1);
  let high = 0;
  for (let step = 0; step < series.length; step++) high = Math.max(high, rate(step));
  const domain = niceDomain(0, high, 3);
  const toY = (value: number): number => bottom - (value / domain[1]) * (bottom - top);
  target.rect(0, 0, width, height, { fill: colours.background });
  target.rect(left, top, right - left, bottom - top, { fill: colours.plot });
  drawLeftAxis(target, left, {
    ticks: valueTicks(domain, 3, `${unit}/s`),
    place: toY,
    from: top,
    to: bottom,
    colours,
    grid: right - left,
  });
  traceRate(target, picture, toX, (step) => toY(rate(step)), bottom);
  picture.runs.slice(0, lanesOf(height)).forEach(({ job, run }, lane) => {
    const from = Math.max(toX(run[0] === NONE ? whole[0] : run[0]), left);
    const to = Math.min(toX(run[1] === NONE ? whole[1] : run[1]), right);
    target.rect(from, bottom + 3 + lane * RUN_HEIGHT, Math.max(to - from, 1), RUN_HEIGHT - 1, {
      fill: jobColour(job),
    });
  });
  drawBottomAxis(target, height - 20, {
    ticks: timeTicks(whole, picture.origin, Math.floor((right - left) / 80)),
    place: toX,
    from: left,
    to: right,
    colours,
  });
  if (picture.active) {
    const [from, to] = picture.active.map((time) => Math.min(Math.max(toX(time), left), right));
    target.rect(from, top, Math.max(to - from, 1), height - 20 - top, { fill: colours.accentWash });
  }
}

/** Filled steps down to the axis. */
function traceRate(
  target: RenderTarget,
  { series, times, colours }: LinkTimePicture,
  toX: (time: number) => number,
  toY: (step: number) => number,
  bottom: number,
): void {
  if (series.length === 0) return;
  target.path(
    (sink) => {
      sink.moveTo(toX(times[0]), bottom);
      for (let step = 0; step < series.length; step++) {
        sink.lineTo(toX(times[step]), toY(step));
        sink.lineTo(toX(times[step + 1]), toY(step));
      }
      sink.lineTo(toX(times[series.length]), bottom);
      sink.closePath();
    },
    { fill: colours.muted, opacity: 0.75 },
  );
}
