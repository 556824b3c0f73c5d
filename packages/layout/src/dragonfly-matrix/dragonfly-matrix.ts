import type { Network } from '@weft/model';
import { arrangeBlocks, type Size, titleHeight } from '../link-matrix/arrange-blocks.ts';
import type { MatrixLayout, PlacedBlock } from '../link-matrix/link-matrix.ts';
import { createDraft, finishDraft } from '../link-matrix/matrix-draft.ts';
import { dragonflyGroups } from './dragonfly-groups.ts';
import { type GroupPairs, groupPairs, pairsSize, placePairs } from './group-pairs.ts';
import { placeGroup, planGroup } from './group-plan.ts';

const PADDING = 0.8;
/** Width of a letter of a title by its height, about. */
const LETTER = 0.6;

/**
 * One cell a link. Links between groups stand in one matrix, from group (row) to group (column), those of a pair side by
 * side. Each group has a matrix for each of its rows, and one for each of its columns, from switch to switch.
 */
export const dragonflyMatrix: MatrixLayout = {
  name: 'dragonfly',
  refuses,
  layout(network, options) {
    const groups = dragonflyGroups(network);
    const pairs = groupPairs(network, groups);
    const plans = groups.map((group) => planGroup(network, group));
    const titles = [pairsTitle(pairs), ...groups.map(({ number }) => `Group ${number}`)];
    const sizesWith = (title: number): Size[] =>
      [pairsSize(pairs), ...plans].map(({ width, height }, i) => ({
        width: Math.max(width, titles[i].length * LETTER * title) + 2 * PADDING,
        height: title + height + PADDING,
      }));
    const title = titleHeight(sizesWith, options);
    const sizes = sizesWith(title);
    const places = arrangeBlocks(sizes, options.aspect);
    const draft = createDraft(network);
    const blocks = places.at.map((at, i) => {
      const inner = { x: at.x + PADDING, y: at.y + title };
      const labels = i === 0 ? placePairs(draft, pairs, inner) : placeGroup(draft, plans[i - 1], inner);
      return { ...plainBlock(at, sizes[i], title), title: titles[i], labels };
    });
    return { width: places.width, height: places.height, blocks, ...finishDraft(draft) };
  },
};

interface Corner {
  readonly x: number;
  readonly y: number;
}

function pairsTitle({ class: name }: GroupPairs): string {
  return `Between groups${name ? `, ${name}` : ''}`;
}

function plainBlock(at: Corner, size: Size, title: number): Omit<PlacedBlock, 'title' | 'labels'> {
  const y = at.y + title;
  return {
    ...at,
    ...size,
    level: 1,
    rowsY: y,
    switchY: y,
    upperY: y,
    lowerRows: 0,
    upperRows: 0,
    bundles: [],
  };
}

function refuses({ switches, vertices, links, linkCount }: Network): string | null {
  const { pod, level } = vertices;
  if (switches.length === 0 || switches.some((vertex) => pod[vertex] < 0))
    return 'its switches are in no groups';
  if (switches.some((vertex) => level[vertex] > 1)) return 'its switches have levels';
  const isSwitch = new Set(switches);
  let [inside, between] = [0, 0];
  for (let link = 0; link < linkCount; link++) {
    const [src, dst] = [links.src[link], links.dst[link]];
    if (!isSwitch.has(src) || !isSwitch.has(dst)) continue;
    if (pod[src] === pod[dst]) inside++;
    else between++;
  }
  return inside > 0 && between > 0 ? null : 'it has no links both within and between groups';
}
