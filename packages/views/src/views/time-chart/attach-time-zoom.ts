import type { Signal } from '@preact/signals';
import { type Range, shiftRange } from '../../kit/brush-range.ts';
import { pixelToTime, type TimeChartModel } from './draw-time-chart.ts';

/** The wheel zooms the time axis at the pointer, sideways (or with shift) it pans. */
export function attachTimeZoom(
  element: HTMLElement,
  model: () => TimeChartModel,
  zoom: Signal<Range | null>,
): () => void {
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const current = model();
    const full: Range = [current.times[0], current.times[current.times.length - 1]];
    const at = pixelToTime(current, event.clientX - element.getBoundingClientRect().left);
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    zoom.value =
      Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey
        ? shiftRange(current.domain, ((current.domain[1] - current.domain[0]) * sideways) / 1000, full)
        : zoomRange(current.domain, 2 ** (event.deltaY / 400), at, full, current.times.length - 1);
  };
  element.addEventListener('wheel', wheel, { passive: false });
  return () => element.removeEventListener('wheel', wheel);
}

/** null = everything; never less than four steps. */
export function zoomRange(
  domain: Range,
  factor: number,
  at: number,
  full: Range,
  steps: number,
): Range | null {
  const whole = full[1] - full[0];
  const width = Math.max((domain[1] - domain[0]) * factor, Math.min(whole, (whole / Math.max(steps, 1)) * 4));
  if (width >= whole) return null;
  const share = (at - domain[0]) / (domain[1] - domain[0]);
  return shiftRange([at - width * share, at - width * share + width], 0, full);
}
