import { type Decimal, decimalOf } from '../counters/decimal.ts';
import type { CounterContext, FabricReader } from '../fabric-reader.ts';
import { badLine } from '../facts/problems.ts';
import { eachTextLine } from '../text/each-line.ts';
import { probeLines } from '../text/probe-lines.ts';

const TITLE = /^# Port (extended )?counters: (?:Lid (\d+)|DR path.*?) port (\d+)/i;
const VALUE = /^(\w+):\.+(\S+)$/;
/** Stands for the sum over all ports. */
const ALL_PORTS = 255;

interface Reading {
  readonly value: Decimal;
  readonly line: number;
  readonly extended: boolean;
}

/** What `perfquery` and `perfquery -x` print, any number of ports to a file. */
export const perfqueryReader: FabricReader = {
  name: 'perfquery',
  title: 'perfquery',
  tells: 'counters',
  detect: (probe) => (probeLines(probe).some((line) => TITLE.test(line)) ? 'yes' : 'no'),
  readCounters: readBlocks,
};

async function readBlocks(context: CounterContext): Promise<void> {
  const { file, problems, signal } = context;
  const ports = new Map<string, Map<string, Reading>>();
  let current: Map<string, Reading> | null = null;
  let extended = false;
  await eachTextLine(
    file.path,
    (text, line) => {
      const title = TITLE.exec(text);
      if (title) {
        extended = title[1] !== undefined;
        current =
          title[2] && Number(title[3]) !== ALL_PORTS ? portOf(ports, `${title[2]} ${title[3]}`) : null;
        return;
      }
      const item = VALUE.exec(text);
      if (!item) {
        if (!/^\s*(#|$)/.test(text)) problems.damage(badLine(text, { file: file.origin, line }));
        return;
      }
      const value = decimalOf(item[2]);
      if (!current || /Select/.test(item[1])) return;
      if (!value) problems.damage(badLine(text, { file: file.origin, line }));
      else if (extended || !current.get(item[1])?.extended) current.set(item[1], { value, line, extended });
    },
    signal,
  );
  for (const [port, readings] of ports) addPort(context, port, readings);
}

function portOf(ports: Map<string, Map<string, Reading>>, key: string): Map<string, Reading> {
  const known = ports.get(key) ?? new Map<string, Reading>();
  ports.set(key, known);
  return known;
}

function addPort(
  { file, ports, series, time }: CounterContext,
  port: string,
  readings: Map<string, Reading>,
): void {
  const [lid, number] = port.split(' ').map(Number);
  const [first] = readings.values();
  const link = ports.byLid(lid, number, { file: file.origin, line: first?.line });
  if (link < 0) return;
  for (const [name, { value, line }] of readings) {
    const counter = series.of(name);
    if (counter) series.read(counter, link, time!, value, { file: file.origin, line });
  }
}
