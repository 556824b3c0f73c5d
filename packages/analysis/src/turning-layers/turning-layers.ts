import { defineTable, queryColumns } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { messageBatch, messageColumns } from '../queries/message-batches.ts';
import { rankHosts } from './rank-hosts.ts';
import { layerShares, sumTurningLayers, type TurningLayers } from './sum-turning-layers.ts';
import { treeBlocks } from './tree-blocks.ts';

const params = z.strictObject({
  /** All jobs when left out. */
  job: z.number().int().nonnegative().nullable().default(null),
  /** Nanoseconds, from <= time of sending < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
});

const result = {
  layers: defineTable('layers', 'One row per layer of the tree, from 1 on.', {
    layer: { kind: 'int32', doc: 'highest layer that a message climbs to' },
    messages: { kind: 'int64', unit: 'messages', doc: 'messages that turn there' },
    share: { kind: 'float64', doc: 'of the messages that enter the network, 0 .. 1' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes of those messages' },
    byte_share: { kind: 'float64', doc: 'of the bytes that enter the network, 0 .. 1' },
  }),
  summary: defineTable('summary', 'One row about the whole.', {
    mean_layer: {
      kind: 'float64',
      doc: 'mean over the messages that enter the network; NaN = there are none',
    },
    local: { kind: 'int64', unit: 'messages', doc: 'messages that stay on their host' },
    unplaced: {
      kind: 'int64',
      unit: 'messages',
      doc: 'messages whose ends have no host, or no path between them',
    },
  }),
};

export const turningLayers = defineAnalysis({
  name: 'turning-layers',
  title: 'Messages by the layer they turn at',
  doc: 'Share of messages and bytes by the highest layer of the tree they must climb to; no layers where the network is no tree.',
  params,
  result,
  needs: ({ job }) => {
    const where = jobFilter(job);
    return {
      vertices: queryColumns('vertices', ['id', 'level'], { orderBy: ['id'] }),
      links: queryColumns('links', ['src', 'dst']),
      ranks: queryColumns('ranks', ['job', 'rank', 'host'], { where }),
      messages: queryColumns('messages', ['job', ...messageColumns], { where }),
    };
  },
  run({ vertices, links, ranks, messages }, { time }) {
    const tree = treeBlocks({ ...links.columns, level: vertices.columns.level });
    if (!tree) return resultFrames({ messages: zero(), bytes: zero(), unplaced: 0, mean: Number.NaN });
    const batch = { ...messageBatch(messages), job: messages.columns.job };
    return resultFrames(sumTurningLayers(tree, rankHosts(ranks.columns), batch, time));
  },
});

const zero = () => new Float64Array(1);

function resultFrames({ messages, bytes, unplaced, mean }: TurningLayers) {
  return {
    layers: {
      rows: messages.length - 1,
      columns: {
        layer: Int32Array.from(messages.subarray(1), (_, i) => i + 1),
        messages: messages.slice(1),
        share: layerShares(messages).slice(1),
        bytes: bytes.slice(1),
        byte_share: layerShares(bytes).slice(1),
      },
    },
    summary: {
      rows: 1,
      columns: {
        mean_layer: Float64Array.of(mean),
        local: Float64Array.of(messages[0]),
        unplaced: Float64Array.of(unplaced),
      },
    },
  };
}
