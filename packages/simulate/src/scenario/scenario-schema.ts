import { families, placements, routers } from '@weft/network';
import { z } from 'zod';
import { metricNames } from '../engine/recorder.ts';
import { duration, messageBytes, positiveDuration, positiveSpeed, speed, turns } from '../quantity.ts';
import { workloads } from '../registry.ts';

type NonEmpty<T> = [T, ...T[]];

/** A rank takes about 200 bytes while it is simulated. */
const MOST_RANKS = 4_000_000;
const MOST_JOBS = 10_000;
const MOST_REPEATS = 1_000_000_000;

const routerName = z.enum(routers.map(({ name }) => name) as NonEmpty<string>);
const placementName = z.enum(placements.map(({ name }) => name) as NonEmpty<string>);
const count = z.number().int().nonnegative();

const failures = z.strictObject({
  links: count.default(0).describe('cables taken away, drawn at random'),
  switches: count.default(0),
  hosts: count.default(0),
});

const builtNetwork = z.discriminatedUnion(
  'family',
  families.map(({ name, params }) =>
    z.strictObject({ family: z.literal(name), params, failures: failures.optional() }),
  ) as unknown as NonEmpty<z.ZodObject<{ family: z.ZodLiteral<string> }>>,
);

const network = z.union([
  builtNetwork as unknown as z.ZodType<BuiltNetwork>,
  z.strictObject({
    file: z.string().describe('a network in JSON, beside the scenario'),
    failures: failures.optional(),
  }),
]);

interface BuiltNetwork {
  readonly family: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly failures?: z.output<typeof failures>;
}

const simpleWorkloads = workloads.map(({ name, params }) =>
  params.extend({ kind: z.literal(name) }),
) as unknown as NonEmpty<z.ZodObject<{ kind: z.ZodLiteral<string> }, z.core.$loose>>;

const workload = z.discriminatedUnion('kind', [
  ...simpleWorkloads,
  z.strictObject({
    kind: z.literal('sequence'),
    steps: z.array(z.discriminatedUnion('kind', simpleWorkloads)).min(1),
    iterations: turns.default(1),
  }),
] as unknown as NonEmpty<z.ZodObject<{ kind: z.ZodLiteral<string> }, z.core.$loose>>);

const placement = z.union([
  placementName,
  z.strictObject({ hosts: z.array(count).min(1).describe('numbers of hosts, one per node of the job') }),
  z.strictObject({
    pods: z.array(count).min(1).describe('pods whose free hosts the job fills, one pod after the other'),
  }),
  z.strictObject({ file: z.string().describe('text with one host number a line') }),
]);

const job = z.strictObject({
  name: z.string().min(1),
  user: z.string().optional(),
  workload,
  ranks: z.number().int().positive().max(MOST_RANKS),
  ranksPerHost: z.number().int().positive().max(MOST_RANKS).default(1),
  placement: placement.default('contiguous'),
  start: duration.default(0).describe('start; with `after`, the pause behind those jobs'),
  after: z.array(z.string()).max(MOST_JOBS).default([]).describe('names of jobs that must have ended'),
  repeat: z
    .number()
    .int()
    .positive()
    .max(MOST_REPEATS)
    .default(1)
    .describe('how often the workload is run; model history: the job ends with the last run'),
  compute: duration.default(0).describe('compute time before each phase, added to the workload’s own'),
  jitter: z.number().min(0).max(1).default(0).describe('compute times differ by up to this share'),
  duration: duration.optional().describe('model history: how long the job runs, with `repeat` at most'),
  rate: speed
    .optional()
    .describe('model history: bytes per second each rank sends on average; not with `repeat`'),
});

const routing = z.union([
  routerName,
  z
    .array(z.strictObject({ at: duration.default(0), router: routerName }))
    .min(1)
    .describe('routers by the time from which they hold'),
]);

const model = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('load'),
    packet: messageBytes.nullable().default(4096).describe('bytes of a packet, for counting packets'),
  }),
  z.strictObject({
    kind: z.literal('event'),
    packet: messageBytes
      .nullable()
      .default(null)
      .describe('bytes of a packet, links shared fairly; null = whole messages, first come, first served'),
    switching: z.enum(['cut-through', 'store-and-forward']).default('cut-through'),
    adaptive: z.boolean().default(false).describe('choose up ports of a tree by queue length'),
  }),
  z.strictObject({
    kind: z.literal('history'),
    duration: positiveDuration,
    shape: z.enum(['flat', 'daily']).default('daily').describe('activity over the hours of the day'),
    jitter: z.number().min(0).max(1).default(0.15).describe('activity differs from interval to interval'),
    packet: messageBytes.default(4096),
  }),
]);

export const scenarioSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  title: z.string().min(1),
  description: z.string().default(''),
  seed: z.union([z.number().int(), z.string()]).default(1),
  origin: z.iso.datetime({ offset: true }).optional().describe('calendar time of time 0'),
  network,
  routing,
  link: z
    .strictObject({
      bandwidth: positiveSpeed.default(12.5e9),
      latency: duration.default(100),
      parallel: z
        .enum(['routed', 'in-turn'])
        .default('routed')
        .describe('cables between the same two vertices: the one the tables name, or in turn'),
    })
    .prefault({}),
  switchDelay: duration.default(90),
  jobs: z.array(job).min(1).max(MOST_JOBS),
  model: model.prefault({ kind: 'load' }),
  counters: z
    .strictObject({
      interval: positiveDuration.default(100_000),
      metrics: z
        .array(z.enum(metricNames))
        .min(1)
        .default([...metricNames]),
      loads: positiveDuration
        .optional()
        .describe('time bin of loads per link and job; the counter interval where left out'),
    })
    .prefault({}),
  output: z
    .strictObject({
      messages: z.boolean().default(true),
      loads: z.boolean().default(true),
      hops: z
        .boolean()
        .default(false)
        .describe('model event: when each message reaches, enters and leaves each link'),
      routes: z.boolean().optional().describe('forwarding tables; left out: where they are not too large'),
    })
    .prefault({}),
});

export type Scenario = z.output<typeof scenarioSchema>;
export type ScenarioJob = Scenario['jobs'][number];

/** The published JSON Schema of scenario files. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any' }),
    title: 'Weft scenario',
  };
}
