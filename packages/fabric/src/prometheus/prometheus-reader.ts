import { readHead } from '@weft/readers';
import { decimalOf } from '../counters/decimal.ts';
import type { CounterContext, FabricReader } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { eachTextLine } from '../text/each-line.ts';
import { probeLines } from '../text/probe-lines.ts';

const HEAD_BYTES = 65_536;
const SAMPLE = /^((?:node_)?infiniband_\w+)\{([^}]*)\}\s+(\S+)(?:\s+(-?\d+(?:\.\d+)?))?\s*(?:#.*)?$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const NODE = ['guid', 'switch_guid', 'instance', 'node', 'host', 'switch', 'hca'];
const ADAPTER = ['device', 'ca', 'hca'];

/** Prometheus or OpenMetrics text of an exporter for InfiniBand; samples without a time have that of the file. */
export const prometheusReader: FabricReader = {
  name: 'prometheus',
  title: 'Prometheus text',
  tells: 'counters',
  detect: (probe) =>
    probeLines(probe).some((line) => /^(?:# TYPE )?(?:node_)?infiniband_\w+[ {]/.test(line)) ? 'yes' : 'no',
  async firstTime({ file }) {
    const head = readHead(file.path, HEAD_BYTES);
    const samples = probeLines({ path: file.path, head, size: file.size }).map((line) => SAMPLE.exec(line));
    return secondsOf(samples.find((sample) => sample?.[4])?.[4]);
  },
  readCounters: ({ file, signal, ...rest }) =>
    eachTextLine(
      file.path,
      (text, line) => readSample(text, { ...rest, file }, { file: file.origin, line }),
      signal,
    ),
};

function readSample(text: string, { problems, ports, series, time }: CounterContext, place: Place): void {
  if (/^\s*(#|$)/.test(text) || !/^(?:node_)?infiniband_/.test(text)) return;
  const sample = SAMPLE.exec(text);
  const value = sample && decimalOf(sample[3]);
  if (!sample || !value) {
    problems.damage(badLine(text, place));
    return;
  }
  if (!sample[1].endsWith('_total')) return;
  const labels = new Map(Array.from(sample[2].matchAll(LABEL), ([, name, said]) => [name, said]));
  const port = Number(labels.get('port'));
  const node = NODE.map((name) => labels.get(name)).find(Boolean);
  const counter = series.of(sample[1]);
  if (!node || !Number.isInteger(port) || !counter) return;
  const adapter = ADAPTER.map((name) => labels.get(name)).find(Boolean) ?? '';
  // An instance is a host and the port of the exporter.
  const link = ports.byNode(node.replace(/:\d{2,5}$/, ''), port, place, adapter === node ? '' : adapter);
  if (link >= 0) series.read(counter, link, secondsOf(sample[4]) ?? time!, value, place);
}

/** OpenMetrics has seconds, Prometheus milliseconds. */
function secondsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  return value > 1e11 ? value / 1000 : value;
}
