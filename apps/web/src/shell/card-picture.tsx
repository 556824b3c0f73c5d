import { createRandom } from '@weft/model';
import type { CatalogEntry } from '@weft/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../page/page.ts';

/** The dataset's own picture, or a woven pattern of its name while there is none. */
export function CardPicture({ page, entry }: { page: Page; entry: CatalogEntry }) {
  const source = usePicture(page, entry.picture);
  return (
    <div class="card-picture">{source ? <img src={source} alt="" /> : <WovenPicture seed={entry.id} />}</div>
  );
}

function usePicture(page: Page, path: string | undefined): string | null {
  // Relative: a proxy may show the page in a folder.
  const [source, setSource] = useState<string | null>(path && !page.hasToken ? `.${path}` : null);
  useEffect(() => {
    if (!path || !page.hasToken) return;
    const controller = new AbortController();
    let url: string | null = null;
    page.api
      .readPicture(path, { signal: controller.signal })
      .then((blob) => {
        url = URL.createObjectURL(blob);
        setSource(url);
      })
      .catch(() => {});
    return () => {
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [page, path]);
  return source;
}

const COLUMNS = 32;
const ROWS = 18;

function WovenPicture({ seed }: { seed: string }) {
  const random = createRandom(seed);
  const columns = Array.from({ length: COLUMNS }, () => random.next());
  const rows = Array.from({ length: ROWS }, () => random.next());
  return (
    <svg viewBox={`0 0 ${COLUMNS * 10} ${ROWS * 10}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {rows.map((row, y) =>
        columns.map((column, x) => {
          const heat = row * column + 0.25 * random.next();
          return (
            <rect
              key={`${x} ${y}`}
              class="woven"
              x={x * 10 + 1}
              y={y * 10 + 1}
              width={8}
              height={8}
              opacity={(0.08 + 0.8 * heat ** 2).toFixed(2)}
            />
          );
        }),
      )}
    </svg>
  );
}
