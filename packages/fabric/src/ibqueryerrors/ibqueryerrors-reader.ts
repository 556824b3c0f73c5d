import { decimalOf } from '../counters/decimal.ts';
import type { CounterContext, FabricReader } from '../fabric-reader.ts';
import { badLine } from '../facts/problems.ts';
import { eachTextLine } from '../text/each-line.ts';
import { probeLines } from '../text/probe-lines.ts';

const TITLE = /^(?:Data Counters|Errors) for (?:0x[0-9a-f]+|.* ".*")/i;
const PORT = /^\s+GUID (0x[0-9a-f]+) port (\w+):/i;
const ITEM = /\[(\w+) == (\d+)/g;
const OTHER = /^\s*(?:$|##|Link info:|\[)/;

/** What `ibqueryerrors` prints, with --counters, --data or errors alone. */
export const ibqueryerrorsReader: FabricReader = {
  name: 'ibqueryerrors',
  title: 'ibqueryerrors',
  tells: 'counters',
  detect: (probe) => (probeLines(probe).some((line) => TITLE.test(line)) ? 'yes' : 'no'),
  readCounters: ({ file, signal, ...rest }) =>
    eachTextLine(file.path, (text, line) => readLine(text, line, { ...rest, file }), signal),
};

function readLine(text: string, line: number, { file, problems, ports, series, time }: CounterContext): void {
  const port = PORT.exec(text);
  const place = { file: file.origin, line };
  if (!port) {
    if (!TITLE.test(text) && !OTHER.test(text)) problems.damage(badLine(text, place));
    return;
  }
  // The sum over all ports of a switch.
  if (!/^\d+$/.test(port[2])) return;
  const link = ports.byNode(port[1], Number(port[2]), place);
  if (link < 0) return;
  for (const [, name, value] of text.matchAll(ITEM)) {
    const counter = series.of(name);
    const count = decimalOf(value);
    if (counter && count) series.read(counter, link, time!, count, place);
  }
}
