import type { View } from './view.ts';

/** Every view of the product: one line each. */
// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export const views: readonly View<any>[] = [];
