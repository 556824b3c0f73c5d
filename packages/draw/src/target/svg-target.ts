import { FONT_FAMILY } from '../colour/theme.ts';
import { encodePng } from './encode-png.ts';
import {
  type GroupOptions,
  type Paint,
  type PathSink,
  type Raster,
  type RenderTarget,
  TEXT_SIZE,
  type TextStyle,
} from './render-target.ts';
import { estimateTextWidth } from './text-width.ts';

/** A target that collects SVG text; `document` closes it. Colours are presentation attributes: no style text. */
interface SvgTarget extends RenderTarget {
  document(title: string): string;
}

export function createSvgTarget(width: number, height: number): SvgTarget {
  const out: string[] = [];
  let clips = 0;
  return {
    width,
    height,
    rect(x, y, w, h, paint) {
      out.push(
        `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(w, 0))}" height="${n(Math.max(h, 0))}"${paintText(paint)}/>`,
      );
    },
    line(x1, y1, x2, y2, paint) {
      out.push(`<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}"${paintText(paint)}/>`);
    },
    circle(x, y, radius, paint) {
      out.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"${paintText(paint)}/>`);
    },
    path(trace, paint) {
      const sink = new PathText();
      trace(sink);
      if (sink.text) out.push(`<path d="${sink.text}"${paintText(paint)}/>`);
    },
    text: (x, y, text, style) => out.push(textElement(x, y, text, style)),
    raster: (raster, x, y, w, h) => out.push(imageElement(raster, x, y, w, h)),
    group(options, draw) {
      const clip = options.clip ? `c${clips++}` : null;
      out.push(groupOpening(options, clip));
      draw();
      out.push('</g>');
    },
    measure: (text, style = {}) =>
      estimateTextWidth(text, style.size ?? TEXT_SIZE) * (style.weight === 'bold' ? 1.06 : 1),
    document: (title) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}"`,
        ` viewBox="0 0 ${n(width)} ${n(height)}" role="img" font-family="${escapeXml(FONT_FAMILY)}">`,
        `<title>${escapeXml(title)}</title>`,
        ...out,
        '</svg>\n',
      ].join(''),
  };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

function paintText(paint: Paint): string {
  let text = ` fill="${paint.fill ?? 'none'}"`;
  if (paint.stroke) {
    text += ` stroke="${paint.stroke}"`;
    if (paint.lineWidth !== undefined) text += ` stroke-width="${n(paint.lineWidth)}"`;
    if (paint.dash?.length) text += ` stroke-dasharray="${paint.dash.join(' ')}"`;
    if (paint.join === 'round') text += ' stroke-linejoin="round"';
  }
  if (paint.opacity !== undefined) text += ` opacity="${n(paint.opacity)}"`;
  return text;
}

function textElement(x: number, y: number, text: string, style: TextStyle): string {
  const turn = style.rotate ? ` transform="rotate(${n(style.rotate)} ${n(x)} ${n(y)})"` : '';
  const anchor = style.align && style.align !== 'start' ? ` text-anchor="${style.align}"` : '';
  const weight = style.weight === 'bold' ? ' font-weight="600"' : '';
  const baseline =
    style.baseline === 'middle' ? ' dy="0.35em"' : style.baseline === 'hanging' ? ' dy="0.8em"' : '';
  const size = style.size ?? TEXT_SIZE;
  return `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}" fill="${style.fill}"${weight}${anchor}${baseline}${turn}>${escapeXml(text)}</text>`;
}

function imageElement(raster: Raster, x: number, y: number, width: number, height: number): string {
  const data = base64(encodePng(raster));
  return `<image x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,${data}"/>`;
}

function groupOpening(options: GroupOptions, clip: string | null): string {
  const move =
    options.x || options.y ? ` transform="translate(${n(options.x ?? 0)} ${n(options.y ?? 0)})"` : '';
  const opacity = options.opacity === undefined ? '' : ` opacity="${n(options.opacity)}"`;
  if (!clip || !options.clip) return `<g${move}${opacity}>`;
  const [x, y, w, h] = options.clip;
  const box = `<clipPath id="${clip}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/></clipPath>`;
  return `<g${move}${opacity} clip-path="url(#${clip})">${box}`;
}

class PathText implements PathSink {
  text = '';

  moveTo(x: number, y: number): void {
    this.text += `M${n(x)} ${n(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.text += `${this.text ? 'L' : 'M'}${n(x)} ${n(y)}`;
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.text += `Q${n(cx)} ${n(cy)} ${n(x)} ${n(y)}`;
  }

  bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void {
    this.text += `C${n(c1x)} ${n(c1y)} ${n(c2x)} ${n(c2y)} ${n(x)} ${n(y)}`;
  }

  /** Halves keep a full circle drawable: an SVG arc cannot end where it starts. */
  arc(x: number, y: number, radius: number, from: number, to: number, anticlockwise = false): void {
    const span = arcSpan(from, to, anticlockwise);
    this.lineTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
    const large = Math.abs(span) / 2 > Math.PI ? 1 : 0;
    for (const share of [0.5, 1]) {
      const angle = from + span * share;
      this.text += `A${n(radius)} ${n(radius)} 0 ${large} ${anticlockwise ? 0 : 1} ${n(x + radius * Math.cos(angle))} ${n(y + radius * Math.sin(angle))}`;
    }
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.text += `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
  }

  closePath(): void {
    this.text += 'Z';
  }
}

function arcSpan(from: number, to: number, anticlockwise: boolean): number {
  const full = 2 * Math.PI;
  const span = anticlockwise ? from - to : to - from;
  const turned = span >= full ? full : ((span % full) + full) % full;
  return anticlockwise ? -turned : turned;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
