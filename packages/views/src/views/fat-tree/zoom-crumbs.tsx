import type { ReadonlySignal, Signal } from '@preact/signals';
import { linkName } from '@weft/network';
import { useDerived } from '../../kit/use-derived.ts';
import { identityTransform, type Transform } from '../../kit/zoom-pan.ts';
import { blockAt, fitMatrix, type MatrixPicture, matrixArea, zoomToBlock } from './matrix-picture.ts';

/** A larger zoom than this is no longer a look at all pods. */
const ZOOMED = 1.05;
/** Cells from this size on are looked at one by one. */
const CELL = 40;

interface Crumb {
  readonly text: string;
  readonly zoom: Transform;
}

/** Where the reader is in the matrix, each step a way back: all pods, the pod in the middle, the link in the middle. */
export function ZoomCrumbs({
  picture,
  zoom,
}: {
  readonly picture: ReadonlySignal<MatrixPicture>;
  readonly zoom: Signal<Transform>;
}) {
  const crumbs = useDerived(
    () => (zoom.value.k > ZOOMED ? crumbsOf(picture.value, zoom.value) : []),
    [picture, zoom],
  ).value;
  if (crumbs.length === 0) return null;
  return (
    <nav class="fat-tree-crumbs" aria-label="Where the matrix is zoomed to">
      {crumbs.map(({ text, zoom: next }, at) => (
        <button
          key={text}
          type="button"
          class="kit-button"
          aria-current={at === crumbs.length - 1 ? 'location' : undefined}
          onClick={() => {
            zoom.value = next;
          }}
        >
          {text}
        </button>
      ))}
    </nav>
  );
}

function crumbsOf(picture: MatrixPicture, zoom: Transform): Crumb[] {
  const { matrix, transform, width, height, hostStrip, network } = picture;
  const area = matrixArea(width, height, hostStrip !== null);
  const fit = fitMatrix(matrix, width, height);
  const x = (area.x + area.width / 2 - transform.x) / transform.k;
  const y = (area.y + area.height / 2 - transform.y) / transform.k;
  const crumbs: Crumb[] = [{ text: 'All', zoom: identityTransform }];
  const block = blockAt(matrix, x, y);
  if (!block) return crumbs;
  crumbs.push({ text: block.title, zoom: zoomToBlock(block, fit, area) });
  const link = transform.k >= CELL ? linkAt(matrix.linkRects, x, y) : -1;
  return link < 0 ? crumbs : [...crumbs, { text: linkName(network, link), zoom }];
}

function linkAt(rects: Float32Array, x: number, y: number): number {
  for (let link = 0; 4 * link < rects.length; link++) {
    const [left, top] = [rects[4 * link], rects[4 * link + 1]];
    if (x >= left && y >= top && x < left + rects[4 * link + 2] && y < top + rects[4 * link + 3]) return link;
  }
  return -1;
}
