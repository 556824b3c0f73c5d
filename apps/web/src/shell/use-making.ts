import { errorFacts, type Progress, type WorkContext } from '@weft/model';
import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate, type Page } from '../page/page.ts';

/**
 * Has the server make a dataset, and opens it; leaving cancels. `progress` is undefined while nothing runs, null before its
 * first word.
 */
export function useMaking(page: Page) {
  const [progress, setProgress] = useState<Progress | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const fail = (error: unknown): void => {
    const { file, message, advice } = errorFacts(error);
    const named = file === undefined || message.includes(file) ? message : `${file}: ${message}`;
    setFailure([named, advice].filter(Boolean).join('. '));
  };
  /** `make` gives the id of the dataset. */
  const start = async (make: (context: WorkContext) => Promise<string>): Promise<void> => {
    const own = new AbortController();
    controller.current = own;
    const end = page.activity.begin();
    setFailure(null);
    setProgress(null);
    try {
      const id = await make({ signal: own.signal, onProgress: setProgress });
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
