import type { Family } from '../family.ts';
import { buildGrid, type GridParams, gridParams } from './grid.ts';
import { recogniseTorus } from './recognise-grid.ts';

export const torus: Family<GridParams> = {
  name: 'torus',
  title: 'Torus of any number of dimensions',
  params: gridParams,
  build: (params) => buildGrid(params, true),
  recognise: recogniseTorus,
};
