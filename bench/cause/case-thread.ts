import { type Answer, explainJob, simulatedRun } from '@weft/cause';
import { serveThread } from '@weft/threads';
import { type Judgement, judge } from './judge.ts';
import { machines } from './machines.ts';
import { type CaseKind, type PlantedCase, plantCase } from './plant-case.ts';

export interface CaseTask {
  readonly kind: CaseKind;
  readonly machine: string;
  readonly seed: number;
  /** The machine is simulated in packets of so many bytes and explained with whole messages. */
  readonly packet: number | null;
}

export interface CaseResult extends CaseTask {
  /** Null where the kind does not exist on the machine. */
  readonly outcome: Outcome | null;
}

interface Outcome extends Judgement {
  readonly effect: number;
  readonly confidence: string;
  readonly verdict: string;
  readonly sharesAddUp: boolean;
  readonly seconds: number;
  readonly truth: PlantedCase['truth'];
  readonly report: Answer;
}

async function runCase(task: CaseTask): Promise<CaseResult> {
  const machine = machines.find(({ name }) => name === task.machine);
  const planted = machine ? await plantCase(task.kind, machine, task.seed) : null;
  if (!planted) return { ...task, outcome: null };
  const run = await simulatedRun(inPackets(planted, task.packet), planted.faults);
  const report = await explainJob(run, 'target', { wholeMessages: task.packet !== null });
  return {
    ...task,
    outcome: {
      ...judge(planted, report),
      effect: planted.effect,
      confidence: report.verdict.confidence,
      verdict: report.verdict.kind,
      sharesAddUp: report.shares.reduce((sum, { value }) => sum + value, 0) === report.target.value,
      seconds: report.seconds,
      truth: planted.truth,
      report,
    },
  };
}

function inPackets({ scenario }: PlantedCase, packet: number | null): PlantedCase['scenario'] {
  const { model } = scenario;
  return packet === null || model.kind !== 'event' ? scenario : { ...scenario, model: { ...model, packet } };
}

serveThread<CaseTask, never, CaseResult>(runCase);
