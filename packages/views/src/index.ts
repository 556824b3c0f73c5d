export * from './data-request.ts';
export { drawsPending, onDrawRequested, requestDraw } from './kit/draw-scheduler.ts';
export * from './registry.ts';
export * from './view.ts';
export * from './workspace.ts';
