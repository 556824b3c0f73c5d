import { formatDuration, formatQuantity, type Progress } from '@weft/model';

const EVERY_MS = 200;

/** One line on stderr that rewrites itself: what, how much, how fast, how long still. */
export function showProgress(enabled: boolean): { update(progress: Progress): void; end(): void } {
  const started = performance.now();
  let last = 0;
  let shown = false;
  return {
    update(progress) {
      const now = performance.now();
      if (!enabled || now - last < EVERY_MS) return;
      last = now;
      shown = true;
      process.stderr.write(`\r\x1b[K${progressLine(progress, (now - started) / 1000)}`);
    },
    end() {
      if (shown) process.stderr.write('\r\x1b[K');
      shown = false;
    },
  };
}

export function progressLine({ label, done, total, unit }: Progress, seconds: number): string {
  const suffix = unit === 'bytes' ? 'B' : '';
  const amount = `${formatQuantity(done, suffix)} of ${formatQuantity(total, suffix)}`;
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 && total > done ? `, ${formatDuration(((total - done) / rate) * 1e9)} left` : '';
  const share = total > 0 ? `${Math.floor((done / total) * 100)} % ` : '';
  return `${label} ${share}(${amount}, ${formatQuantity(rate, `${suffix}/s`)}${left})`;
}
