import {
  FONT_FAMILY,
  type GroupOptions,
  type Paint,
  type Raster,
  type RenderTarget,
  TEXT_SIZE,
  type TextStyle,
} from '@weft/draw';

const scratchOfRaster = new WeakMap<Raster, HTMLCanvasElement>();

/** The 2-D context of a canvas that is used for nothing else. */
export function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser gives no 2-D context');
  return context;
}

/** Draws into a Canvas2D context whose transform already maps CSS pixels to device pixels. */
export function createCanvasTarget(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
): RenderTarget {
  const paintWith = (paint: Paint): void => {
    if (paint.opacity !== undefined) context.globalAlpha *= paint.opacity;
    if (paint.fill) {
      context.fillStyle = paint.fill;
      context.fill();
    }
    if (paint.stroke) {
      applyStroke(context, paint.stroke, paint);
      context.stroke();
    }
  };
  let font = '';
  // Setting a font costs more than drawing a short text in it.
  const setFont = (style: Pick<TextStyle, 'size' | 'weight'>): void => {
    const wanted = fontOf(style);
    if (wanted !== font) context.font = wanted;
    font = wanted;
  };
  const trace = (paint: Paint, build: () => void): void => {
    const alpha = context.globalAlpha;
    context.beginPath();
    build();
    paintWith(paint);
    context.globalAlpha = alpha;
  };
  return {
    width,
    height,
    rect(x, y, w, h, paint) {
      if (paint.stroke || paint.opacity !== undefined) return trace(paint, () => context.rect(x, y, w, h));
      context.fillStyle = paint.fill ?? 'transparent';
      context.fillRect(x, y, w, h);
    },
    line(x1, y1, x2, y2, paint) {
      trace(paint, () => {
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
      });
    },
    circle: (x, y, radius, paint) => trace(paint, () => context.arc(x, y, radius, 0, 2 * Math.PI)),
    path: (build, paint) => trace(paint, () => build(context)),
    text(x, y, text, style) {
      setFont(style);
      drawText(context, x, y, text, style);
    },
    raster: (raster, x, y, w, h) => drawRaster(context, raster, x, y, w, h),
    group(options, draw) {
      drawGroup(context, options, draw);
      font = '';
    },
    measure(text, style = {}) {
      setFont(style);
      return context.measureText(text).width;
    },
  };
}

function applyStroke(context: CanvasRenderingContext2D, stroke: string, paint: Paint): void {
  context.strokeStyle = stroke;
  context.lineWidth = paint.lineWidth ?? 1;
  context.lineJoin = paint.join ?? 'miter';
  context.setLineDash([...(paint.dash ?? [])]);
}

function fontOf(style: Pick<TextStyle, 'size' | 'weight'>): string {
  return `${style.weight === 'bold' ? '600 ' : ''}${style.size ?? TEXT_SIZE}px ${FONT_FAMILY}`;
}

function drawText(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  text: string,
  style: TextStyle,
): void {
  context.fillStyle = style.fill;
  context.textAlign = style.align === 'middle' ? 'center' : (style.align ?? 'start');
  context.textBaseline = style.baseline ?? 'alphabetic';
  if (!style.rotate) {
    context.fillText(text, x, y);
    return;
  }
  context.save();
  context.translate(x, y);
  context.rotate((style.rotate * Math.PI) / 180);
  context.fillText(text, 0, 0);
  context.restore();
}

/** putImageData knows no scale: pixels go to a canvas of one pixel per cell, kept for the raster's life. */
function drawRaster(
  context: CanvasRenderingContext2D,
  raster: Raster,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  let scratch = scratchOfRaster.get(raster);
  if (!scratch) {
    scratch = context.canvas.ownerDocument.createElement('canvas');
    scratch.width = raster.width;
    scratch.height = raster.height;
    scratchOfRaster.set(raster, scratch);
  }
  const bytes = new Uint8ClampedArray(
    raster.pixels.buffer,
    raster.pixels.byteOffset,
    raster.pixels.byteLength,
  );
  scratch.getContext('2d')?.putImageData(new ImageData(bytes, raster.width, raster.height), 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(scratch, x, y, width, height);
}

function drawGroup(context: CanvasRenderingContext2D, options: GroupOptions, draw: () => void): void {
  context.save();
  context.translate(options.x ?? 0, options.y ?? 0);
  if (options.opacity !== undefined) context.globalAlpha *= options.opacity;
  if (options.clip) {
    context.beginPath();
    context.rect(...options.clip);
    context.clip();
  }
  draw();
  context.restore();
}
