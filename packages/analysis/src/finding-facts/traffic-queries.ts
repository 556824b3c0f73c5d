import { type Filter, queryColumns } from '@weft/model';

const ofMetric = (metric: string): Filter[] => [{ op: 'in', column: 'metric', values: [metric] }];

export const timesQuery = (metric: string) => queryColumns('counters', ['time'], { where: ofMetric(metric) });

export const countersQuery = (metric: string) =>
  queryColumns('counters', ['time', 'link', 'value'], { where: ofMetric(metric) });

export const loadsQuery = () => queryColumns('loads', ['time', 'link', 'job', 'bytes']);
