export { createStepAggregator, meaningfulAggregate } from './aggregate-steps.ts';
export { createBufferPair } from './buffer-pair.ts';
export { unitOf } from './compose-unit.ts';
export { deriveCube } from './derive-cube.ts';
export { filterLinks } from './filter-links.ts';
export { largestRange } from './largest-range.ts';
export { evaluateLinks, expressionFault, isExpression, type MetricPlan, planMetric } from './metric-plan.ts';
export { type Remainder, remainderOf } from './remainder.ts';
export {
  extendRange,
  moveRange,
  rangeAtEnd,
  type TimeScale,
  timeScaleOf,
  timeScaleOfCube,
  wholeSteps,
} from './time-steps.ts';
