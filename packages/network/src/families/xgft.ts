import { type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';
import type { Family } from '../family.ts';
import { annotate } from '../recognise/annotate.ts';
import { componentsBelow, treeBundles } from '../recognise/tree-parts.ts';
import { recogniseXgft } from './recognise-xgft.ts';

const counts = z.array(z.number().int().positive()).min(1).max(5);

const params = z
  .strictObject({
    /** m_1 .. m_h: links down of a switch of each level. */
    children: counts,
    /** w_1 .. w_h: links up of a host, of a switch of level 1, ... */
    parents: counts,
  })
  .refine(({ children, parents }) => children.length === parents.length, {
    path: ['parents'],
    message: 'children and parents must have one number for each level',
  })
  .refine(({ children }) => children.reduce((a, b) => a * b, 1) <= 1 << 22, {
    path: ['children'],
    message: 'the product of children must not exceed 4,194,304 hosts',
  });

type XgftParams = z.infer<typeof params>;

/** Extended generalised fat tree XGFT(h; m_1 .. m_h; w_1 .. w_h). */
export const xgft: Family<XgftParams> = {
  name: 'xgft',
  title: 'Extended generalised fat tree XGFT(h; m; w)',
  params,
  build: buildXgft,
  recognise: recogniseXgft,
};

/**
 * A vertex of level l is (position, subtree): position counts the w_1 .. w_l choices made on the way up to
 * it, subtree the digits m_(l+1) .. m_h. Its number in its level is subtree * positions + position.
 */
function buildXgft({ children, parents }: XgftParams): Network {
  const height = children.length;
  const builder = new NetworkBuilder();
  const positions = [1];
  const subtrees = [children.reduce((a, b) => a * b, 1)];
  const first = [0];
  for (let l = 0; l <= height; l++) {
    if (l > 0) {
      positions.push(positions[l - 1] * parents[l - 1]);
      subtrees.push(subtrees[l - 1] / children[l - 1]);
      first.push(first[l - 1] + positions[l - 1] * subtrees[l - 1]);
    }
    for (let i = 0; i < positions[l] * subtrees[l]; i++) {
      const name = l === 0 ? `n${i}` : `L${l}-${i}`;
      builder.addVertex({ kind: l === 0 ? 'host' : 'switch', name, level: l });
    }
  }
  for (let l = 0; l < height; l++) addLevel(builder, l, children[l], parents, positions, subtrees, first);
  const network = builder.build();
  const { level } = network.vertices;
  return annotate(network, { pod: componentsBelow(network, level), bundle: treeBundles(network, level) });
}

function addLevel(
  builder: NetworkBuilder,
  level: number,
  children: number,
  parents: readonly number[],
  positions: readonly number[],
  subtrees: readonly number[],
  first: readonly number[],
): void {
  const downPorts = level === 0 ? 0 : (subtrees[level - 1] ?? 0) / subtrees[level];
  for (let subtree = 0; subtree < subtrees[level]; subtree++) {
    for (let position = 0; position < positions[level]; position++) {
      for (let p = 0; p < parents[level]; p++) {
        const above = Math.floor(subtree / children) * positions[level + 1] + p * positions[level] + position;
        builder.addCable({
          from: first[level] + subtree * positions[level] + position,
          fromPort: downPorts + p,
          to: first[level + 1] + above,
          toPort: subtree % children,
          class: `L${level}-L${level + 1}`,
          direction: 'up',
          reverseDirection: 'down',
        });
      }
    }
  }
}
