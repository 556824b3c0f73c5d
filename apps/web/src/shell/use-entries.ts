import type { CatalogEntry } from '@weft/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../page/page.ts';

const QUIET_MILLISECONDS = 250;

/** What the server offers, for menus: asked for when the first pictures are there; empty before. */
export function useEntries({ activity, api }: Page): readonly CatalogEntry[] {
  const [entries, setEntries] = useState<readonly CatalogEntry[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = activity.begin('later');
    const list = async () => {
      await activity.whenQuiet(QUIET_MILLISECONDS);
      if (!signal.aborted) setEntries(await api.listDatasets({ signal }));
    };
    list()
      .catch(() => {})
      .finally(end);
    return () => controller.abort();
  }, [activity, api]);
  return entries;
}
