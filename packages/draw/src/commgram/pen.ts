/** What drawing a CommGram needs of a canvas or an SVG document; the drawing targets of the views have it. */
export interface Pen {
  rect(x: number, y: number, width: number, height: number, paint: PenPaint): void;
  line(x1: number, y1: number, x2: number, y2: number, paint: PenPaint): void;
  circle(x: number, y: number, radius: number, paint: PenPaint): void;
  path(trace: (sink: PenPath) => void, paint: PenPaint): void;
  text(x: number, y: number, text: string, style: PenText): void;
  group(options: { readonly clip?: readonly [number, number, number, number] }, draw: () => void): void;
  measure(text: string): number;
}

export interface PenPaint {
  readonly fill?: string;
  readonly stroke?: string;
  readonly lineWidth?: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
  readonly join?: 'miter' | 'round';
}

export interface PenText {
  readonly fill: string;
  readonly size?: number;
  readonly weight?: 'normal' | 'bold';
  readonly align?: 'start' | 'middle' | 'end';
  readonly baseline?: 'alphabetic' | 'middle' | 'hanging';
}

export interface PenPath {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void;
  closePath(): void;
}
