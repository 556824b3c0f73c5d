import { drawSvg } from '../target/draw-svg.ts';
import type { CommgramPicture } from './commgram-picture.ts';
import { drawCommgram } from './draw-commgram.ts';

export function commgramSvg(picture: CommgramPicture, title: string): string {
  return drawSvg(picture.width, picture.height, title, (target) => drawCommgram(target, picture));
}
