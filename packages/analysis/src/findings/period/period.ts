import { formatDuration } from '@weft/model';
import { defineFinding } from '../../finding.ts';

export const period = defineFinding({
  kind: 'period',
  doc: 'After how many phases the communication of the program comes again.',
  find: ({ phases }) => {
    if (!phases || phases.period < 2) return [];
    const { period: count, phases: all } = phases;
    const starts = all.map(({ start }) => start);
    const whole = Math.floor((starts.length - 1) / count);
    const time = (starts[whole * count] - starts[0]) / whole;
    return [
      {
        kind: 'period',
        text: `The communication repeats every ${count} phases, about every ${formatDuration(time)}, in ${all.length} phases in all.`,
        value: count,
        unit: 'phases',
        factor: 1,
        where: { phases: count },
      },
    ];
  },
});
