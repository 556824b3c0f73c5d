import { type Network, type TextColumn, type VertexIndex, WeftError } from '@weft/model';

/** The vertex of exactly this name, GUID (in any case, with or without 0x) or id. */
export function findVertex(network: Network, text: string): VertexIndex {
  const { name, guid } = network.vertices;
  const named = vertexWith(name, (word) => word === text);
  if (named >= 0) return named;
  const wanted = plainGuid(text);
  const identified = vertexWith(guid, (word) => plainGuid(word) === wanted);
  if (identified >= 0) return identified;
  if (/^\d+$/.test(text) && Number(text) < network.vertexCount) return Number(text);
  throw new WeftError({
    code: 'UNKNOWN-VERTEX',
    message: `no host or switch is called ${text}`,
    advice: `Use a name or GUID, or an id from 0 to ${network.vertexCount - 1}: weft sql <dataset> "select id, name from vertices".`,
  });
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

function vertexWith({ codes, dictionary }: TextColumn, matches: (word: string) => boolean): VertexIndex {
  const code = dictionary.findIndex(matches);
  return code < 0 ? -1 : codes.indexOf(code);
}

function plainGuid(text: string): string {
  return text.toLowerCase().replace(/^0x/, '');
}

/** For each word of the dictionary: 0 equal, 1 starts with, 2 contains, 3 not at all. */
function matchWords({ dictionary }: TextColumn, query: string): Uint8Array {
  return Uint8Array.from(dictionary, (word) => {
    const at = word.toLowerCase().indexOf(query);
    return at < 0 ? 3 : at > 0 ? 2 : word.length === query.length ? 0 : 1;
  });
}
