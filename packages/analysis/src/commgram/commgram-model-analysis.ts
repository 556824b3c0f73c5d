import { defineTable, type WorkContext } from '@weft/model';
import { defineAnalysis, type OpenInput, openFrames, type ResultOf } from '../analysis.ts';
import { type CommgramInputs, commgramNeeds, readCommgramModel, readsCoarsely } from './commgram-inputs.ts';
import type { CommgramModel } from './commgram-model.ts';
import { type CommgramModelParams, commgramModelParams } from './commgram-params.ts';

const result = {
  atoms: defineTable('atoms', 'The finest phases, in order of time.', {
    start: { kind: 'float64', unit: 'ns', doc: 'first message sent' },
    end: { kind: 'float64', unit: 'ns', doc: 'last message received' },
    from: { kind: 'float64', unit: 'ns', doc: 'earliest representative time of its messages' },
    distance: {
      kind: 'float64',
      unit: 'ns',
      doc: 'distance at which it merges with the next; 0 for the last',
    },
  }),
  edges: defineTable('edges', 'Traffic of each finest phase between ranks.', {
    atom: { kind: 'int32', doc: 'row of atoms' },
    src: { kind: 'int32', doc: 'sending world rank' },
    dst: { kind: 'int32', doc: 'receiving world rank' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes sent' },
    messages: { kind: 'int64', unit: 'messages', doc: 'messages sent' },
  }),
  ranks: defineTable('ranks', 'One row per rank.', {
    host: { kind: 'int32', optional: true, doc: 'vertex of the host it ran on' },
    socket: { kind: 'int32', optional: true, doc: 'number of its socket among those of all hosts' },
  }),
  summary: defineTable('summary', 'One row about the whole.', {
    ranks: { kind: 'int32', doc: 'number of ranks' },
    messages: { kind: 'int64', unit: 'messages', doc: 'messages with a time' },
    untimed: { kind: 'int64', unit: 'messages', doc: 'messages left out because no time of theirs is known' },
    exact: { kind: 'int32', doc: '1 = the phases are those of clustering every message' },
    logical: { kind: 'int32', doc: '1 = phases by logical time, 0 = by the clock' },
  }),
};

export type CommgramModelFrames = ResultOf<typeof result>;

/** For pages with sliders: fetched once, cut as often as wanted by `createCommgramSession`. */
export const commgramModel = defineAnalysis({
  name: 'commgram-model',
  title: 'CommGram, for cutting in the page',
  doc: 'The finest phases, the top of the time tree over them and their traffic.',
  params: commgramModelParams,
  result,
  isQuick: readsCoarsely,
  needs: commgramNeeds,
  run: (inputs, params, context) => runModel(openFrames(inputs), params, context),
  runStreamed: runModel,
});

async function runModel(
  open: OpenInput<CommgramInputs>,
  params: CommgramModelParams,
  context: WorkContext,
): Promise<CommgramModelFrames> {
  return framesOfModel(await readCommgramModel(open, params, params.atoms, context));
}

function framesOfModel(model: CommgramModel): CommgramModelFrames {
  const { edges, tree, from } = model;
  const atom = new Int32Array(edges.src.length);
  for (let p = 0; p < edges.phases; p++) atom.fill(p, edges.offsets[p], edges.offsets[p + 1]);
  const distance = new Float64Array(tree.leaves);
  distance.set(tree.distances);
  return {
    atoms: { rows: tree.leaves, columns: { start: edges.start, end: edges.end, from, distance } },
    edges: {
      rows: edges.src.length,
      columns: { atom, src: edges.src, dst: edges.dst, bytes: edges.bytes, messages: edges.messages },
    },
    ranks: { rows: model.ranks, columns: { host: model.hosts, socket: model.sockets } },
    summary: {
      rows: 1,
      columns: {
        ranks: Int32Array.of(model.ranks),
        messages: Float64Array.of(model.messages),
        untimed: Float64Array.of(model.untimed),
        exact: Int32Array.of(model.exact ? 1 : 0),
        logical: Int32Array.of(model.timeModel === 'logical' ? 1 : 0),
      },
    },
  };
}

export function modelOfFrames({ atoms, edges, ranks: places, summary }: CommgramModelFrames): CommgramModel {
  const offsets = new Int32Array(atoms.rows + 1);
  for (const atom of edges.columns.atom) offsets[atom + 1]++;
  for (let p = 0; p < atoms.rows; p++) offsets[p + 1] += offsets[p];
  const { src, dst, bytes, messages } = edges.columns;
  const { start, end, from, distance } = atoms.columns;
  const facts = summary.columns;
  const ranks = facts.ranks[0];
  return {
    ranks,
    tree: { leaves: atoms.rows, distances: distance.subarray(0, Math.max(0, atoms.rows - 1)) },
    edges: { phases: atoms.rows, ranks, offsets, src, dst, bytes, messages, start, end },
    from,
    messages: facts.messages[0],
    untimed: facts.untimed[0],
    exact: facts.exact[0] === 1,
    hosts: places.columns.host,
    sockets: places.columns.socket,
    timeModel: facts.logical[0] === 1 ? 'logical' : 'physical',
  };
}
