import type { Command } from 'commander';

/** Adds a subcommand to the program. */
export type AddCommand = (program: Command) => void;

/** Every subcommand, loaded when it is named (or for the help): one file and one line each. */
export const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  demo: async () => (await import('./demo.ts')).addDemo,
  serve: async () => (await import('./serve.ts')).addServe,
  import: async () => (await import('./import.ts')).addImport,
  place: async () => (await import('./place.ts')).addPlace,
  watch: async () => (await import('./watch.ts')).addWatch,
  simulate: async () => (await import('./simulate.ts')).addSimulate,
  whatif: async () => (await import('./whatif.ts')).addWhatif,
  stage: async () => (await import('./stage.ts')).addStage,
  info: async () => (await import('./info.ts')).addInfo,
  sql: async () => (await import('./sql.ts')).addSql,
  layout: async () => (await import('./layout.ts')).addLayout,
  commgram: async () => (await import('./commgram.ts')).addCommgram,
  phases: async () => (await import('./phases.ts')).addPhases,
  hive: async () => (await import('./hive.ts')).addHive,
  identify: async () => (await import('./identify.ts')).addIdentify,
  export: async () => (await import('./export.ts')).addExport,
  advise: async () => (await import('./advise.ts')).addAdvise,
  explain: async () => (await import('./explain.ts')).addExplain,
  mapping: async () => (await import('./mapping.ts')).addMapping,
  route: async () => (await import('./route.ts')).addRoute,
  completion: async () => (await import('./completion.ts')).addCompletion,
  engine: async () => (await import('./engine.ts')).addEngine,
  man: async () => (await import('./man.ts')).addMan,
};
