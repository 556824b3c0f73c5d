import { formatDuration, type Progress } from '@weft/model';

const WIDTH = 24;

export interface ProgressLine {
  show(progress: Progress): void;
  end(): void;
}

/** A bar with the time left on stderr; null where nobody watches. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine | null {
  if (!stream.isTTY) return null;
  const began = performance.now();
  let shown = 0;
  return {
    show(progress) {
      const now = performance.now();
      if (now - shown < 100) return;
      shown = now;
      stream.write(`\r\x1b[K${progressText(progress, now - began)}`);
    },
    end: () => stream.write('\r\x1b[K'),
  };
}

export function progressText({ label, done, total, unit }: Progress, milliseconds: number): string {
  if (total <= 0) return `${label} ${done.toLocaleString('en-US')} ${unit}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
  const left = share > 0.01 ? `, ${formatDuration((milliseconds * 1e6 * (1 - share)) / share)} left` : '';
  return `${label} ${bar} ${Math.floor(share * 100)} %${left}`;
}
