import { themeColours } from '@weft/draw';
import { formatTimeRange } from '@weft/model';
import type { AnyView } from '../page/page.ts';
import type { Session } from '../session/session.ts';

/** What a picture shows, in one line below it, and in which colours that is written. */
interface Caption {
  readonly text: string;
  readonly ink: string;
  readonly ground: string;
}

const HEIGHT = 22;
const SIZE = 11;

/** View, study, metric and time range: a picture that leaves the page says what it is. Views with amounts of their own name them. */
export function captionOf({ dataset, workspace, page }: Session, { title, ownAmounts }: AnyView): Caption {
  const { manifest } = dataset;
  const { time } = workspace.selection.peek();
  const { metric, aggregate } = workspace.linkValues;
  const name = metric.peek()?.name.replace(/^=/, '');
  const shown = time ?? manifest.timeRange;
  const parts = [
    title,
    manifest.title,
    name && !ownAmounts && `${aggregate.peek()} of ${name}`,
    shown && `${time ? '' : 'whole run, '}${formatTimeRange(shown, manifest.origin)}`,
  ];
  const colours = themeColours(page.theme.peek());
  return { text: parts.filter(Boolean).join(' · '), ink: colours.muted, ground: colours.background };
}

/** The document with a line below the picture. */
export function captionedSvg(svg: string, { text, ink, ground }: Caption): string {
  const size = /<svg[^>]*\swidth="([\d.]+)"\sheight="([\d.]+)"(?:\sviewBox="0 0 [\d.]+ [\d.]+")?/.exec(svg);
  if (!size || !/<\/svg>\s*$/.test(svg)) return svg;
  const [opening, width, height] = size;
  const below = Number(height) + HEIGHT;
  const taller = opening
    .replace(`height="${height}"`, `height="${below}"`)
    .replace(/viewBox="[^"]*"/, `viewBox="0 0 ${width} ${below}"`);
  const line =
    `<rect x="0" y="${height}" width="${width}" height="${HEIGHT}" fill="${ground}"/>` +
    `<text x="8" y="${Number(height) + 15}" font-size="${SIZE}" fill="${ink}">${escapeXml(text)}</text>`;
  return svg.replace(opening, taller).replace(/<\/svg>\s*$/, `${line}</svg>\n`);
}

/** The same for a picture of points at twice the screen's resolution. */
export async function captionedPng(png: Blob, { text, ink, ground }: Caption): Promise<Blob> {
  const picture = await createImageBitmap(png);
  const ratio = 2 * (window.devicePixelRatio || 1);
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + Math.round(HEIGHT * ratio);
  const context = canvas.getContext('2d');
  if (!context) return png;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  context.fillStyle = ink;
  context.font = `${SIZE * ratio}px system-ui, sans-serif`;
  context.fillText(text, 8 * ratio, picture.height + 15 * ratio);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? png), 'image/png'));
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
