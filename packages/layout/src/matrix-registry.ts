import type { Network } from '@weft/model';
import { dragonflyMatrix } from './dragonfly-matrix/dragonfly-matrix.ts';
import { fatTreeMatrix } from './fat-tree-matrix/fat-tree-matrix.ts';
import type { LinkMatrix, MatrixLayout, MatrixOptions } from './link-matrix/link-matrix.ts';

/** Every layout of links as matrices, one line each. The first that does not refuse a network is taken. */
const matrixLayouts: readonly MatrixLayout[] = [dragonflyMatrix, fatTreeMatrix];

/** The links of a network as cells; null where no layout suits it. */
export function layoutLinkMatrix(network: Network, options: MatrixOptions): LinkMatrix | null {
  const layout = matrixLayouts.find(({ refuses }) => refuses(network) === null);
  return layout ? layout.layout(network, options) : null;
}
