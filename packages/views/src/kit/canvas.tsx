import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { createCanvasTarget } from './canvas-target.ts';
import { drawOnChange } from './frame-scheduler.ts';
import type { RenderTarget } from './render-target.ts';

export interface CanvasProps {
  readonly width: number;
  readonly height: number;
  /** Draws the whole picture; signals it reads trigger the next drawing, not a rendering of components. */
  readonly draw: (target: RenderTarget) => void;
  /** What a screen reader says. */
  readonly label: string;
  /** Called once with the element: attach brushes and zoom here; returns how to detach. */
  readonly attach?: (element: HTMLCanvasElement) => () => void;
}

/** A canvas in CSS pixels, sharp on any screen, drawn by the one frame scheduler. */
export function Canvas({ width, height, draw, label, attach }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ width, height, draw });
  const changed = useRef(signal(0));
  latest.current = { width, height, draw };

  useEffect(() => {
    const canvas = element.current as HTMLCanvasElement;
    const detach = attach?.(canvas);
    const stop = drawOnChange(() => {
      changed.current.value;
      drawPicture(canvas, latest.current);
    });
    return () => {
      stop();
      detach?.();
    };
  }, []);

  useEffect(() => {
    changed.current.value = changed.current.peek() + 1;
  }, [width, height, draw]);

  return (
    <canvas
      ref={element}
      class="kit-canvas"
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
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, picture.width, picture.height);
  picture.draw(createCanvasTarget(context, picture.width, picture.height));
}
