import { WeftError } from '@weft/model';
import { attribute, unescapeXml, type XmlHandler } from './xml-scanner.ts';

/** Peer of a send that goes nowhere: MPI_PROC_NULL. */
export const NOBODY = -1;

/** One key of the log's hash: `count` calls of the same kind, peer and size. */
export interface IpmEntry {
  readonly call: string;
  readonly bytes: number;
  readonly peer: number;
  readonly count: number;
  readonly seconds: number;
}

/** What the log says about one rank. */
export interface IpmTask {
  readonly rank: number;
  readonly size: number;
  readonly version: string;
  readonly user: string | null;
  readonly start: number;
  readonly end: number;
  host: string | null;
  command: string | null;
  /** Totals per call without peers; all a terse log has. */
  readonly totals: IpmEntry[];
  readonly entries: IpmEntry[];
  /** Hardware counters of the run, by name. */
  readonly counters: Map<string, number>;
  /** The same added up over outermost regions, where the log does not say it of the whole. */
  readonly regionCounters: Map<string, number>;
  hasHash: boolean;
}

/** More than a petabyte between two ranks is damage. */
const MOST_BYTES = 1e15;

/** Collects one task at a time and hands it over when it closes. */
export class TaskCollector implements XmlHandler {
  task: IpmTask | null = null;
  /** Open regions inside one another. */
  private regions = 0;
  private open_: { tag: string; offset: number } = { tag: '', offset: 0 };
  private readonly file: string;
  private readonly onTask: (task: IpmTask) => void;

  constructor(file: string, onTask: (task: IpmTask) => void) {
    this.file = file;
    this.onTask = onTask;
  }

  open(name: string, tag: string, offset: number): void {
    this.open_ = { tag, offset };
    if (name === 'task') {
      this.task = this.readTask(tag, offset);
      this.regions = 0;
    } else if (name === 'region') this.regions++;
    else if (name === 'hash' && this.task) this.task.hasHash = true;
  }

  close(name: string, text: string): void {
    const { task } = this;
    if (!task) return;
    if (name === 'hent') task.entries.push(this.readEntry(text, 'call'));
    else if (name === 'func') this.addTotal(task, text);
    else if (name === 'counter') this.addCounter(task, text);
    else if (name === 'region') this.regions--;
    else if (name === 'host') task.host = unescapeXml(text) || null;
    else if (name === 'cmdline') task.command = unescapeXml(text) || null;
    else if (name === 'task') {
      this.onTask(task);
      this.task = null;
    }
  }

  /** The totals of a region include those of the regions inside it. */
  private addTotal(task: IpmTask, text: string): void {
    if (this.regions <= 1) task.totals.push(this.readEntry(text, 'name'));
  }

  private addCounter({ counters, regionCounters }: IpmTask, text: string): void {
    const { tag, offset } = this.open_;
    const name = attribute(tag, 'name');
    const value = Number(text);
    if (!name || text === '' || !Number.isFinite(value)) {
      throw this.fault(`a counter ${name ?? ''} of "${text}"`, offset, 'counter');
    }
    const into = this.regions === 0 ? counters : regionCounters;
    if (this.regions <= 1) into.set(name, (into.get(name) ?? 0) + value);
  }

  private readTask(tag: string, offset: number): IpmTask {
    const rank = this.integer(tag, 'mpi_rank', offset, 'task');
    const size = this.integer(tag, 'mpi_size', offset, 'task');
    if (rank >= size || size > 1 << 22) throw this.fault(`rank ${rank} of ${size}`, offset, 'task');
    return {
      rank,
      size,
      version: attribute(tag, 'ipm_version') ?? 'unknown',
      user: attribute(tag, 'username'),
      start: Number(attribute(tag, 'stamp_init') ?? Number.NaN),
      end: Number(attribute(tag, 'stamp_final') ?? Number.NaN),
      host: null,
      command: null,
      totals: [],
      entries: [],
      counters: new Map(),
      regionCounters: new Map(),
      hasHash: false,
    };
  }

  private readEntry(text: string, nameOf: 'call' | 'name'): IpmEntry {
    const { tag, offset } = this.open_;
    const call = attribute(tag, nameOf);
    if (!call) throw this.fault(`no ${nameOf}`, offset, tag.slice(0, 4));
    const record = nameOf === 'call' ? 'hent' : 'func';
    const seconds = Number.parseFloat(text);
    const bytes = positive(attribute(tag, 'bytes'));
    const count = this.integer(tag, 'count', offset, record);
    if (bytes * count > MOST_BYTES) throw this.fault(`${count} times ${bytes} bytes`, offset, record);
    return {
      call,
      bytes,
      peer: peerOf(tag),
      count,
      seconds: Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), 1e6) : 0,
    };
  }

  private integer(tag: string, name: string, offset: number, record: string): number {
    const text = attribute(tag, name);
    const value = Number(text);
    if (text === null || !Number.isSafeInteger(value) || value < 0) {
      throw this.fault(`${name} is ${text === null ? 'missing' : `"${text}"`}`, offset, record);
    }
    return value;
  }

  private fault(message: string, offset: number, record: string): WeftError {
    return new WeftError({
      code: 'BAD-IPM',
      message: `the log has a ${record} that makes no sense: ${message}`,
      file: this.file,
      offset,
      record,
      advice: 'Import the readable rest with --keep-going.',
    });
  }
}

/** The key's low bits in version 2, and what they hold for MPI_PROC_NULL, MPI_ANY_SOURCE and collectives. */
const RANK_MASK = 0x3fffffff;
const RANK_OTHER = RANK_MASK - 2;

/**
 * The rank in the key of version 2 is the peer itself; `orank` is 0 also for MPI_PROC_NULL, and relative to
 * the own rank in logs of clustered ranks. Keys of 0.9x are another hash.
 */
function peerOf(tag: string): number {
  const key = attribute(tag, 'key') ?? '';
  const rank = /^[0-9A-F]{32}$/i.test(key) ? Number.parseInt(key.slice(24), 16) & RANK_MASK : RANK_OTHER;
  if (rank === RANK_MASK) return NOBODY;
  return rank < RANK_OTHER ? rank : Math.trunc(Number(attribute(tag, 'orank') ?? 0)) || 0;
}

/** Totals are printed as floats. */
function positive(text: string | null): number {
  const value = Math.round(Number(text ?? 0));
  return value > 0 && value < MOST_BYTES ? value : 0;
}
