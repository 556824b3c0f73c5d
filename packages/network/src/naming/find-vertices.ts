import type { Network, TextColumn, VertexIndex } from '@weft/model';

/**
 * Vertices of exactly this name; else those whose host it is (“node01” of “node01 HCA-1”); else the one of this GUID, in any
 * case, with or without 0x.
 */
export function findVertices({ vertices }: Network, text: string): VertexIndex[] {
  const named = verticesWith(vertices.name, (word) => word === text);
  if (named.length > 0) return named;
  const hosts = verticesWith(vertices.name, (word) => hostWord(word) === text);
  const wanted = plainGuid(text);
  return hosts.length > 0 ? hosts : verticesWith(vertices.guid, (word) => plainGuid(word) === wanted);
}

/** The host in the description of an adapter. */
export function hostWord(description: string): string {
  return description.trim().split(/\s+/, 1)[0];
}

/** Vertices whose name or GUID contains the text in any case: equal ones first, then those that start with it. */
export function searchVertices(
  { vertices, vertexCount }: Network,
  text: string,
  limit: number,
): VertexIndex[] {
  const byName = matchWords(vertices.name, text.toLowerCase());
  const byGuid = matchWords(vertices.guid, text.toLowerCase());
  const ranked: VertexIndex[][] = [[], [], []];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const rank = Math.min(byName[vertices.name.codes[vertex]] ?? 3, byGuid[vertices.guid.codes[vertex]] ?? 3);
    if (rank < 3 && ranked[rank].length < limit) ranked[rank].push(vertex);
  }
  return ranked.flat().slice(0, limit);
}

function verticesWith({ codes, dictionary }: TextColumn, matches: (word: string) => boolean): VertexIndex[] {
  const wanted = dictionary.map(matches);
  const found: VertexIndex[] = [];
  codes.forEach((code, vertex) => {
    if (wanted[code]) found.push(vertex);
  });
  return found;
}

function plainGuid(text: string): string {
  return text.toLowerCase().replace(/^0x/, '').padStart(16, '0');
}

/** For each word of the dictionary: 0 equal, 1 starts with, 2 contains, 3 not at all. */
function matchWords({ dictionary }: TextColumn, query: string): Uint8Array {
  return Uint8Array.from(dictionary, (word) => {
    const at = word.toLowerCase().indexOf(query);
    return at < 0 ? 3 : at > 0 ? 2 : word.length === query.length ? 0 : 1;
  });
}
