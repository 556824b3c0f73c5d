import { NONE } from '@weft/model';
import type { Series } from '../counters/counter-series.ts';
import { type Decimal, decimalOf, digits, readDecimal } from '../counters/decimal.ts';
import type { CounterContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { eachLine } from '../text/each-line.ts';
import { parseZonedTime } from '../time/zoned-time.ts';
import { planTable, type TablePlan } from './table-plan.ts';

const COMMA = 44;
const POINT = 46;
const BLANK = 32;
const MAX_FIELDS = 4096;

/** Reads rows as bytes: nothing is made of a field that is a plain number. */
export async function readTable(context: CounterContext): Promise<void> {
  const { file, problems, signal, flush } = context;
  let rows: TableRows | null = null;
  const visit = (bytes: Buffer, from: number, to: number, line: number): void => {
    if (to <= from) return;
    const place = { file: file.origin, line };
    if (rows && bytes[from] !== 35) {
      if (!rows.read(bytes, from, to, place))
        problems.damage(badLine(bytes.toString('utf8', from, to), place));
      return;
    }
    const plan = planTable(bytes.toString('utf8', from, to));
    if (plan) rows = new TableRows(context, plan);
    else problems.damage(badLine(bytes.toString('utf8', from, to), place));
  };
  await eachLine(file.path, visit, signal, flush);
}

/** Unix seconds of the time field of a table. */
export function timeOf(text: string, { milliseconds }: TablePlan, timeZone: string): number | null {
  const said = text.trim();
  if (!/^\d+(\.\d+)?$/.test(said)) return parseZonedTime(said, timeZone);
  return milliseconds ? Number(said) / 1000 : Number(said);
}

class TableRows {
  private readonly context: CounterContext;
  private readonly plan: TablePlan;
  private readonly starts = new Int32Array(MAX_FIELDS);
  private readonly ends = new Int32Array(MAX_FIELDS);
  private readonly columns: { field: number; series: Series; adapter?: string; port?: number }[];
  private readonly links = new Map<string | number, number>();
  private readonly count: Decimal = { high: 0, low: 0 };

  constructor(context: CounterContext, plan: TablePlan) {
    this.context = context;
    this.plan = plan;
    const wide = plan.counter < 0 ? plan.counters : [];
    this.columns = wide.flatMap(({ label, ...rest }) => {
      const series = context.series.of(label);
      return series ? [{ ...rest, series }] : [];
    });
  }

  /** False where the row cannot be read. */
  read(bytes: Buffer, from: number, to: number, place: Place): boolean {
    const fields = this.split(bytes, from, to);
    const time = this.time(bytes, fields);
    if (time === null) return false;
    if (this.plan.counter >= 0) return this.readLong(bytes, fields, time, place);
    const shared = this.columns[0]?.port === undefined ? this.link(bytes, fields, place) : NONE;
    for (const { field, series, adapter, port } of this.columns) {
      const link = port === undefined ? shared : this.ownLink(bytes, adapter ?? '', port, place);
      if (link === NONE) continue;
      if (field >= fields || !this.decimal(bytes, field)) return false;
      this.context.series.read(series, link, time, this.count, place);
    }
    return true;
  }

  private readLong(bytes: Buffer, fields: number, time: number, place: Place): boolean {
    const { counter, value, amount, level } = this.plan;
    const { series: all } = this.context;
    const isLevel = value < 0 && amount < 0;
    const series = all.of(this.text(bytes, counter), isLevel ? 'gauge' : 'amount');
    if (!series || Math.max(counter, value, amount, level) >= fields) return false;
    const link = this.link(bytes, fields, place);
    if (link === NONE) return true;
    if (value >= 0) {
      if (!this.decimal(bytes, value)) return false;
      all.read(series, link, time, this.count, place);
      return true;
    }
    const said = this.text(bytes, isLevel ? level : amount);
    const number = said === '' ? Number.NaN : Number(said);
    if (!Number.isFinite(number)) return false;
    all.amount(series, link, time, number);
    return true;
  }

  private split(bytes: Buffer, from: number, to: number): number {
    const { starts, ends } = this;
    starts[0] = from;
    let fields = 1;
    for (let at = from; at < to; at++) {
      if (bytes[at] !== COMMA || fields === MAX_FIELDS) continue;
      ends[fields - 1] = at;
      while (bytes[at + 1] === BLANK) at++;
      starts[fields++] = at + 1;
    }
    ends[fields - 1] = to;
    return fields;
  }

  private text(bytes: Buffer, field: number): string {
    return bytes.toString('utf8', this.starts[field], this.ends[field]).trim();
  }

  private decimal(bytes: Buffer, field: number): boolean {
    const { starts, ends, count } = this;
    if (readDecimal(bytes, starts[field], ends[field], count)) return true;
    const other = decimalOf(this.text(bytes, field));
    if (!other) return false;
    count.high = other.high;
    count.low = other.low;
    return true;
  }

  private time(bytes: Buffer, fields: number): number | null {
    const { plan, starts, ends, context } = this;
    if (plan.time < 0) return context.time;
    if (plan.time >= fields) return null;
    const [from, to] = [starts[plan.time], ends[plan.time]];
    return (
      plainSeconds(bytes, from, to, plan.milliseconds) ??
      timeOf(this.text(bytes, plan.time), plan, context.timeZone)
    );
  }

  private link(bytes: Buffer, fields: number, place: Place): number {
    const { plan } = this;
    if (Math.max(plan.link, plan.lid, plan.port) >= fields) return NONE;
    const key = plan.link < 0 && plan.lid >= 0 ? this.lidAndPort(bytes) : this.namedKey(bytes);
    let link = this.links.get(key);
    if (link === undefined || link === NONE) {
      link = this.findLink(bytes, place);
      this.links.set(key, link);
    }
    return link;
  }

  private lidAndPort(bytes: Buffer): number {
    return this.number(bytes, this.plan.lid) * 65_536 + this.number(bytes, this.plan.port);
  }

  private namedKey(bytes: Buffer): string {
    const { link, node, adapter, port, direction } = this.plan;
    return [link, node, adapter, port, direction]
      .map((field) => (field < 0 ? '' : this.text(bytes, field)))
      .join(',');
  }

  private findLink(bytes: Buffer, place: Place): number {
    const { link, lid, node, adapter, port, direction } = this.plan;
    const { ports } = this.context;
    if (link >= 0) return ports.byLink(this.number(bytes, link), place);
    if (lid >= 0) return ports.byLid(this.number(bytes, lid), this.number(bytes, port), place);
    const name = this.text(bytes, node);
    if (port < 0) return ports.byDirection(name, this.text(bytes, direction), place);
    return ports.byNode(name, this.number(bytes, port), place, adapter < 0 ? '' : this.text(bytes, adapter));
  }

  private ownLink(bytes: Buffer, adapter: string, port: number, place: Place): number {
    const node = this.text(bytes, this.plan.node);
    const key = `${node},${adapter},${port}`;
    let link = this.links.get(key);
    if (link === undefined) {
      link = this.context.ports.byNode(node, port, place, adapter);
      this.links.set(key, link);
    }
    return link;
  }

  private number(bytes: Buffer, field: number): number {
    return field < 0 ? NONE : digits(bytes, this.starts[field], this.ends[field]);
  }
}

/** Unix seconds with up to six digits behind the point; null = written otherwise. */
function plainSeconds(bytes: Uint8Array, from: number, to: number, milliseconds: boolean): number | null {
  let point = to;
  for (let at = from; at < to; at++) if (bytes[at] === POINT) point = at;
  const whole = digits(bytes, from, point);
  const places = Math.max(0, to - point - 1);
  const part = digits(bytes, point + 1, to);
  if (from === to || whole < 0 || part < 0 || places > 6) return null;
  const value = (whole * 10 ** places + part) / 10 ** places;
  return milliseconds ? value / 1000 : value;
}
