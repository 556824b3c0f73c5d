import { NetworkBuilder } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { findVertices, linkName, searchVertices, vertexName } from '../src/index.ts';

const builder = new NetworkBuilder();
const node = builder.addVertex({ kind: 'host', name: 'node7', guid: '0x0002c90300a1b2c3' });
const leaf = builder.addVertex({ kind: 'switch', guid: '0x0002C90300FFFFFF' });
const spine = builder.addVertex({ kind: 'switch' });
const number = builder.addVertex({ kind: 'host', name: '2' });
const first = builder.addVertex({ kind: 'host', name: 'node8 mlx-a' });
const second = builder.addVertex({ kind: 'host', name: 'node8 mlx-b' });
const cable = builder.addCable({ from: node, to: leaf });
builder.addCable({ from: number, to: spine });
const network = builder.build();

describe('vertices and links', () => {
  it('are called by name, GUID, or kind and id', () => {
    expect([node, leaf, spine].map((vertex) => vertexName(network, vertex))).toEqual([
      'node7',
      '0x0002C90300FFFFFF',
      'switch 2',
    ]);
    expect(linkName(network, cable)).toBe('node7 → 0x0002C90300FFFFFF');
    expect([vertexName(null, 5), vertexName(network, 9), linkName(network, 99)]).toEqual(['#5', '#9', '#99']);
  });

  it('are found by name first, then by the host in it, then by GUID in any spelling', () => {
    expect(findVertices(network, 'node7')).toEqual([node]);
    expect(findVertices(network, 'node8')).toEqual([first, second]);
    expect(findVertices(network, 'node8 mlx-b')).toEqual([second]);
    expect(findVertices(network, '0x0002c90300ffffff')).toEqual([leaf]);
    expect(findVertices(network, '2C90300A1B2C3')).toEqual([node]);
    expect(findVertices(network, '2')).toEqual([number]);
    for (const text of ['node', '4', '']) expect(findVertices(network, text)).toEqual([]);
  });

  it('are searched by parts of names and GUIDs, exact ones first', () => {
    expect(searchVertices(network, 'C903', 10)).toEqual([node, leaf]);
    expect(searchVertices(network, '2', 10)).toEqual([number, node, leaf]);
    expect(searchVertices(network, '2', 1)).toEqual([number]);
  });
});
