export * from './data-request.ts';
export {
  type ColourMapName,
  colourMap,
  colourMapNames,
  colourMapTitle,
  divergingMapNames,
  sequentialMapNames,
} from './kit/colour-map.ts';
export { drawsPending, onDrawRequested, requestDraw } from './kit/frame-scheduler.ts';
export { jobColour } from './kit/job-colour.ts';
export { themeColours, themeVariables } from './kit/theme.ts';
export * from './registry.ts';
export * from './view.ts';
export * from './workspace.ts';
