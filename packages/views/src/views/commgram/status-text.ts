import { formatExact } from '@weft/model';
import type { CommgramScene } from './scene.ts';

/** `1 message`, `4,608 messages`. */
export function counted(count: number, what: string): string {
  return `${formatExact(count, 'count')} ${what}${count === 1 ? '' : 's'}`;
}

/** Where there are more bars than pixels. */
export function drawnText({ drawn, asked }: Pick<CommgramScene, 'drawn' | 'asked'>): string {
  return `drawn as ${drawn} of ${asked} communities, zoom for more`;
}
