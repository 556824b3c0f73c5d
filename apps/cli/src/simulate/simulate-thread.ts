import type { Progress } from '@weft/model';
import type { LoadedScenario } from '@weft/simulate';
import { serveThread } from '@weft/threads';
import { simulateInto } from './simulate-into.ts';
import type { SimulationSummary } from './simulation-summary.ts';

export interface SimulateTask {
  readonly output: string;
  readonly loaded: LoadedScenario;
  readonly overwrite: boolean;
  readonly faultsFile?: string;
}

/** `committing`: from now on the dataset is put in place, which is not cancelled any more. */
export type SimulateMessage = Progress | 'committing';

serveThread<SimulateTask, SimulateMessage, SimulationSummary>((task, { signal, send }) =>
  simulateInto(task, {
    signal,
    onProgress: (progress) => void send(progress),
    onCommit: () => send('committing'),
  }),
);
