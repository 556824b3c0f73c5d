import { formatDuration } from '@weft/model';
import { defineFinding, type Finding } from '../../finding.ts';
import { cutNote, cutOf, type PhaseFacts } from '../../finding-facts/phase-facts.ts';
import { type PeriodSection, sectionText } from '../../pattern-detection/find-period-section.ts';

export const period = defineFinding({
  kind: 'period',
  doc: 'After how many phases the communication of the program comes again.',
  find: ({ phases }) => {
    if (!phases) return [];
    const { period: count, section, phases: all } = phases;
    if (section) return [periodOf(section, phases)];
    return count < 2 ? [] : [periodOf({ period: count, from: 0, end: all.length }, phases)];
  },
});

function periodOf({ period: count, from, end }: PeriodSection, { phases: all, cut }: PhaseFacts): Finding {
  const whole = Math.floor((end - from - 1) / count);
  const time = (all[from + whole * count].start - all[from].start) / whole;
  const every = `repeats every ${count} phases, about every ${formatDuration(time)}`;
  const within =
    end - from === all.length
      ? `in ${all.length} phases in all`
      : `${sectionText({ period: count, from, end }, all.length)}: in ${end - from} of ${all.length} phases`;
  return {
    kind: 'period',
    text: `The communication ${every}, ${within}${cutNote({ cut })}.`,
    value: count,
    unit: 'phases',
    factor: 1,
    where: { phases: count, ...cutOf({ phases: all, cut }) },
  };
}
