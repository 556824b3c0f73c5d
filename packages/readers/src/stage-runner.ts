/** The stages whose tasks can run elsewhere. */
export type StageName = 'decode' | 'match';

interface StageRun {
  /** The folder of the stages, which all machines see. */
  readonly folder: string;
  readonly stage: StageName;
  /** Numbers of the tasks that have to run. */
  readonly tasks: readonly number[];
  /** Those of them that have left their results. */
  readonly finished: () => Promise<ReadonlySet<number>>;
}

/** Runs tasks of a stage elsewhere: each calls `runStageTask` with the folder, the stage and its number. */
export interface StageRunner {
  /** Bytes of input that one task takes at least; fewer tasks, fewer starts. */
  readonly sliceBytes: number;
  run(run: StageRun): Promise<void>;
}
