import type { Family } from '../family.ts';
import { buildGrid, type GridParams, gridParams } from './grid.ts';
import { recogniseMesh } from './recognise-grid.ts';

export const mesh: Family<GridParams> = {
  name: 'mesh',
  title: 'Mesh of any number of dimensions',
  params: gridParams,
  build: (params) => buildGrid(params, false),
  recognise: recogniseMesh,
};
