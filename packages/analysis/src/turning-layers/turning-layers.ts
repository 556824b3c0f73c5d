import type { Frame } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { messageBatch } from '../commgram/message-batches.ts';
import { choiceFilters } from '../commgram/message-query.ts';
import { type RankColumns, rankHosts } from './rank-hosts.ts';
import { layerShares, sumTurningLayers, type TurningLayers } from './sum-turning-layers.ts';
import { treeBlocks } from './tree-blocks.ts';

const params = z.object({
  /** All jobs when left out. */
  job: z.number().int().nonnegative().nullable().default(null),
  /** Nanoseconds, from <= time of sending < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
});

type Params = z.infer<typeof params>;

export const turningLayers = defineAnalysis<Params>({
  name: 'turning-layers',
  title: 'Messages by the layer they turn at',
  doc: 'Share of messages and bytes by the highest layer of the tree they must climb to; no layers where the network is no tree.',
  params,
  needs: ({ job }) => {
    const where = choiceFilters({ job, calls: [] });
    return {
      vertices: { table: 'vertices', columns: ['id', 'level'], orderBy: ['id'] },
      links: { table: 'links', columns: ['src', 'dst'] },
      ranks: { table: 'ranks', columns: ['job', 'rank', 'host'], where },
      messages: {
        table: 'messages',
        columns: ['job', 'src', 'dst', 'bytes', 'send_start', 'send_end', 'recv_start', 'recv_end'],
        where,
      },
    };
  },
  run({ vertices, links, ranks, messages }, { time }) {
    const column = (frame: Frame, name: string) => frame.columns[name] as Int32Array;
    const tree = treeBlocks({
      level: column(vertices, 'level'),
      src: column(links, 'src'),
      dst: column(links, 'dst'),
    });
    if (!tree) return resultFrames({ messages: zero(), bytes: zero(), unplaced: 0, mean: Number.NaN });
    const hosts = rankHosts(ranks.columns as unknown as RankColumns);
    const batch = messageBatch(messages);
    return resultFrames(
      sumTurningLayers(tree, hosts, { ...batch, job: column(messages, 'job') }, time ?? null),
    );
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
