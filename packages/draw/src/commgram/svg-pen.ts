import type { Pen, PenPaint, PenPath } from './pen.ts';

/** A pen that writes SVG text. */
export interface SvgPen extends Pen {
  document(title: string): string;
}

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif';
const TEXT_SIZE = 11;

export function createSvgPen(width: number, height: number): SvgPen {
  const out: string[] = [];
  let clips = 0;
  return {
    rect: (x, y, w, h, paint) =>
      void out.push(
        `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}"${attributes(paint)}/>`,
      ),
    line: (x1, y1, x2, y2, paint) =>
      void out.push(`<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}"${attributes(paint)}/>`),
    circle: (x, y, radius, paint) =>
      void out.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"${attributes(paint)}/>`),
    path(trace, paint) {
      const steps: string[] = [];
      trace(pathText(steps));
      out.push(`<path d="${steps.join('')}"${attributes(paint)}/>`);
    },
    text(x, y, text, { fill, size = TEXT_SIZE, weight, align, baseline }) {
      const anchor = align && align !== 'start' ? ` text-anchor="${align}"` : '';
      const shift = baseline === 'middle' ? ' dy="0.35em"' : baseline === 'hanging' ? ' dy="0.8em"' : '';
      const bold = weight === 'bold' ? ' font-weight="600"' : '';
      out.push(
        `<text x="${n(x)}" y="${n(y)}" font-size="${size}" fill="${fill}"${bold}${anchor}${shift}>${escapeText(text)}</text>`,
      );
    },
    group({ clip }, draw) {
      if (clip) {
        const [x, y, w, h] = clip;
        const box = `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/>`;
        out.push(`<g clip-path="url(#clip${clips})"><clipPath id="clip${clips++}">${box}</clipPath>`);
      } else out.push('<g>');
      draw();
      out.push('</g>');
    },
    measure: (text) => text.length * TEXT_SIZE * 0.56,
    document: (title) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" role="img" font-family="${FONT}"><title>${escapeText(title)}</title>\n${out.join('\n')}\n</svg>\n`,
  };
}

function pathText(steps: string[]): PenPath {
  return {
    moveTo: (x, y) => void steps.push(`M${n(x)} ${n(y)}`),
    lineTo: (x, y) => void steps.push(`L${n(x)} ${n(y)}`),
    bezierCurveTo: (ax, ay, bx, by, x, y) =>
      void steps.push(`C${n(ax)} ${n(ay)} ${n(bx)} ${n(by)} ${n(x)} ${n(y)}`),
    closePath: () => void steps.push('Z'),
  };
}

function attributes({ fill, stroke, lineWidth, opacity, dash, join }: PenPaint): string {
  let text = ` fill="${fill ?? 'none'}"`;
  if (stroke) text += ` stroke="${stroke}" stroke-width="${n(lineWidth ?? 1)}"`;
  if (stroke && dash?.length) text += ` stroke-dasharray="${dash.join(' ')}"`;
  if (stroke && join === 'round') text += ' stroke-linejoin="round"';
  return opacity === undefined ? text : `${text} opacity="${n(opacity)}"`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
