import type { Commgram, CommgramModel } from '@weft/analysis';
import { formatExact, formatQuantity } from '@weft/model';
import type { CommgramScene } from './scene.ts';

/** `1 message`, `4,608 messages`. */
export function counted(count: number, what: string): string {
  return `${formatExact(count, 'count')} ${what}${count === 1 ? '' : 's'}`;
}

/** Where there are more bars than pixels. */
export function drawnText({ drawn, asked }: Pick<CommgramScene, 'drawn' | 'asked'>): string {
  return `drawn as ${drawn} of ${asked} communities, zoom for more`;
}

export function statusText(scene: CommgramScene, commgram: Commgram, model: CommgramModel): string {
  const { patterns, exact } = commgram;
  const parts = [counted(commgram.ranks, 'rank'), counted(model.messages, 'message')];
  if (model.timeModel === 'logical') parts.push('logical time');
  if (!exact) parts.push('refining …');
  else {
    parts.push(counted(patterns.patterns.length, 'pattern'));
    parts.push(patterns.period > 0 ? `period ${patterns.period}` : 'no period');
    if (scene.picture.facts.outliers.length > 0)
      parts.push(counted(scene.picture.facts.outliers.length, 'outlier'));
  }
  if (scene.drawn < scene.asked) parts.push(drawnText(scene));
  if (model.untimed > 0) parts.push(`${formatQuantity(model.untimed, 'count')} without time`);
  return parts.join(' · ');
}
