import type { WorkContext } from '@weft/model';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type BroughtFile, filesOfDrop, filesOfInput } from '../data/dropped-files.ts';
import { importFiles } from '../data/import-files.ts';
import { type Page, showNotice } from '../page/page.ts';
import { ProgressBar } from './status.tsx';
import { useMaking } from './use-making.ts';

/** Where a reader drops or chooses traces, logs, fabrics, scenarios or datasets of their own. */
export function OwnData({ page }: { page: Page }) {
  const { progress, failure, start: make, cancel, fail } = useMaking(page);
  const start = (files: readonly BroughtFile[]): void => {
    if (files.length > 0) make((context) => importAndTell(page, files, context));
  };
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

async function importAndTell(
  page: Page,
  files: readonly BroughtFile[],
  context: WorkContext,
): Promise<string> {
  const id = await importFiles(page.api, files, context);
  showNotice(page, 'Imported. What was read and left out: About this dataset, in the menu of its name.');
  return id;
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
