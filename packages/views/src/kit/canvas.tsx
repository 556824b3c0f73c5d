import { useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { context2d, createCanvasTarget } from './canvas-target.ts';
import { drawOnChange } from './draw-scheduler.ts';

interface CanvasProps {
  readonly width: number;
  readonly height: number;
  /** Draws the whole picture; signals it reads trigger the next drawing, not a rendering of components. */
  readonly draw: (target: RenderTarget) => void;
  /** What a screen reader says. */
  readonly label: string;
  /** Attaches brushes and zoom to the element and returns how to detach; keep it stable by useCallback. */
  readonly attach?: (element: HTMLCanvasElement) => () => void;
  /** Lies over the canvas before it: what changes often is drawn apart from what does not. */
  readonly overlay?: boolean;
}

/** A canvas in CSS pixels, sharp on any screen, drawn by the one scheduler of the page. */
export function Canvas({ width, height, draw, label, attach, overlay }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const picture = useSignal<Picture>({ width, height, draw });
  const [fault, setFault] = useState<unknown>(null);
  // Thrown while rendering, so that the panel's error boundary shows what failed in a frame.
  if (fault) throw fault;

  useEffect(
    () =>
      drawOnChange(() => {
        const now = picture.value;
        try {
          if (element.current) drawPicture(element.current, now);
        } catch (error) {
          setFault(error);
        }
      }),
    [],
  );

  useEffect(() => (element.current ? attach?.(element.current) : undefined), [attach]);

  // Before the frame that renders is painted, so that it shows the new picture already.
  useLayoutEffect(() => {
    picture.value = { width, height, draw };
  }, [width, height, draw]);

  return (
    <canvas
      ref={element}
      class={overlay ? 'kit-canvas kit-overlay' : 'kit-canvas'}
      role={attach ? 'application' : 'img'}
      aria-label={label}
      tabIndex={attach ? 0 : undefined}
      style={{ width: `${width}px`, height: `${height}px` }}
    />
  );
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly draw: (target: RenderTarget) => void;
}

function drawPicture(canvas: HTMLCanvasElement, picture: Picture): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(picture.width * ratio);
  const height = Math.round(picture.height * ratio);
  if (width === 0 || height === 0) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = context2d(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, picture.width, picture.height);
  // A browser may present no frame that clears and draws nothing: what was there would stay.
  context.fillStyle = 'rgba(0, 0, 0, 0.01)';
  context.fillRect(0, 0, 1, 1);
  picture.draw(createCanvasTarget(context, picture.width, picture.height));
}
