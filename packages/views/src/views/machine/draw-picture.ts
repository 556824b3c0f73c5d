import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { context2d, createCanvasTarget } from '../../kit/canvas-target.ts';
import { drawOnChange, requestDraw } from '../../kit/draw-scheduler.ts';
import { canvasBlob } from '../../kit/export-picture.ts';
import { hasGl, hasHardwareGl } from '../../kit/hardware-gl.ts';
import { sharedRenderer } from '../../kit/shared-renderer.ts';
import type { ExportLegend } from './export-legend.ts';
import type { MachinePicture } from './machine-picture.ts';
import type { Motion } from './motion.ts';
import type { Preparation } from './preparation.ts';
import { renderPicture } from './render-picture.ts';

/** Samples of a pixel along each side, for a picture that is looked at. */
const SMOOTH = 2;
/** Larger machines stay rough in software: their marks are hardly larger than a pixel. */
const MOST_SMOOTH = 50_000;

/**
 * One drawing per frame in which anything it read has changed; none while nothing does. In software GL the first is
 * rough, and smooth one frame later unless something moves.
 */
export function useDrawing(
  canvas: { readonly current: HTMLCanvasElement | null },
  picture: MachinePicture,
  preparation: Preparation,
): void {
  const [fault, setFault] = useState<unknown>(null);
  if (fault) throw fault;
  const again = useSignal(0);
  useEffect(() => {
    const refinement = createRefinement(() => {
      again.value++;
    });
    let frame = 0;
    const prepare = (parts: Motion['preparations']): void => {
      frame = nextFrame(() => {
        try {
          for (const part of parts.slice(0, 1)) part();
          if (parts.length > 0) prepare(parts.slice(1));
          else picture.drawn.value = true;
        } catch (error) {
          setFault(error);
        }
      });
    };
    const stop = drawOnChange(() => {
      again.value;
      const element = canvas.current;
      if (!element) return;
      const moves = picture.motion.playback.playing.value || picture.camera.moving.value;
      try {
        const rough = moves || !picture.drawn.value || picture.data.network.vertexCount > MOST_SMOOTH;
        const samples = refinement.samples(rough);
        drawInto(element, picture, preparation, window.devicePixelRatio || 1, samples);
        if (!picture.drawn.peek() && frame === 0) prepare(picture.motion.preparations);
      } catch (error) {
        setFault(error);
      }
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
      refinement.cancel();
    };
  }, [canvas, picture, preparation]);
  useEffect(
    () =>
      hasGl()
        ? sharedRenderer().onRestored(() => {
            again.value++;
          })
        : undefined,
    [],
  );
}

/** Says how finely to draw now, and asks for a finer drawing in the next frame after a rough one. */
function createRefinement(drawAgain: () => void) {
  let fine = false;
  let frame = 0;
  return {
    samples(rough: boolean): number {
      cancelAnimationFrame(frame);
      if (hasHardwareGl() || !hasGl() || rough) return 1;
      if (fine) {
        fine = false;
        return SMOOTH;
      }
      frame = nextFrame(() => {
        fine = true;
        drawAgain();
      });
      return 1;
    },
    cancel: () => cancelAnimationFrame(frame),
  };
}

/** Asked for at once, so that the page does not count as settled in between. */
function nextFrame(work: () => void): number {
  return requestAnimationFrame(() => requestDraw(work));
}

function drawInto(
  element: HTMLCanvasElement,
  picture: MachinePicture,
  preparation: Preparation,
  ratio: number,
  samples: number,
): void {
  const { width, height } = picture.camera.size.value;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (element.width !== w) element.width = w;
  if (element.height !== h) element.height = h;
  preparation.prepare();
  element.dataset.drawCalls = String(renderPicture(picture, element, ratio, samples));
  element.dataset.frames = String(Number(element.dataset.frames ?? 0) + 1);
}

/** The picture at twice the screen's resolution, above its legend. */
export function exportPicture(
  picture: MachinePicture,
  preparation: Preparation,
  legend: ExportLegend,
): Promise<Blob> {
  const element = document.createElement('canvas');
  const ratio = 2 * (window.devicePixelRatio || 1);
  drawInto(element, picture, preparation, ratio, hasHardwareGl() ? 1 : SMOOTH);
  const { width, height } = picture.camera.size.peek();
  const whole = document.createElement('canvas');
  whole.width = element.width;
  whole.height = element.height + Math.round(legend.height * ratio);
  const context = context2d(whole);
  context.drawImage(element, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  legend.draw(createCanvasTarget(context, width, height + legend.height), element.height / ratio);
  return canvasBlob(whole);
}
