import type { TableSchema } from '@weft/model';

/** A ready-made question over the tables, with the names of what they number. */
export interface SqlView {
  readonly schema: TableSchema;
  /** `{traffic}` stands for the metric that counts bytes, `{first_step}` for the length of the first step. */
  readonly sql: string;
}

/** What a link is known by. */
export const linkEnds = {
  link: { kind: 'int32', doc: 'link id' },
  src_name: { kind: 'text', optional: true, doc: 'name of the vertex the link leaves' },
  dst_name: { kind: 'text', optional: true, doc: 'name of the vertex the link enters' },
  class: { kind: 'text', optional: true, doc: 'as in links' },
  direction: { kind: 'text', optional: true, doc: 'as in links' },
} as const;

export const END_COLUMNS =
  'links.id AS link, s.name AS src_name, d.name AS dst_name, links.class, links.direction';
export const JOINED_ENDS =
  'LEFT JOIN vertices s ON s.id = links.src LEFT JOIN vertices d ON d.id = links.dst';
