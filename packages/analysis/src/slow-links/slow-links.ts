import { defineTable, queryColumns, queryTable } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { networkOf, networkQueries, routingEpochs } from '../attribution/routing-epochs.ts';
import { findSlowLinks, type SlowLink } from './find-slow-links.ts';

const links = defineTable(
  'links',
  'Links that no message crossed as fast as others cross theirs, slowest first.',
  {
    link: { kind: 'int32', doc: 'link id' },
    group: {
      kind: 'int32',
      doc: 'links of one group are crossed by the same messages: nothing tells them apart',
    },
    slowness: {
      kind: 'float64',
      doc: 'time of its fastest message over what its bytes take at the capacity, against the median of all links',
    },
    messages: { kind: 'int64', unit: 'messages', doc: 'messages that cross it' },
  },
);

export const slowLinks = defineAnalysis({
  name: 'slow-links',
  title: 'Links slower than described',
  doc: 'Messages against the capacity of the links they cross: one fast message exonerates all its links.',
  params: z.strictObject({
    /** How much slower than the median of all links a link must be. */
    least: z.number().min(1).default(1.5),
    /** Messages of fewer bytes are left out: latency hides the speed of links. */
    bytes: z.number().nonnegative().default(4096),
  }),
  result: { links },
  needs: ({ bytes }) => ({
    messages: queryColumns('messages', ['job', 'src', 'dst', 'bytes', 'send_start', 'send_end'], {
      where: [{ op: 'range', column: 'bytes', from: bytes, to: Number.MAX_SAFE_INTEGER }],
    }),
    ranks: queryTable('ranks'),
    routes: queryTable('routes'),
    ...networkQueries,
  }),
  run(inputs, { least }) {
    const epochs = routingEpochs(networkOf(inputs), inputs.routes);
    return { links: linksFrame(findSlowLinks(inputs.messages, inputs.ranks, epochs, least)) };
  },
});

function linksFrame(found: readonly SlowLink[]) {
  return {
    rows: found.length,
    columns: {
      link: Int32Array.from(found, ({ link }) => link),
      group: Int32Array.from(found, ({ group }) => group),
      slowness: Float64Array.from(found, ({ slowness }) => slowness),
      messages: Float64Array.from(found, ({ messages }) => messages),
    },
  };
}
