export type { AnalysisRunner } from './analysis-runner.ts';
export { createApp } from './app.ts';
export type { Catalog, OfferedStudy } from './catalog.ts';
export { standardLimits } from './limits.ts';
export { listen } from './listen.ts';
export { servePage } from './page.ts';
export { type Library, ownLibrary, readLibrary } from './read-library.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
export { createStudyRunner } from './study-runner.ts';
