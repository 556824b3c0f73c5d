import { errorFacts, type Progress } from '@weft/model';
import type { CatalogEntry } from '@weft/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate, type Page } from '../page/page.ts';
import { startTour } from '../tours/start-tour.ts';
import { toursOf } from '../tours/tours.ts';
import { CardPicture } from './card-picture.tsx';
import { datasetFacts } from './dataset-facts.ts';
import { ProgressBar } from './status.tsx';

/** Opens the dataset; a study that is not there yet is generated first, in sight. */
export function DatasetCard({ page, entry }: { page: Page; entry: CatalogEntry }) {
  const { progress, failure, generate, cancel } = useGenerate(page, entry.id);
  const facts = datasetFacts(entry.manifest);
  const href = `#/d/${encodeURIComponent(entry.id)}`;
  return (
    <li class="card" aria-busy={progress !== undefined}>
      <a
        class="card-link"
        href={href}
        onClick={(event) => {
          event.preventDefault();
          if (entry.ready) navigate(page, href);
          else if (progress === undefined) void generate(href);
        }}
      >
        <CardPicture page={page} entry={entry} />
        <h3>{entry.title}</h3>
        <p class="card-text" title={entry.description}>
          {entry.study?.question ?? entry.description}
        </p>
      </a>
      {progress !== undefined ? (
        <div class="card-progress">
          <ProgressBar progress={progress} label="Generating" />
          <button type="button" class="button framed" onClick={cancel}>
            Cancel
          </button>
        </div>
      ) : failure ? (
        <p class="card-failure" role="alert">
          {failure}
        </p>
      ) : (
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {facts.length === 0 && !entry.ready && <div class="hint">{generationText(entry)}</div>}
        </dl>
      )}
      <CardTour page={page} entry={entry} />
    </li>
  );
}

function generationText({ study }: CatalogEntry): string {
  return `Generated when first opened${study ? `: ${study.seconds} s` : ''}`;
}

function CardTour({ page, entry }: { page: Page; entry: CatalogEntry }) {
  const [tour] = toursOf(entry.id);
  if (!tour) return null;
  return (
    <button type="button" class="card-tour" onClick={() => void startTour(page, tour)}>
      Take the tour <span class="hint">{`${tour.steps.length} steps`}</span>
    </button>
  );
}

/** `progress` is undefined while nothing runs, null before its first word. */
function useGenerate(page: Page, id: string) {
  const [progress, setProgress] = useState<Progress | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const generate = async (href: string) => {
    const own = new AbortController();
    controller.current = own;
    const end = page.activity.begin();
    setFailure(null);
    setProgress(null);
    try {
      await page.api.generateStudy(id, { signal: own.signal, onProgress: setProgress });
      navigate(page, href);
    } catch (error) {
      const { message, advice } = errorFacts(error);
      if (!own.signal.aborted) setFailure([message, advice].filter(Boolean).join('. '));
    } finally {
      setProgress(undefined);
      end();
    }
  };
  return { progress, failure, generate, cancel: () => controller.current?.abort() };
}
