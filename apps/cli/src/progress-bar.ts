import { formatQuantity, type Progress } from '@weft/model';

/** Draws progress on stderr where that is a terminal; says nothing elsewhere. */
export interface ProgressBar {
  update(progress: Progress): void;
  finish(): void;
}

export function createProgressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { update: () => undefined, finish: () => undefined };
  const started = Date.now();
  let drawn = 0;
  return {
    update: (progress) => {
      if (Date.now() - drawn < 80) return;
      drawn = Date.now();
      stream.write(`\r\x1b[2K${progressLine(progress, (drawn - started) / 1000, stream.columns ?? 80)}`);
    },
    finish: () => stream.write('\r\x1b[2K'),
  };
}

/** `label ███░░ 45 %  12.3 MB/s  4 s left` */
export function progressLine(progress: Progress, seconds: number, width: number): string {
  const { label, done, total, unit } = progress;
  const rate = seconds > 0 ? done / seconds : 0;
  const speed = `${formatQuantity(rate, unit === 'bytes' ? 'B/s' : '')}${unit === 'bytes' ? '' : ` ${unit}/s`}`;
  if (total <= 0)
    return `${label}  ${done > 0 ? `${formatQuantity(done, unit === 'bytes' ? 'B' : '')} ${unit === 'bytes' ? '' : unit}  ${speed}` : '…'}`;
  const share = Math.min(1, done / total);
  const cells = Math.max(8, Math.min(30, width - label.length - 40));
  const filled = Math.round(share * cells);
  const left = rate > 0 ? `${Math.ceil((total - done) / rate)} s left` : '';
  return `${label} ${'█'.repeat(filled)}${'░'.repeat(cells - filled)} ${Math.round(share * 100)} %  ${speed}  ${left}`;
}
