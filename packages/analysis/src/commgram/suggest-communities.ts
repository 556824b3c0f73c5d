/** The most communities that a picture of the thesis shows. */
const MOST_COMMUNITIES = 18;

const MEMBERS = 4;

/** Communities of about four ranks, at least two where there are pairs, so that few ranks are not one community each. */
export function suggestCommunities(ranks: number): number {
  return Math.max(
    1,
    Math.min(MOST_COMMUNITIES, Math.max(2, Math.round(ranks / MEMBERS)), Math.floor(ranks / 2)),
  );
}
