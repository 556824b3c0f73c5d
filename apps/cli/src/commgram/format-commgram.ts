import {
  type Commgram,
  type CommgramModel,
  describePeriod,
  type PhaseSequence,
  phaseSequences,
} from '@weft/analysis';
import { formatDuration, formatQuantity } from '@weft/model';
import { alignColumns } from '../align-columns.ts';

/** Why there are fewer phases than asked for; null where there are not. */
export function fewerPhases(
  asked: number | undefined,
  { phases }: Commgram,
  model: CommgramModel,
): string | null {
  if (asked === undefined || phases.length === 0 || phases.length >= asked) return null;
  return model.timeModel === 'logical'
    ? `${asked} phases were asked for: logical time has ${phases.length} steps. --time clock cuts by the clock.`
    : `${asked} phases were asked for: there are ${phases.length} messages to part.`;
}

export function formatCommgram(
  { phases, heights, differences, patterns, ranks }: Commgram,
  { timeModel }: CommgramModel,
): string {
  if (phases.length === 0) return 'No messages with times.';
  const header = ['phase', 'start', 'length', 'messages', 'bytes', 'moved', 'height', 'pattern'];
  const rows = phases.map((phase, at) => [
    `t${at}`,
    formatDuration(phase.start),
    formatDuration(phase.end - phase.start),
    String(phase.messages),
    formatQuantity(phase.bytes, 'B'),
    String(differences[at] / 2),
    String(heights[at]),
    `${patterns.names[at] ?? '–'}${patterns.outliers.includes(at) ? ' outlier' : ''}`,
  ]);
  const period = describePeriod(patterns, phases.length);
  const time = timeModel === 'logical' ? ' by logical time' : '';
  const count = `${phases.length} phases${time}, ${ranks} ranks, ${patterns.patterns.length} patterns, ${period}`;
  const table = alignColumns([header, ...rows], [1, 2, 3, 4, 5, 6]);
  return [count, '', ...table, '', EXPLAINED, ...formatSequences(phaseSequences(patterns))].join('\n');
}

const EXPLAINED =
  'moved: ranks in another community than in the phase before; each counts twice in the height.';

function formatSequences(sequences: readonly PhaseSequence[]): string[] {
  if (sequences.length === 0) return [];
  const lines = sequences.map(({ name, places }) => [
    name,
    places.map(([first, last]) => `t${first}–t${last}`).join(', '),
  ]);
  return ['', 'Sequences of phases that come again:', ...alignColumns(lines, [])];
}
