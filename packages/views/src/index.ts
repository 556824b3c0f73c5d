export {
  type DataRequest,
  type DatasetOffer,
  type LabelledRuns,
  later,
  type Needs,
  needAnalysis,
  needCube,
  needNetwork,
  needOffers,
  needTable,
  needWholeRun,
  ofDataset,
  requestText,
  settled,
  type WhyQuestion,
} from './data-request.ts';
export { drawsPending, onDrawRequested, requestAfterPaint, requestDraw } from './kit/draw-scheduler.ts';
export { views } from './registry.ts';
export {
  defineView,
  type HueMeaning,
  type LoadedView,
  type OptionChange,
  type View,
  type ViewExporter,
  type ViewOptions,
  type ViewProps,
} from './view.ts';
export type {
  ComparedSide,
  Comparison,
  DatasetInfo,
  LinkValues,
  RouteMarks,
  Workspace,
} from './workspace.ts';
