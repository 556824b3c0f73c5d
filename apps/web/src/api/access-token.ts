const KEY = 'weft-token';

/** Takes `?token=` out of the address, so that a copied link or a screenshot does not carry it. */
export function takeAccessToken(page: Window): string | null {
  const url = new URL(page.location.href);
  const given = url.searchParams.get('token');
  if (given === null) return page.sessionStorage.getItem(KEY);
  page.sessionStorage.setItem(KEY, given);
  url.searchParams.delete('token');
  page.history.replaceState(page.history.state, '', url);
  return given;
}
