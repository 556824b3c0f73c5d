import { errorFacts, type Progress } from '@weft/model';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type BroughtFile, filesOfDrop, filesOfInput } from '../data/dropped-files.ts';
import { importFiles } from '../data/import-files.ts';
import { navigate, type Page } from '../page/page.ts';
import { ProgressBar } from './status.tsx';

/** Where a reader drops or chooses traces, logs, fabrics, scenarios or datasets of their own. */
export function OwnData({ page }: { page: Page }) {
  const { progress, failure, start, cancel, fail } = useImport(page);
  const [over, setOver] = useState(false);
  const busy = progress !== undefined;
  return (
    <section
      class={over ? 'own-data over' : 'own-data'}
      aria-label="Open your own data"
      aria-busy={busy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (busy || !event.dataTransfer) return;
        filesOfDrop(event.dataTransfer.items).then(start, fail);
      }}
    >
      <div>
        <h2>Open your own data</h2>
        <p class="hint">
          Drop a trace (DUMPI, OTF2, IPM), a fabric dump with its counters and jobs, a scenario or a dataset:
          files, archives or folders. It is read by this server and stays on it.
        </p>
        {failure && (
          <p class="card-failure" role="alert">
            {failure}
          </p>
        )}
      </div>
      {busy ? (
        <div class="card-progress">
          <ProgressBar progress={progress} label="Importing" />
          <button type="button" class="button framed" onClick={cancel}>
            Cancel
          </button>
        </div>
      ) : (
        <div class="own-choices">
          <FileChoice label="Choose files" onFiles={start} />
          <FileChoice label="Choose a folder" folder onFiles={start} />
        </div>
      )}
    </section>
  );
}

interface FileChoiceProps {
  readonly label: string;
  readonly folder?: boolean;
  readonly onFiles: (files: readonly BroughtFile[]) => void;
}

function FileChoice({ label, folder = false, onFiles }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = folder;
  }, [folder]);
  return (
    <>
      <button type="button" class="button framed" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = filesOfInput(currentTarget.files);
          currentTarget.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

/** `progress` is undefined while nothing runs, null before its first word. */
function useImport(page: Page) {
  const [progress, setProgress] = useState<Progress | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const fail = (error: unknown): void => {
    const { file, message, advice } = errorFacts(error);
    const named = file === undefined || message.includes(file) ? message : `${file}: ${message}`;
    setFailure([named, advice].filter(Boolean).join('. '));
  };
  const start = async (files: readonly BroughtFile[]): Promise<void> => {
    if (files.length === 0) return;
    const own = new AbortController();
    controller.current = own;
    const end = page.activity.begin();
    setFailure(null);
    setProgress(null);
    try {
      const id = await importFiles(page.api, files, { signal: own.signal, onProgress: setProgress });
      navigate(page, `#/d/${encodeURIComponent(id)}`);
    } catch (error) {
      if (!own.signal.aborted) fail(error);
    } finally {
      setProgress(undefined);
      end();
    }
  };
  return { progress, failure, start, fail, cancel: () => controller.current?.abort() };
}
