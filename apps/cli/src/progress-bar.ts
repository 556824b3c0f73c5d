import { formatDuration, formatQuantity, type Progress } from '@weft/model';

const CELLS = 24;
const EVERY_MILLISECONDS = 100;

/** One line on stderr that rewrites itself; silent where stderr is no terminal. */
export interface ProgressBar {
  update(progress: Progress): void;
  end(): void;
}

export function createProgressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { update: () => undefined, end: () => undefined };
  const started = performance.now();
  let drawn = 0;
  return {
    update: (progress) => {
      const now = performance.now();
      if (now - drawn < EVERY_MILLISECONDS) return;
      drawn = now;
      stream.write(`\r\x1b[K${progressText(progress, now - started)}`);
    },
    end: () => {
      if (drawn > 0) stream.write('\r\x1b[K');
    },
  };
}

/** `label ██████░░░░ 25 %, 250 of 1 k messages, 250 messages/s, 3 s left` */
export function progressText({ label, done, total, unit }: Progress, milliseconds: number): string {
  const amount = (value: number): string =>
    unit === 'bytes' ? formatQuantity(value, 'B') : formatQuantity(value, '');
  const noun = unit === 'bytes' ? '' : ` ${unit}`;
  if (total <= 0) return done > 0 ? `${label}: ${amount(done)}${noun}` : `${label} …`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * CELLS);
  const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
  const rate = milliseconds > 0 ? `, ${amount((done / milliseconds) * 1000)}${noun}/s` : '';
  const left =
    share > 0.01 && share < 1 ? `, ${formatDuration((milliseconds * 1e6 * (1 - share)) / share)} left` : '';
  return `${label} ${bar} ${Math.floor(share * 100)} %, ${amount(done)} of ${amount(total)}${noun}${rate}${left}`;
}
