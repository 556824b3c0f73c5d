import type { RenderTarget } from './render-target.ts';
import { createSvgTarget } from './svg-target.ts';

export type DrawPicture = (target: RenderTarget) => void;

/** The picture as the text of an SVG document. */
export function drawSvg(width: number, height: number, title: string, draw: DrawPicture): string {
  const target = createSvgTarget(width, height);
  draw(target);
  return target.document(title);
}
