import { errorFacts } from '@weft/model';
import { type Page, showNotice } from '../page/page.ts';

/** A link for others carries a token that can be ended, never the server's own. */
export async function copyLink(page: Page): Promise<void> {
  let link: string;
  try {
    link = sharedLink(location.href, page.hasToken ? await page.api.shareToken() : null);
  } catch (error) {
    return showNotice(page, `The link could not be made: ${errorFacts(error).message}`);
  }
  try {
    await navigator.clipboard.writeText(link);
    const who = page.hasToken ? ', and lets others in until shared links are ended' : '';
    showNotice(page, `Link copied: it brings back this selection and these panels${who}`);
  } catch {
    showNotice(page, 'The browser refused the clipboard: copy the address instead');
  }
}

export async function endLinks(page: Page): Promise<void> {
  try {
    await page.api.endSharing();
    showNotice(page, 'Links that were copied so far no longer let anybody in');
  } catch (error) {
    showNotice(page, `Shared links could not be ended: ${errorFacts(error).message}`);
  }
}

function sharedLink(address: string, token: string | null): string {
  const url = new URL(address);
  if (token !== null) url.searchParams.set('token', token);
  return url.href;
}
