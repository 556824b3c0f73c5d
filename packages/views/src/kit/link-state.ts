import type { Theme } from '@weft/draw';
import type { Network } from '@weft/model';

/** The cable is there and its port is down: it has no capacity. */
export function isDown(network: Network, link: number): boolean {
  return network.links.capacity[link] === 0;
}

/** Carries nothing: a neutral grey no map has. */
export function idleColour(theme: Theme): string {
  return theme === 'dark' ? '#3a3d43' : '#dcded9';
}
