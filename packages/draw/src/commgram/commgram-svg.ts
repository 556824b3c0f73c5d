import type { CommgramPicture } from './commgram-picture.ts';
import { drawCommgram } from './draw-commgram.ts';
import { createSvgPen } from './svg-pen.ts';

export function commgramSvg(picture: CommgramPicture, title: string): string {
  const pen = createSvgPen(picture.width, picture.height);
  drawCommgram(pen, picture);
  return pen.document(title);
}
