export * from './data-request.ts';
export * from './registry.ts';
export * from './view.ts';
export * from './workspace.ts';
