import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { WeftError } from '@weft/model';
import { ByteWriter } from '../dumpi/byte-writer.ts';
import { LEAD_IN } from '../dumpi/read-sections.ts';
import { END_OF_STREAM, findFunction } from '../dumpi/record-layout.ts';
import { encodeCall, type TextCall, type TextTime } from './encode-call.ts';

const ENTERING =
  /^(\w+) entering at walltime (-?\d+)\.(\d{9}), cputime (-?\d+)\.(\d{9}) seconds in thread (\d+)\.$/;
const RETURNING =
  /^(\w+) returning at walltime (-?\d+)\.(\d{9}), cputime (-?\d+)\.(\d{9}) seconds in thread \d+\.$/;
const VALUE = /^\w+ ([\w.]+)(?:\[\d*\])*=(.*)$/;
const TYPE_SIZE = /^Datatype (\d+) \(.*\) has size (\d+)$/;
const HEADER = /^(hostname|username)=(.*)$/;
const FOOTER_SLOTS = 291;
const UNKNOWN_SIZE = -1;

export function looksLikeText(head: string): boolean {
  return head.split('\n').some((line) => ENTERING.test(line.trimEnd()));
}

/** Writes the binary trace that the text of dumpi2ascii was printed from, as far as the text tells. */
export async function convertText(from: string, to: string, keepGoing: boolean): Promise<WeftError | null> {
  const out = openSync(to, 'w');
  const converter = new TextConverter(from, (bytes) => writeSync(out, bytes));
  try {
    for await (const line of createInterface({
      input: createReadStream(from, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      converter.line(line);
    }
    converter.checkEnd();
    return null;
  } catch (error) {
    if (!keepGoing || !(error instanceof WeftError)) throw error;
    return error;
  } finally {
    converter.finish();
    closeSync(out);
  }
}

class TextConverter {
  private readonly file: string;
  private readonly write: (bytes: Uint8Array) => void;
  private readonly out = new ByteWriter();
  private readonly counts = new Uint32Array(FOOTER_SLOTS);
  private readonly sizes: number[] = [];
  private readonly header = new Map<string, string>();
  private call: TextCall | null = null;
  private lastName = '';
  private base: number | null = null;
  private written = 0;
  private lines = 0;

  constructor(file: string, write: (bytes: Uint8Array) => void) {
    this.file = file;
    this.write = write;
  }

  line(text: string): void {
    this.lines++;
    const { call } = this;
    if (!call) this.outside(text);
    else this.inside(call, text);
  }

  checkEnd(): void {
    if (this.call) throw this.fault('the text ends inside a call', this.call.layout.name, 'TRUNCATED');
  }

  finish(): void {
    this.startBody(0);
    this.out.u16(END_OF_STREAM);
    const offset = () => this.written + this.out.length;
    const header = offset();
    this.out.raw(Uint8Array.of(0, 0, 0));
    this.out.u64(0n);
    this.out.string16(this.header.get('hostname') ?? '');
    this.out.string16(this.header.get('username') ?? '<none>');
    this.out.u32(0);
    this.out.u32(0);
    const footer = offset();
    this.out.raw(Uint8Array.of(0, 0, 0, 0, 0xf0, 0x07, 0xfe, 0xe7));
    for (const count of this.counts) this.out.u32(count);
    for (let slot = 0; slot < FOOTER_SLOTS; slot++) this.out.u32(0);
    const sizes = offset();
    this.out.u32(this.sizes.length);
    for (let id = 0; id < this.sizes.length; id++) this.out.u32(this.sizes[id] ?? UNKNOWN_SIZE);
    this.out.raw(LEAD_IN);
    for (const place of [sizes, 0, 0, header, 8, footer, 0]) this.out.u64(BigInt(place));
    this.flush();
  }

  private outside(text: string): void {
    const entering = ENTERING.exec(text);
    if (entering) {
      this.enter(entering);
      return;
    }
    const size = TYPE_SIZE.exec(text);
    if (size && Number(size[1]) < 32_768) this.sizes[Number(size[1])] = Number(size[2]);
    const header = HEADER.exec(text);
    if (header) this.header.set(header[1], header[2]);
  }

  private enter(match: RegExpExecArray): void {
    const layout = findFunction(match[1]);
    if (!layout)
      throw this.fault(`there is no MPI function ${match[1]} in the format`, match[1], 'UNKNOWN-FUNCTION');
    const zero = { seconds: 0, nanoseconds: 0 };
    this.call = {
      layout,
      thread: Number(match[6]),
      wallStart: time(match[2], match[3]),
      cpuStart: time(match[4], match[5]),
      wallStop: zero,
      cpuStop: zero,
      values: new Map(),
    };
  }

  private inside(call: TextCall, text: string): void {
    const returning = RETURNING.exec(text);
    if (returning) {
      this.leave(call, returning);
      return;
    }
    if (ENTERING.test(text)) throw this.fault('a call begins inside another', call.layout.name, 'BAD-TEXT');
    // An array of arrays is printed over several lines, and the next value follows its last bracket.
    if (text.startsWith(', [')) call.values.set(this.lastName, `${call.values.get(this.lastName)}${text}`);
    else if (text.startsWith(']')) this.value(call, text.slice(1));
    else this.value(call, text);
  }

  private value(call: TextCall, text: string): void {
    const match = VALUE.exec(text);
    if (!match) return;
    this.lastName = match[1];
    call.values.set(match[1], match[2]);
  }

  private leave(call: TextCall, match: RegExpExecArray): void {
    if (match[1] !== call.layout.name)
      throw this.fault(`${match[1]} returns from it`, call.layout.name, 'BAD-TEXT');
    call.wallStop = time(match[2], match[3]);
    call.cpuStop = time(match[4], match[5]);
    this.startBody(call.wallStart.seconds);
    encodeCall(call, this.base ?? 0, this.out);
    if (call.layout.id < FOOTER_SLOTS) this.counts[call.layout.id]++;
    this.call = null;
    if (this.out.length > 1 << 20) this.flush();
  }

  private startBody(seconds: number): void {
    if (this.base !== null) return;
    this.base = seconds;
    this.out.raw(LEAD_IN);
    this.out.u32(0);
    this.out.u32(seconds);
  }

  private flush(): void {
    const bytes = this.out.take();
    this.written += bytes.length;
    this.write(bytes);
  }

  private fault(message: string, record: string, code: string): WeftError {
    return new WeftError({
      code,
      message,
      file: this.file,
      line: this.lines,
      record,
      advice: 'Import the readable rest with --keep-going.',
    });
  }
}

function time(seconds: string, nanoseconds: string): TextTime {
  return { seconds: Number(seconds), nanoseconds: Number(nanoseconds) };
}
