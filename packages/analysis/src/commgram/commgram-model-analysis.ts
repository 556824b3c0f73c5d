import type { Frame, WorkContext } from '@weft/model';
import { type AnalysisResult, defineAnalysis, type OpenInput } from '../analysis.ts';
import { commgramNeeds, openFrames, readCommgramModel } from './commgram-inputs.ts';
import type { CommgramModel } from './commgram-model.ts';
import { type CommgramModelParams, commgramModelParams } from './commgram-params.ts';

/** For pages with sliders: fetched once, cut as often as wanted by `createCommgramSession`. */
export const commgramModel = defineAnalysis<CommgramModelParams>({
  name: 'commgram-model',
  title: 'CommGram, for cutting in the page',
  doc: 'The finest phases, the top of the time tree over them and their traffic.',
  params: commgramModelParams,
  needs: commgramNeeds,
  run: (inputs, params, context) => runModel(openFrames(inputs), params, context),
  runStreamed: runModel,
});

async function runModel(
  open: OpenInput,
  params: CommgramModelParams,
  context: WorkContext,
): Promise<AnalysisResult> {
  return framesOfModel(await readCommgramModel(open, params, params.atoms, context));
}

export function framesOfModel(model: CommgramModel): AnalysisResult {
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
    ranks: { rows: model.ranks, columns: { host: model.hosts } },
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

export function modelOfFrames(frames: AnalysisResult): CommgramModel {
  const { atoms, edges, ranks: places, summary } = frames as Record<string, Frame>;
  const columns = <T>(frame: Frame) => frame.columns as Record<string, T>;
  const offsets = new Int32Array(atoms.rows + 1);
  for (const atom of columns<Int32Array>(edges).atom) offsets[atom + 1]++;
  for (let p = 0; p < atoms.rows; p++) offsets[p + 1] += offsets[p];
  const { src, dst } = columns<Int32Array>(edges);
  const { bytes, messages } = columns<Float64Array>(edges);
  const { start, end, from, distance } = columns<Float64Array>(atoms);
  const facts = columns<Float64Array>(summary);
  const ranks = facts.ranks[0];
  return {
    ranks,
    tree: { leaves: atoms.rows, distances: distance.subarray(0, Math.max(0, atoms.rows - 1)) },
    edges: { phases: atoms.rows, ranks, offsets, src, dst, bytes, messages, start, end },
    from,
    messages: facts.messages[0],
    untimed: facts.untimed[0],
    exact: facts.exact[0] === 1,
    hosts: columns<Int32Array>(places).host,
    timeModel: facts.logical[0] === 1 ? 'logical' : 'physical',
  };
}
