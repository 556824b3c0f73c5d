import { type Signal, signal } from '@preact/signals';
import type { Theme } from '@weft/draw';
import type { View } from '@weft/views';
import { type Activity, createActivity } from '../activity/activity.ts';
import { describeFaults } from '../address/address-faults.ts';
import { type PageAddress, parseAddress } from '../address/page-address.ts';
import type { TourPlace } from '../address/tour-place.ts';
import { takeAccessToken } from '../api/access-token.ts';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { type Coordinator, createCoordinator } from '../data/coordinator.ts';
import { colourMaps, knownColours } from './colour-maps.ts';
import { createTheme } from './theme.ts';

// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export type AnyView = View<any>;

/** What lives as long as the page. */
export interface Page {
  readonly api: ApiClient;
  readonly hasToken: boolean;
  readonly activity: Activity;
  readonly coordinator: Coordinator;
  readonly views: readonly AnyView[];
  readonly theme: Signal<Theme>;
  readonly colourMap: Signal<string>;
  /** Where the reader is; changes by navigation, not by a selection. */
  readonly address: Signal<PageAddress>;
  /** Where the reader is in a guided tour; null = in none. */
  readonly tour: Signal<TourPlace | null>;
  readonly overlay: Signal<'about' | 'help' | 'search' | null>;
  /** One line at the bottom: a copied link, a failure outside of any panel. */
  readonly notice: Signal<string | null>;
}

export function createPage(views: readonly AnyView[]): Page {
  const token = takeAccessToken(window);
  const api = createApiClient(new URL(document.baseURI), token);
  const activity = createActivity(document.documentElement);
  const address = signal(parseAddress(location.hash));
  const page: Page = {
    api,
    hasToken: token !== null,
    activity,
    coordinator: createCoordinator(api, activity),
    views,
    theme: createTheme(window),
    colourMap: signal(knownColours(address.value.colours)),
    address,
    tour: signal(address.value.tour),
    overlay: signal(null),
    notice: signal(null),
  };
  tellFaults(page, location.hash);
  addEventListener('popstate', () => goTo(page, location.hash));
  return page;
}

/** Goes to another dataset or back to the gallery. */
export function navigate(page: Page, hash: string): void {
  history.pushState(null, '', hash);
  goTo(page, hash);
}

function goTo(page: Page, hash: string): void {
  const address = parseAddress(hash);
  page.tour.value = address.tour;
  page.address.value = address;
  tellFaults(page, hash);
}

/** Says which parts of an address the page leaves out. */
function tellFaults(page: Page, hash: string): void {
  const views = page.views.map(({ id }) => id);
  const faults = describeFaults(hash, { views, colours: colourMaps.map(({ name }) => name) });
  if (faults) showNotice(page, faults, FAULTS_MILLISECONDS);
}

const NOTICE_MILLISECONDS = 4000;
/** Longer: the address is rewritten without its faults, so this is the only place that names them. */
const FAULTS_MILLISECONDS = 15_000;

export function showNotice(page: Page, text: string, milliseconds = NOTICE_MILLISECONDS): void {
  page.notice.value = text;
  setTimeout(() => {
    if (page.notice.value === text) page.notice.value = null;
  }, milliseconds);
}

/** What the open dataset holds and what its import told. */
export function showAbout(page: Page): void {
  page.overlay.value = 'about';
}
