import type { FileContext } from '../fabric-reader.ts';
import { NO_ROUTE, type RouteFacts } from '../facts/route-facts.ts';
import { canonicalGuid } from '../facts/topology-facts.ts';
import { eachLine } from '../text/each-line.ts';
import { epochOfFile } from '../time/epoch-of-file.ts';
import { BAD_ENTRY, parseEntry } from './parse-entry.ts';

export const TABLE_START = /^(?:Unicast lids .*?\bguid |\w*dump_ucast_routes: Switch )0x([0-9a-f]+)/i;
/** The number of valid LIDs is that of the entries; OpenSM's own number is the highest LID. */
const TABLE_END = /^(\d+) (valid )?lids dumped/;
/** LIDs of single ports end below this. */
const UNICAST_LIDS = 0xc000;

/** Tables of any number of switches; each starts with a line that names its switch. */
export async function readForwardingDump(context: FileContext, facts: RouteFacts): Promise<void> {
  const { file, signal } = context;
  const tables = new TableCollector(context, facts, await epochOfFile(file));
  const visit = (bytes: Buffer, from: number, to: number, line: number): void => {
    if (bytes[from] === 48 && (bytes[from + 1] | 32) === 120) tables.entry(bytes, from, to, line);
    else tables.other(bytes.toString('utf8', from, to), line);
  };
  await eachLine(file.path, visit, signal);
  tables.finish();
}

class TableCollector {
  private readonly context: FileContext;
  private readonly facts: RouteFacts;
  private readonly time: number | null;
  private readonly ports = new Uint8Array(UNICAST_LIDS);
  private guid = '';
  private start = 0;
  private lids = 0;
  private entries = 0;
  /** Whether a line that ends the table is still to come: OpenSM's fdbs have none, but name every LID. */
  private endExpected = false;
  private namesEveryLid = false;
  private most = 0;

  constructor(context: FileContext, facts: RouteFacts, time: number | null) {
    this.context = context;
    this.facts = facts;
    this.time = time;
  }

  entry(bytes: Buffer, from: number, to: number, line: number): void {
    const entry = parseEntry(bytes, from, to);
    const lid = entry >> 8;
    if (entry === BAD_ENTRY || lid >= UNICAST_LIDS || this.guid === '') {
      this.damage(
        'BAD-LINE',
        'a line that cannot be read',
        JSON.stringify(bytes.toString('utf8', from, to)),
        line,
      );
      return;
    }
    this.ports[lid] = entry & 0xff;
    this.entries++;
    if (lid >= this.lids) this.lids = lid + 1;
  }

  other(text: string, line: number): void {
    const start = TABLE_START.exec(text);
    if (start) {
      this.finish();
      this.guid = canonicalGuid(start[1]);
      this.start = line;
      this.endExpected = text.startsWith('Unicast');
      this.namesEveryLid = !this.endExpected;
      this.ports.fill(NO_ROUTE);
      this.lids = 0;
      this.entries = 0;
      return;
    }
    const end = TABLE_END.exec(text);
    if (!end || this.guid === '') return;
    if (end[2] && Number(end[1]) !== this.entries)
      this.cutOff(`${this.entries} of ${end[1]} LIDs of ${this.guid}`, line);
    this.endExpected = false;
    this.finish();
  }

  /** Ends the current table, if there is one. */
  finish(): void {
    if (this.guid === '') return;
    const { guid, start } = this;
    const ports = this.ports.slice(0, this.lids);
    this.facts.tables.push({ time: this.time, switchGuid: guid, ports, place: this.place(start) });
    if (this.endExpected) this.cutOff(`the table of ${guid} has no end`, start);
    else if (this.namesEveryLid && this.entries < this.most)
      this.cutOff(`${this.entries} of ${this.most} LIDs of ${guid}`, start);
    this.most = Math.max(this.most, this.entries);
    this.guid = '';
  }

  private cutOff(example: string, line: number): void {
    this.damage('TABLE-CUT-OFF', 'forwarding tables that are not whole', example, line);
  }

  private damage(code: string, what: string, example: string, line: number): void {
    this.context.problems.damage({ code, what, example, place: this.place(line) });
  }

  private place(line: number) {
    return { file: this.context.file.origin, line };
  }
}
