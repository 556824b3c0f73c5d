import { type Filter, queryColumns } from '@weft/model';

const ofMetric = (metric: string): Filter[] => [{ op: 'in', column: 'metric', values: [metric] }];

export const timesQuery = (metric: string) => queryColumns('counters', ['time'], { where: ofMetric(metric) });

export const countersQuery = (metric: string, where: readonly Filter[] = []) =>
  queryColumns('counters', ['time', 'link', 'value'], { where: [...ofMetric(metric), ...where] });

export const linkSumsQuery = (metric: string) =>
  queryColumns('link_sums', ['link', 'value', 'peak', 'peak_time'], { where: ofMetric(metric) });

export const stepSumsQuery = (metric: string) =>
  queryColumns('step_sums', ['time', 'value'], { where: ofMetric(metric) });

export const loadsQuery = () => queryColumns('loads', ['time', 'link', 'job', 'bytes']);
