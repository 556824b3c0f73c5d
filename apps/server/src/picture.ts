import { readFileSync } from 'node:fs';
import { WeftError } from '@weft/model';
import type { Dataset } from '@weft/store';

const WIDTH = 320;
const HEIGHT = 180;
const BINS = 80;

/** A picture shipped with a study. */
export function shippedPicture(path: string): Response {
  return new Response(readFileSync(path), {
    headers: { 'content-type': 'image/png', 'cache-control': 'no-cache' },
  });
}

/** By the dataset as it was opened; one that has changed is opened anew. */
const activities = new WeakMap<Dataset, Promise<Float64Array | null>>();

/** Traffic over time as bars: what can be drawn of any dataset at a glance. */
export async function activityPicture(dataset: Dataset): Promise<Response> {
  const known = activities.get(dataset) ?? dataset.activity(BINS);
  activities.set(dataset, known);
  known.catch(() => activities.delete(dataset));
  const activity = await known;
  if (!activity) throw new WeftError({ code: 'NOT-FOUND', message: 'this dataset has no traffic to draw' });
  return new Response(activitySvg(activity), {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' },
  });
}

function activitySvg(activity: Float64Array): string {
  const most = Math.max(...activity, 1);
  const step = WIDTH / activity.length;
  const bars = Array.from(activity, (amount, i) => {
    const height = (amount / most) * (HEIGHT - 40);
    return `<rect x="${(i * step + 0.5).toFixed(1)}" y="${(HEIGHT - 20 - height).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f1f1ee"/><g fill="#4c5766">${bars.join('')}</g></svg>`;
}
