import { errorFacts, type ManifestFacts, type Network, NetworkBuilder, WeftError } from '@weft/model';
import { buildNetwork, recogniseNetwork } from '@weft/network';

/** The network a trace is put on, and what the manifest says of it. */
interface TraceNetwork {
  readonly network: Network;
  readonly facts: NonNullable<ManifestFacts['network']>;
}

/** `family:name=number,...`, or a file: a graph as JSON (vertices and cables) or lines of two names each. */
export function parseTraceNetwork(text: string, readText: (file: string) => string): TraceNetwork {
  const family = /^([a-z][a-z-]*)(?::(.*))?$/.exec(text);
  if (!family) return recognised(readGraph(text, readText));
  const params = parseNumbers(family[2] ?? '');
  return { network: buildNetwork(family[1], params), facts: { family: family[1], params } };
}

function parseNumbers(text: string): Record<string, number | number[] | boolean> {
  const pairs = text.split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, value = ''] = pair.split('=');
      if (value === 'true' || value === 'false') return [name, value === 'true'];
      const numbers = value.split('x').map(Number);
      if (value === '' || numbers.some(Number.isNaN)) throw badNetwork(`«${pair}» is not name=number`);
      return [name, numbers.length > 1 ? numbers : numbers[0]];
    }),
  );
}

/** Levels, pods and coordinates of what is recognised; the bare graph elsewhere. */
function recognised(network: Network): TraceNetwork {
  const { found } = recogniseNetwork(network);
  if (!found?.recognition.ok) return { network, facts: { family: 'graph', params: {} } };
  const params = { ...(found.recognition.params as Record<string, unknown>) };
  return { network: found.recognition.network, facts: { family: found.family, params } };
}

function readGraph(file: string, readText: (file: string) => string): Network {
  let text: string;
  try {
    text = readText(file);
  } catch {
    throw badNetwork(`there is neither a family nor a file «${file}»`);
  }
  return file.endsWith('.json') ? buildNetwork('graph', parseJson(text, file)) : readEdges(text, file);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badNetwork(`${file}: ${errorFacts(error).message}`);
  }
}

/** A cable a line; what hangs on one cable is a host, the rest are switches. `#` starts a comment. */
function readEdges(text: string, file: string): Network {
  const edges = text.split(/\r?\n/).flatMap((line, at): [string, string][] => {
    const names = line
      .replace(/#.*/, '')
      .trim()
      .split(/[\s,;]+/)
      .filter(Boolean);
    if (names.length === 0) return [];
    if (names.length !== 2) throw badNetwork(`${file}, line ${at + 1}: not two names`);
    return [[names[0], names[1]]];
  });
  const degree = new Map<string, number>();
  for (const name of edges.flat()) degree.set(name, (degree.get(name) ?? 0) + 1);
  const builder = new NetworkBuilder();
  const ids = new Map<string, number>();
  for (const [name, cables] of degree)
    ids.set(name, builder.addVertex({ kind: cables === 1 ? 'host' : 'switch', name }));
  const nextPort = new Map<string, number>();
  const port = (name: string): number => {
    const own = nextPort.get(name) ?? 0;
    nextPort.set(name, own + 1);
    return own;
  };
  for (const [a, b] of edges)
    builder.addCable({ from: ids.get(a)!, fromPort: port(a), to: ids.get(b)!, toPort: port(b) });
  return builder.build();
}

function badNetwork(message: string): WeftError {
  return new WeftError({
    code: 'BAD-NETWORK',
    message,
    advice:
      'Name a family with its numbers, e.g. fat-tree:ports=8 or kary-ntree:arity=4,layers=3, or a file.',
  });
}
