import type { Diagnostic, ManifestFacts, MetricInfo } from '@weft/model';
import { PS_PER_NS } from './engine/fabric.ts';
import { MOST_HOP_ROWS } from './engine/hop-rows.ts';
import type { MetricName, Totals } from './engine/recorder.ts';
import type { PreparedScenario } from './scenario/prepare-scenario.ts';
import type { SimulationHealth } from './simulation-health.ts';

export interface ModelRun {
  readonly totals: Totals;
  /** Picoseconds. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Messages whose hops were too many to be written. */
  readonly hopsLeftOut?: number;
  /** Jobs of a history whose time was over before they had done all their runs. */
  readonly jobsCutOff?: number;
  /** Of the event model only. */
  readonly health?: SimulationHealth;
}

const metricInfo: Readonly<Record<MetricName, MetricInfo>> = {
  data_sent: { name: 'data_sent', unit: 'B', doc: 'bytes that left on the link', kind: 'amount' },
  packets_sent: {
    name: 'packets_sent',
    unit: 'packets',
    doc: 'packets that left on the link',
    kind: 'amount',
  },
  wait: { name: 'wait', unit: 'ns', doc: 'time packets waited for the link, added up', kind: 'amount' },
  queue: { name: 'queue', unit: 'B', doc: 'bytes waiting for the link', kind: 'gauge' },
};

/** What the manifest of a simulated dataset says. */
export function simulationFacts(prepared: PreparedScenario, run: ModelRun, routes: boolean): ManifestFacts {
  const { totals } = run;
  const { scenario } = prepared;
  const { title, description, origin, counters, network, model, seed } = scenario;
  return {
    title,
    description,
    origin: origin ? `${Date.parse(origin)}000000` : null,
    timeRange: [0, Math.ceil(totals.end / PS_PER_NS / counters.interval) * counters.interval],
    interval: counters.interval,
    metrics: counters.metrics.map((name) => metricInfo[name]),
    network:
      'file' in network || network.family === 'graph'
        ? { family: 'graph', params: {} }
        : { family: network.family, params: { ...network.params } },
    provenance: [
      {
        kind: 'simulation',
        facts: {
          scenario,
          model: { ...model },
          seed,
          routing: scenario.routing,
          latency: scenario.link.latency,
          switchDelay: scenario.switchDelay,
          ...rerunFacts(prepared),
          totals: { ...totals, end: totals.end / PS_PER_NS },
          ...(run.health ? { health: { ...run.health } } : {}),
        },
      },
    ],
    diagnostics: [...diagnosticsOf(run, routes), ...scenarioDiagnostics(prepared)],
  };
}

/** Longer scenarios (lists of messages, networks given cable by cable) are not kept in a manifest. */
const MOST_CHARACTERS = 8 << 20;

function isKept({ scenario }: PreparedScenario): boolean {
  return JSON.stringify(scenario).length <= MOST_CHARACTERS;
}

/** What is needed to run the machine again as it is described, and nothing that is hidden in it. */
function rerunFacts(prepared: PreparedScenario): Record<string, unknown> {
  if (!isKept(prepared)) return {};
  const { missing, stuck } = prepared.faults;
  const faulty = missing.length + stuck.length > 0;
  return { scenario: prepared.scenario, ...(faulty ? { faults: { missing, stuck } } : {}) };
}

function scenarioDiagnostics(prepared: PreparedScenario): Diagnostic[] {
  if (isKept(prepared)) return [];
  const text = 'scenario of more than 8 MiB is not kept: the dataset cannot be run again';
  return [{ code: 'SCENARIO-LEFT-OUT', count: 1, text }];
}

function diagnosticsOf({ totals, hopsLeftOut = 0, jobsCutOff = 0 }: ModelRun, routes: boolean): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (totals.messagesLost > 0) {
    const text = `messages of ${totals.bytesLost} bytes for which no path leads; they count as sent, not as received`;
    found.push({ code: 'UNREACHABLE', count: totals.messagesLost, text });
  }
  if (!routes) {
    const text = 'forwarding tables are left out: too large, not asked for, or dependent on the source';
    found.push({ code: 'NO-ROUTES', count: 1, text });
  }
  if (hopsLeftOut > 0) {
    const text = `messages after the first ${MOST_HOP_ROWS.toLocaleString('en-US')} rows of hops: when they crossed their links is not written`;
    found.push({ code: 'HOPS-CUT-OFF', count: hopsLeftOut, text });
  }
  if (jobsCutOff > 0) {
    const text =
      'jobs ended with their duration, before they had run their workload as often as they were to';
    found.push({ code: 'JOBS-CUT-OFF', count: jobsCutOff, text });
  }
  return found;
}
