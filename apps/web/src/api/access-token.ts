const KEY = 'weft-token';

/** Takes `?token=` out of the address, so that a copied address or a screenshot does not carry it. */
export function takeAccessToken(page: Window): string | null {
  const url = new URL(page.location.href);
  const given = url.searchParams.get('token');
  const kept = storageOf(page);
  if (given === null) return kept?.getItem(KEY) ?? null;
  kept?.setItem(KEY, given);
  url.searchParams.delete('token');
  page.history.replaceState(page.history.state, '', url);
  return given;
}

/** Null in a frame whose browser keeps nothing for pages of other sites. */
function storageOf(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
