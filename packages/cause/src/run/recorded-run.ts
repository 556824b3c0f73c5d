import { NONE, queryColumns, type TableFrame, WeftError } from '@weft/model';
import { type Faults, NO_VISIBLE_FAULTS, parseFaults, parseScenario, type Scenario } from '@weft/simulate';
import type { RunSource } from '../run-source.ts';
import { messageColumns } from './kept-rows.ts';

export type RecordedMessages = TableFrame<'messages', (typeof messageColumns)[number]>;

/** A simulated run as its dataset tells it: the machine as described, and when messages and jobs went. */
export interface RecordedRun {
  readonly situation: 'simulated';
  readonly scenario: Scenario;
  readonly faults: Pick<Faults, 'missing' | 'stuck'>;
  readonly jobs: TableFrame<'jobs', 'name' | 'start' | 'end'>;
  readonly messages: RecordedMessages;
}

/** Reads what a run is repeated from; throws where the dataset does not have it. */
export async function readRecordedRun(source: RunSource, signal?: AbortSignal): Promise<RecordedRun> {
  const described = describedRun(source);
  const jobs = await source.read(queryColumns('jobs', ['name', 'start', 'end']), signal);
  const messages = await source.read(queryColumns('messages', messageColumns), signal);
  checkMessages(messages, source);
  return { situation: 'simulated', ...described, jobs, messages };
}

/** The scenario of a simulated dataset, with the faults that its links and routes show. */
function describedRun({ manifest, path }: RunSource): Pick<RecordedRun, 'scenario' | 'faults'> {
  const facts = manifest.provenance.find(({ kind }) => kind === 'simulation')?.facts;
  if (!facts) {
    throw refusal('NO-SCENARIO', 'the dataset was not simulated: it has no scenario to run again', path);
  }
  if (facts.scenario === undefined) {
    throw refusal('NO-SCENARIO', 'the dataset was simulated before scenarios were kept', path);
  }
  const scenario = parseScenario(facts.scenario, path);
  if (scenario.model.kind !== 'event') {
    const message = `it was simulated by the ${scenario.model.kind} model, in which nothing waits`;
    throw refusal('NO-EVENTS', message, path);
  }
  return { scenario, faults: facts.faults ? parseFaults(facts.faults, path) : NO_VISIBLE_FAULTS };
}

function checkMessages({ rows, columns }: RecordedMessages, { path }: RunSource): void {
  if (rows === 0) throw refusal('NO-MESSAGES', 'the dataset has no messages', path);
  if (columns.step.includes(NONE)) {
    throw refusal('OLDER-DATASET', 'its messages do not tell to which step they belong', path);
  }
}

function refusal(code: string, message: string, file: string): WeftError {
  const advice = 'Simulate it again, with the model event and with messages (docs/cause.md).';
  return new WeftError({ code, message, file, advice });
}
