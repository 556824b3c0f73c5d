import { WeftError } from '@weft/model';
import type { z } from 'zod';
import { findWorkload } from '../registry.ts';
import { messagesFault, type RuleFault } from './messages-fault.ts';
import { type Scenario, type ScenarioJob, scenarioSchema } from './scenario-schema.ts';
import { workloadSteps } from './workload-steps.ts';

/** Checks a scenario against the schema and the rules between its parts; the error names the JSON path. */
export function parseScenario(raw: unknown, file?: string): Scenario {
  const parsed = scenarioSchema.safeParse(raw);
  if (!parsed.success) {
    const { path, message } = deepest(parsed.error.issues);
    throw scenarioError(path, message, file);
  }
  const fault = ruleFault(parsed.data);
  if (fault) throw scenarioError(fault.path, fault.rule, file);
  return parsed.data;
}

export function parseScenarioText(text: string, file: string): Scenario {
  return parseScenario(parseJson(text, file), file);
}

export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WeftError({
      code: 'BAD-SCENARIO',
      message: `not JSON: ${error instanceof Error ? error.message : String(error)}`,
      file,
      advice: 'See docs/scenarios.md.',
    });
  }
}

type JsonPath = RuleFault['path'];

export function scenarioError(path: JsonPath, rule: string, file?: string): WeftError {
  const place = path.join('.') || 'scenario';
  return new WeftError({
    code: 'BAD-SCENARIO',
    message: `${place}: ${rule}`,
    file,
    record: place,
    advice: 'See docs/scenarios.md or `weft simulate --schema`.',
  });
}

interface Fault {
  readonly path: JsonPath;
  readonly message: string;
}

/** Of the branches of a union, the one that got furthest says best what is wrong. */
function deepest(issues: readonly z.core.$ZodIssue[], before: JsonPath = []): Fault {
  const faults = issues.flatMap((issue): Fault[] => {
    const path = [...before, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const inner = issue.errors.map((branch) => deepest(branch, path));
      const own =
        issue.message !== 'Invalid input' && inner.every((fault) => fault.path.length === path.length);
      return own ? [{ path, message: issue.message }] : inner;
    }
    if (issue.code === 'unrecognized_keys') {
      return [{ path: [...path, issue.keys[0] ?? ''], message: 'unknown key' }];
    }
    return [{ path, message: issue.message }];
  });
  return faults.reduce((best, fault) => (fault.path.length > best.path.length ? fault : best));
}

function ruleFault(scenario: Scenario): RuleFault | null {
  return (
    nameFault(scenario.jobs) ??
    cycleFault(scenario.jobs) ??
    workloadFault(scenario.jobs) ??
    messagesFault(scenario) ??
    historyFault(scenario) ??
    hopsFault(scenario) ??
    epochFault(scenario)
  );
}

function nameFault(jobs: readonly ScenarioJob[]): RuleFault | null {
  const names = jobs.map(({ name }) => name);
  const known = new Set(names);
  const again = known.size === names.length ? -1 : names.findIndex((name, j) => names.indexOf(name) < j);
  if (again >= 0) return { path: ['jobs', again, 'name'], rule: `another job is called ${names[again]}` };
  for (const [j, job] of jobs.entries()) {
    const unknown = job.after.findIndex((name) => !known.has(name));
    if (unknown >= 0) {
      return { path: ['jobs', j, 'after', unknown], rule: `no job is called ${job.after[unknown]}` };
    }
  }
  return null;
}

/** Jobs must not wait for each other in a circle. */
function cycleFault(jobs: readonly ScenarioJob[]): RuleFault | null {
  const waiting = jobsThatNeverStart(jobs);
  if (waiting.size === 0) return null;
  const circle = [...waiting];
  return {
    path: ['jobs', jobs.findIndex(({ name }) => waiting.has(name)), 'after'],
    rule: `cyclic dependencies: ${circle.length === 1 ? `${circle[0]} waits for itself` : `${circle.join(', ')} wait for each other`}`,
  };
}

/** Names in the order of the jobs. Each job tells those behind it when it is over, so that every `after` is looked at twice. */
function jobsThatNeverStart(jobs: readonly ScenarioJob[]): Set<string> {
  const behind = new Map<string, string[]>(jobs.map(({ name }) => [name, []]));
  const left = new Map<string, number>();
  for (const { name, after } of jobs) {
    left.set(name, after.length);
    for (const before of after) behind.get(before)?.push(name);
  }
  const over = jobs.filter(({ after }) => after.length === 0).map(({ name }) => name);
  for (const name of over) {
    for (const next of behind.get(name) ?? []) {
      const rest = (left.get(next) ?? 0) - 1;
      left.set(next, rest);
      if (rest === 0) over.push(next);
    }
  }
  const done = new Set(over);
  return new Set(jobs.map(({ name }) => name).filter((name) => !done.has(name)));
}

function workloadFault(jobs: readonly ScenarioJob[]): RuleFault | null {
  for (const [j, { workload, ranks }] of jobs.entries()) {
    for (const { path, kind, params } of workloadSteps(workload)) {
      const rule = findWorkload(kind)?.refuses(ranks, params);
      if (rule) return { path: ['jobs', j, 'workload', ...path], rule };
    }
  }
  return null;
}

function historyFault({ model, jobs, counters }: Scenario): RuleFault | null {
  for (const [j, job] of jobs.entries()) {
    if (model.kind === 'history') {
      if (job.duration === undefined) {
        return { path: ['jobs', j, 'duration'], rule: 'the history model needs the duration of each job' };
      }
      if (job.after.length > 0)
        return { path: ['jobs', j, 'after'], rule: 'the history model knows only start times' };
      if (job.repeat > 1 && job.rate !== undefined)
        return { path: ['jobs', j, 'rate'], rule: 'follows from the links where the workload is repeated' };
    } else if (job.duration !== undefined || job.rate !== undefined) {
      const key = job.duration === undefined ? 'rate' : 'duration';
      return { path: ['jobs', j, key], rule: 'belongs to the history model' };
    }
  }
  const { loads, interval } = counters;
  if (loads !== undefined && loads % interval !== 0) {
    return { path: ['counters', 'loads'], rule: 'must be a multiple of counters.interval' };
  }
  return null;
}

function hopsFault({ model, output }: Scenario): RuleFault | null {
  if (!output.hops || model.kind === 'event') return null;
  return { path: ['output', 'hops'], rule: 'only the event model knows when messages cross their links' };
}

function epochFault({ routing }: Scenario): RuleFault | null {
  if (typeof routing === 'string') return null;
  if (routing[0].at !== 0) return { path: ['routing', 0, 'at'], rule: 'the first routing must hold from 0' };
  const late = routing.findIndex(({ at }, e) => e > 0 && at <= routing[e - 1].at);
  return late < 0 ? null : { path: ['routing', late, 'at'], rule: 'must be later than the routing before' };
}
