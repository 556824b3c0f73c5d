/**
 * The one drawing interface of pictures in two dimensions. A pure function `draw(target, model)` makes a picture:
 * the Canvas backend of the views shows it, the SVG backend writes it to a file.
 */
export interface RenderTarget {
  readonly width: number;
  readonly height: number;
  rect(x: number, y: number, width: number, height: number, paint: Paint): void;
  line(x1: number, y1: number, x2: number, y2: number, paint: Paint): void;
  circle(x: number, y: number, radius: number, paint: Paint): void;
  path(trace: (sink: PathSink) => void, paint: Paint): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** Cells drawn as hard-edged rectangles. */
  raster(raster: Raster, x: number, y: number, width: number, height: number): void;
  /** Everything drawn inside `draw` is moved, clipped or made translucent together. */
  group(options: GroupOptions, draw: () => void): void;
  measure(text: string, style?: Pick<TextStyle, 'size' | 'weight'>): number;
}

export interface Paint {
  readonly fill?: string;
  readonly stroke?: string;
  /** Defaults to 1 px. */
  readonly lineWidth?: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
  readonly join?: 'miter' | 'round';
}

export interface TextStyle {
  readonly fill: string;
  /** Defaults to TEXT_SIZE. */
  readonly size?: number;
  readonly weight?: 'normal' | 'bold';
  readonly align?: 'start' | 'middle' | 'end';
  readonly baseline?: 'alphabetic' | 'middle' | 'hanging';
  /** Degrees, clockwise, around (x, y). */
  readonly rotate?: number;
}

/** A CanvasRenderingContext2D is one, too. */
export interface PathSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void;
  bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number, anticlockwise?: boolean): void;
  rect(x: number, y: number, width: number, height: number): void;
  closePath(): void;
}

/** Pixels as 0xAABBGGRR, row by row from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array<ArrayBuffer>;
}

export interface GroupOptions {
  readonly x?: number;
  readonly y?: number;
  /** In the coordinates inside the group. */
  readonly clip?: readonly [x: number, y: number, width: number, height: number];
  readonly opacity?: number;
}

/** Size of text in pixels where its style names none. */
export const TEXT_SIZE = 11;
