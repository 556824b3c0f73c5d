import { useEffect } from 'preact/hooks';
import type { Page } from '../page/page.ts';

export function useGalleryKeys(page: Page): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?') page.overlay.value = 'help';
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [page]);
}
