import { type Network, WeftError } from '@weft/model';
import { assumedRouter } from '@weft/network';
import { parseScenario, type Scenario } from '@weft/simulate';
import type { RunSource } from '../run-source.ts';

interface TraceJob {
  readonly name: string;
  readonly ranks: number;
}

/** A job of a trace is not described: its messages are given by the trace itself. */
const NOT_DESCRIBED = { kind: 'messages', phases: [] };
const DEFAULT_INTERVAL = 100_000;

/** The machine that a trace was put on, as it was assumed when it was imported. */
export function traceScenario(
  { manifest, path }: RunSource,
  network: Network,
  jobs: readonly TraceJob[],
): Scenario {
  const placed = manifest.provenance.find(({ kind }) => kind === 'placement')?.facts;
  const speed = manifest.provenance.find(({ kind }) => kind === 'replay')?.facts;
  if (!placed) throw refusal('NO-SCENARIO', 'it was neither simulated nor put on a network', path);
  if (!speed)
    throw refusal('NO-REPLAY', 'its messages were not replayed: the speed of links is not known', path);
  return parseScenario(
    {
      version: 1,
      title: manifest.title || manifest.name,
      network: { file: 'the network of the dataset' },
      routing: assumedRouter(network).name,
      link: { bandwidth: speed.bandwidth, latency: speed.latency },
      switchDelay: speed.switchDelay,
      model: { kind: 'event' },
      counters: { interval: manifest.interval ?? DEFAULT_INTERVAL },
      output: { hops: true },
      jobs: jobs.map(({ name, ranks }) => ({
        name,
        ranks,
        ranksPerHost: placed.ranksPerHost,
        placement: placed.placement,
        workload: NOT_DESCRIBED,
      })),
    },
    path,
  );
}

function refusal(code: string, message: string, file: string): WeftError {
  const advice =
    'Put the trace on a network, with its replay: weft place, or weft import --network (docs/cause.md).';
  return new WeftError({ code, message, file, advice });
}
