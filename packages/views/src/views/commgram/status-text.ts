import { type Commgram, type CommgramModel, describePeriod } from '@weft/analysis';
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

/** `asked`: phases the reader asked for; 0 = as many as suit the data. */
export function statusText(
  scene: CommgramScene,
  commgram: Commgram,
  model: CommgramModel,
  asked: number,
): string {
  const { patterns, exact } = commgram;
  const parts = [counted(commgram.ranks, 'rank'), counted(model.messages, 'message')];
  if (model.timeModel === 'logical') parts.push('logical time');
  if (!model.exact) parts.push('phases from bins of time');
  if (!exact) parts.push('refining …');
  else {
    parts.push(counted(patterns.patterns.length, 'pattern'));
    parts.push(describePeriod(patterns, commgram.phases.length));
    if (scene.picture.facts.outliers.length > 0)
      parts.push(counted(scene.picture.facts.outliers.length, 'outlier'));
  }
  const fewer = fewerPhasesText(asked, commgram.phases.length, model.timeModel);
  if (fewer) parts.push(fewer);
  if (scene.drawn < scene.asked) parts.push(drawnText(scene));
  if (model.untimed > 0) parts.push(`${formatQuantity(model.untimed, 'count')} without time`);
  return parts.join(' · ');
}

/** Why there are fewer phases than asked for; null where there are not. */
export function fewerPhasesText(
  asked: number,
  found: number,
  timeModel: CommgramModel['timeModel'],
): string | null {
  if (found === 0 || found >= asked) return null;
  const what = timeModel === 'logical' ? 'steps in logical time' : 'messages';
  return `${asked} phases asked for, ${found} ${what}`;
}
