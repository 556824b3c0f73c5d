import type { ErrorFacts, Progress } from '@weft/model';
import { formatQuantity } from '@weft/model';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

/** What stands in for a picture: an empty, failed or too large one, with the next step. */
export function Status({
  icon,
  title,
  children,
  role,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
  role?: 'alert';
}) {
  return (
    <div class="status" role={role}>
      <Icon name={icon} size={20} />
      <p class="status-title">{title}</p>
      {children}
    </div>
  );
}

export function Failure({ error, onRetry }: { error: ErrorFacts; onRetry: () => void }) {
  const tooLarge = error.code.includes('TOO-LARGE');
  return (
    <Status
      icon={tooLarge ? 'empty' : 'warning'}
      title={tooLarge ? 'Too much to show at once' : 'This did not work'}
      role="alert"
    >
      <p class="status-text">
        {sentence(error.message)} {error.advice}
      </p>
      <p class="status-code">{[error.code, error.file, error.record].filter(Boolean).join(' · ')}</p>
      <button type="button" class="button framed" onClick={onRetry}>
        Retry
      </button>
    </Status>
  );
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Half a second of words alone, then a bar. */
export function Loading({ progress, label }: { progress: Progress | null; label: string }) {
  const late = useLate(500);
  if (!late)
    return (
      <div class="status" aria-busy="true">
        <p class="status-text">{`${progress?.label || label} …`}</p>
      </div>
    );
  return (
    <div class="status" aria-busy="true">
      <ProgressBar progress={progress} label={label} />
    </div>
  );
}

export function ProgressBar({ progress, label }: { progress: Progress | null; label: string }) {
  const share = shareDone(progress);
  return (
    <div class="progress">
      <div class="progress-text">
        <span>{progress?.label || label}</span>
        <span class="figure">{progressFigure(progress)}</span>
      </div>
      <progress
        class="progress-bar"
        aria-label={progress?.label || label}
        max={1}
        value={share ?? undefined}
      />
    </div>
  );
}

function shareDone(progress: Progress | null): number | null {
  return progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null;
}

/** How far work is: in percent, or what is done where the whole is not known. */
export function progressFigure(progress: Progress | null): string {
  const share = shareDone(progress);
  if (share !== null) return `${Math.floor(share * 100)} %`;
  if (!progress || progress.done === 0) return '';
  if (progress.unit === 'bytes') return formatQuantity(progress.done, 'B');
  return `${formatQuantity(progress.done, 'count')} ${progress.unit}`;
}

function useLate(milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, milliseconds, true);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return late;
}
