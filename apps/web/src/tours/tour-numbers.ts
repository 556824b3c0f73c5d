import { type AnyColumn, formatQuantity, valueAt, WeftError, type WorkContext } from '@weft/model';
import type { Page } from '../page/page.ts';
import type { Tour, TourNumber } from './tour.ts';

export type TourValue = number | string;

/** Values asked of the data, kept as long as the page lives. */
const known = new Map<string, Promise<TourValue>>();

/** The values of the names a step uses; names with a dot are the page's own and left out. */
export async function askNumbers(
  page: Page,
  tour: Tour,
  names: readonly string[],
  context: WorkContext,
): Promise<Map<string, TourValue>> {
  const own = names.filter((name) => !name.includes('.'));
  const values = await Promise.all(own.map((name) => askOnce(page, tour, name, context)));
  return new Map(own.map((name, i) => [name, values[i]]));
}

function askOnce(page: Page, tour: Tour, name: string, context: WorkContext): Promise<TourValue> {
  const number = tour.numbers[name];
  if (!number) throw new WeftError({ code: 'BAD-TOUR', message: `the tour has no number ${name}` });
  const dataset = number.dataset ?? tour.study;
  const key = `${dataset}\n${number.sql}`;
  const asked = known.get(key) ?? ask(page, dataset, number, context);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

async function ask(
  page: Page,
  dataset: string,
  { sql }: TourNumber,
  context: WorkContext,
): Promise<TourValue> {
  const frame = await page.api.querySql(dataset, sql, context);
  const column: AnyColumn | undefined = Object.values(frame.columns)[0];
  const value = column && frame.rows > 0 ? valueAt(column, 0) : null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new WeftError({ code: 'BAD-TOUR', message: `the data have no answer to: ${sql}` });
}

/** The value as a sentence of the tour shows it. */
export function formatNumber(value: TourValue, as: TourNumber['as']): string {
  if (typeof value === 'string') return value;
  switch (as) {
    case 'B':
    case 'ns':
      return formatQuantity(value, as);
    case 'percent':
      return `${(100 * value).toFixed(1)} %`;
    case 'ratio':
      return value.toFixed(2);
    default:
      return value.toLocaleString('en-US');
  }
}
