import { type Network, type Selection, textAt } from '@weft/model';
import { linkName, searchVertices, vertexName } from '@weft/network';
import type { JobTable } from './use-jobs.ts';

/** One thing that was found, and what choosing it selects. */
export interface SearchHit {
  readonly kind: 'switch' | 'host' | 'link' | 'job' | 'pod';
  /** Of a pod: its first switch, where views go. */
  readonly id: number;
  readonly title: string;
  readonly detail: string;
  readonly change: Partial<Selection>;
}

const VERTEX_HITS = 20;
const LINK_HITS = 12;
const JOB_HITS = 12;

/** Jobs by name, user or number; pods and groups by number; vertices by name or GUID; links by number, by `a -> b`, or at the best vertex. */
export function search(text: string, network: Network | null, jobs: JobTable | null): SearchHit[] {
  const query = text.trim().toLowerCase();
  if (query === '') return [];
  const vertices = network ? searchVertices(network, query, VERTEX_HITS) : [];
  return [
    ...(jobs ? findJobs(jobs, query) : []),
    ...(network ? findPod(network, query) : []),
    ...vertices.map((vertex) => vertexHit(network!, vertex)),
    ...(network ? findLinks(network, query, vertices).map((link) => linkHit(network, link)) : []),
  ];
}

function findJobs(jobs: JobTable, query: string): SearchHit[] {
  const { name, user, id } = jobs.columns;
  const hits: SearchHit[] = [];
  for (let row = 0; row < jobs.rows && hits.length < JOB_HITS; row++) {
    const title = textAt(name, row) ?? `job ${id[row]}`;
    const owner = textAt(user, row) ?? '';
    if (![title, owner, `job ${id[row]}`].some((part) => part.toLowerCase().includes(query))) continue;
    hits.push({
      kind: 'job',
      id: id[row],
      title,
      detail: `job ${id[row]} ${owner}`.trim(),
      change: { jobs: [id[row]] },
    });
  }
  return hits;
}

/** `pod 2`, `group 2`: shown, not selected, since it has many hosts. */
function findPod({ vertices, switches, hosts }: Network, query: string): SearchHit[] {
  const pod = Number(/^(?:pod|group)\s*(\d+)$/.exec(query)?.[1] ?? Number.NaN);
  const own = (list: Int32Array) => list.filter((vertex) => vertices.pod[vertex] === pod);
  const [inside, nodes] = [own(switches), own(hosts)];
  const [first] = inside.length > 0 ? inside : nodes;
  if (first === undefined) return [];
  const detail = `${inside.length} switches · ${nodes.length} hosts`;
  return [{ kind: 'pod', id: first, title: `pod ${pod}`, detail, change: {} }];
}

function findLinks(network: Network, query: string, vertices: readonly number[]): number[] {
  const numbered = /^(?:link\s*|#)(\d+)$/.exec(query);
  if (numbered) return Number(numbered[1]) < network.linkCount ? [Number(numbered[1])] : [];
  const ends = query.split(/\s*(?:->|→|>)\s*/);
  if (ends.length === 2) return linksBetween(network, ends[0], ends[1]);
  if (vertices.length === 0) return [];
  return [
    ...network.outLinks.subarray(network.outOffsets[vertices[0]], network.outOffsets[vertices[0] + 1]),
  ].slice(0, LINK_HITS);
}

function linksBetween(network: Network, from: string, to: string): number[] {
  const sources = new Set(from === '' ? [] : searchVertices(network, from, network.vertexCount));
  const targets = new Set(to === '' ? [] : searchVertices(network, to, network.vertexCount));
  const found: number[] = [];
  for (let link = 0; link < network.linkCount && found.length < LINK_HITS; link++) {
    const leaves = from === '' || sources.has(network.links.src[link]);
    if (leaves && (to === '' || targets.has(network.links.dst[link]))) found.push(link);
  }
  return found;
}

function vertexHit(network: Network, vertex: number): SearchHit {
  const kind = textAt(network.vertices.kind, vertex) === 'switch' ? 'switch' : 'host';
  const level = network.vertices.level[vertex];
  const parts = [level >= 0 ? `level ${level}` : '', textAt(network.vertices.guid, vertex) ?? ''];
  return {
    kind,
    id: vertex,
    title: vertexName(network, vertex),
    detail: parts.filter(Boolean).join(' · '),
    change: { sources: [vertex] },
  };
}

function linkHit(network: Network, link: number): SearchHit {
  const { links } = network;
  const parts = [`link ${link}`, textAt(links.class, link), textAt(links.direction, link)];
  return {
    kind: 'link',
    id: link,
    title: linkName(network, link),
    detail: parts.filter(Boolean).join(' · '),
    change: { links: [link] },
  };
}
