const TIME = ['time', 'timestamp', 'time_unix', 'unix', 'time_msec'];
const PORT = ['port', 'port_id', 'port_idx', 'port_num'];
const NODE = [
  'guid',
  'node_guid',
  'node_id',
  'node',
  'node_name',
  'switch',
  'host',
  'hostname',
  'name',
  'producername',
];
const ADAPTER = ['ca_name', 'device', 'hca'];
const LINK = ['link', 'link_id'];
const COUNTER = ['counter', 'metric'];
/** What LDMS and others write beside the counters. */
const OTHER = new Set([
  'time_usec',
  'time_iso',
  'remote',
  'component_id',
  'job_id',
  'app_id',
  'port_query_time',
  'producername',
  'direction',
  ...TIME,
  ...PORT,
  ...NODE,
  ...ADAPTER,
  ...LINK,
  ...COUNTER,
  'lid',
  'value',
  'amount',
  'level',
]);
const SYSCLASSIB = /^ib\.(\w+)#(\S+)\.(\d+)$/;

/** One counter of a row. */
interface CounterColumn {
  readonly field: number;
  readonly label: string;
  /** Adapter and port where the name of the column has them. */
  readonly adapter?: string;
  readonly port?: number;
}

/** Which field of a table is what; -1 = there is none. */
export interface TablePlan {
  readonly time: number;
  /** Time in milliseconds. */
  readonly milliseconds: boolean;
  readonly link: number;
  readonly lid: number;
  readonly node: number;
  readonly adapter: number;
  readonly port: number;
  readonly direction: number;
  /** Tables with a row for each counter. */
  readonly counter: number;
  readonly value: number;
  readonly amount: number;
  readonly level: number;
  /** Tables with a column for each counter. */
  readonly counters: readonly CounterColumn[];
}

const TREESCOPE = /^\s*node_id\s*,\s*port_(id|idx)\s*,/;

/** Reads a header; null where this is no table of counters. */
export function planTable(header: string): TablePlan | null {
  const labels = header
    .replace(/^\s*#/, '')
    .split(',')
    .map((label) => label.trim());
  const names = labels.map((label) => label.toLowerCase());
  const find = (wanted: readonly string[]): number =>
    wanted.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const time = find(TIME);
  const plan = {
    time,
    milliseconds: names[time] === 'time_msec',
    link: find(LINK),
    lid: find(['lid']),
    node: find(NODE),
    adapter: find(ADAPTER),
    port: find(PORT),
    direction: find(['direction']),
    counter: find(COUNTER),
    value: find(['value']),
    amount: find(['amount']),
    level: find(['level']),
    counters: labels.flatMap((label, field) => counterColumn(label, field)),
  };
  return isTable(plan, TREESCOPE.test(header)) ? plan : null;
}

function counterColumn(label: string, field: number): CounterColumn[] {
  if (label === '' || OTHER.has(label.toLowerCase()) || /\.rate(#|$)/.test(label)) return [];
  const inRow = SYSCLASSIB.exec(label);
  return inRow ? [{ field, label: inRow[1], adapter: inRow[2], port: Number(inRow[3]) }] : [{ field, label }];
}

/** A table without times is one of TreeScope's: its file is named by the time. */
function isTable(plan: TablePlan, treescope: boolean): boolean {
  const { time, link, lid, node, port, direction, counter, value, amount, level, counters } = plan;
  const ownPorts = counters.length > 0 && counters.every((column) => column.port !== undefined);
  const placed =
    link >= 0 || ((lid >= 0 || node >= 0) && (port >= 0 || direction >= 0)) || (node >= 0 && ownPorts);
  const long = counter >= 0 && (value >= 0 || amount >= 0 || level >= 0);
  return placed && (time >= 0 || treescope) && (long || counters.length > 0);
}
