import { listAt, type Network } from '@weft/model';

/** The switches of a group of a dragonfly by row and by column, each in order; without coordinates they are one row. */
export interface DragonflyGroup {
  readonly number: number;
  readonly rows: readonly SwitchLine[];
  readonly columns: readonly SwitchLine[];
}

export interface SwitchLine {
  readonly number: number;
  readonly switches: readonly number[];
}

export function dragonflyGroups({ switches, vertices }: Network): DragonflyGroup[] {
  const members = linesBy(switches, (vertex) => vertices.pod[vertex]);
  return members.map(({ number, switches: own }) => {
    const inRow = new Map(own.map((vertex, at) => [vertex, at]));
    const place = (vertex: number): readonly [row: number, column: number] => {
      const coord = listAt(vertices.coord, vertex);
      return coord.length >= 2 ? [coord[coord.length - 2], coord[coord.length - 1]] : [0, inRow.get(vertex)!];
    };
    const byColumn = [...own].sort((a, b) => place(a)[1] - place(b)[1]);
    const byRow = [...own].sort((a, b) => place(a)[0] - place(b)[0]);
    return {
      number,
      rows: linesBy(byColumn, (vertex) => place(vertex)[0]),
      columns: linesBy(byRow, (vertex) => place(vertex)[1]).filter((line) => line.switches.length > 1),
    };
  });
}

/** Switches with the same number, in order of numbers. */
function linesBy(switches: Iterable<number>, numberOf: (vertex: number) => number): SwitchLine[] {
  const lines = new Map<number, number[]>();
  for (const vertex of switches) {
    const line = lines.get(numberOf(vertex));
    if (line) line.push(vertex);
    else lines.set(numberOf(vertex), [vertex]);
  }
  return [...lines].map(([number, own]) => ({ number, switches: own })).sort((a, b) => a.number - b.number);
}
