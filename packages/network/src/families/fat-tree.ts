import type { Family } from '../family.ts';
import { buildFatTree, type FatTreeParams, fatTreeParams } from './build-fat-tree.ts';
import { recogniseFatTree } from './recognise-fat-tree.ts';

/** k-port tree of P pods with two or three levels and bundles of top switches. */
export const fatTree: Family<FatTreeParams> = {
  name: 'fat-tree',
  title: 'Fat tree of k-port switches in pods',
  params: fatTreeParams,
  build: buildFatTree,
  recognise: recogniseFatTree,
};
