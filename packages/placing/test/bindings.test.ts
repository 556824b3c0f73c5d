import { MemorySink, NONE, textColumn } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { BindingSink } from '../src/bindings/binding-sink.ts';
import { parseBindings } from '../src/bindings/parse-bindings.ts';

const places = (text: string) =>
  [...parseBindings(text, 'bindings.txt').ofRank].map(
    ([rank, { host, socket, core }]) => `${rank} ${host} ${socket}:${core}`,
  );

describe('bindings', () => {
  it('are read from a rankfile: a core, a range, any, several sockets, cores alone, physical numbers', () => {
    const text = `# where ranks go
rank 0=node1 slot=1:0
rank 1 = node2.example  slot=0:0-1
rank 2=node1 slot=1:*
rank 3=node1 slot=0:1,1:0
rank 4=node1 slot=3
rank 5=node1 slots=p1:7   # physical
rank 6=node1 slot=1:0,2
`;
    expect(places(text)).toEqual([
      '0 node1 1:0',
      '1 node2.example 0:-1',
      '2 node1 1:-1',
      '3 node1 -1:-1',
      '4 node1 -1:3',
      '5 node1 1:7',
      '6 node1 1:-1',
    ]);
  });

  it('are read from what mpirun reports, and other lines are counted', () => {
    const text = `some program writes here
[vm:22378] MCW rank 0 bound to socket 0[core 0[hwt 0]]: [B/.][./.]
[vm:22378] MCW rank 1 bound to socket 1[core 2[hwt 0]], socket 1[core 3[hwt 0]]: [./.][B/B]
[n7:11] Rank 2 bound to package[1][core:5]
[n7:11] Rank 3 bound to package[0][core:0-3]
[n7:11] MCW rank 4 is not bound (or bound to all available processors)
`;
    expect(places(text)).toEqual(['0 vm 0:0', '1 vm 1:-1', '2 n7 1:5', '3 n7 0:-1']);
    expect(parseBindings(text, 'x').otherLines).toBe(2);
  });

  it('name the line that they do not understand', () => {
    expect(() => parseBindings('rank 0=a slot=0:0\nrank 1=a slot=0:x\n', 'rf')).toThrow(
      expect.objectContaining({ code: 'BAD-BINDING', file: 'rf', line: 2 }),
    );
    expect(() => parseBindings('hello\n', 'rf')).toThrow(expect.objectContaining({ code: 'NO-BINDINGS' }));
  });

  it('are given to ranks of their host, whatever its domain; the others are counted', async () => {
    const target = new MemorySink();
    const bindings = parseBindings('rank 0=a slot=1:2\nrank 1=a slot=0:0\n', 'rf');
    const sink = new BindingSink(target, bindings);
    const none = Int32Array.of(NONE, NONE, NONE);
    await sink.write('ranks', {
      rows: 3,
      columns: {
        job: Int32Array.of(0, 0, 0),
        rank: Int32Array.of(0, 1, 2),
        host: Int32Array.of(0, 1, 1),
        socket: none,
        core: none,
        cpu: Float64Array.of(NONE, NONE, NONE),
      },
    });
    await sink.write('vertices', {
      rows: 2,
      columns: {
        id: Int32Array.of(0, 1),
        kind: textColumn(['host', 'host']),
        name: textColumn(['a.example', 'b.example']),
        guid: textColumn([null, null]),
        level: Int32Array.of(0, 0),
        pod: Int32Array.of(NONE, NONE),
        bundle: Int32Array.of(NONE, NONE),
        coord: { offsets: new Int32Array(3), values: new Int32Array(0) },
      },
    });
    expect(await sink.finish()).toEqual([
      { code: 'NOT-BOUND', count: 1, text: 'ranks of which the bindings tell nothing' },
      { code: 'BOUND-ELSEWHERE', count: 1, text: 'ranks bound on another host than that of the trace' },
    ]);
    const ranks = [...target.each('ranks')].map(({ socket, core }) => [socket, core]);
    expect(ranks).toEqual([
      [1, 2],
      [NONE, NONE],
      [NONE, NONE],
    ]);
  });
});
