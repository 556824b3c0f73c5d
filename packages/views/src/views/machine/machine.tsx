import { effect, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { hasGl } from '../../kit/hardware-gl.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { toolbarHeight, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { createArrivalSound } from './arrival-sound.ts';
import { attachChase } from './chase-camera.ts';
import { createExportLegend } from './export-legend.ts';
import { machineCsv, machineSvg } from './export-machine.ts';
import { attachMachine } from './interaction.ts';
import type { MachineNeeds } from './machine-needs.ts';
import './machine.css';
import { exportPicture, useDrawing } from './draw-picture.ts';
import { type MachineOptions, useMachineOptions } from './machine-options.ts';
import { createMachinePicture, type MachinePicture } from './machine-picture.ts';
import { MachineToolbar, OptionsPanel } from './machine-toolbar.tsx';
import { PlayBar } from './play-bar.tsx';
import { createPreparation } from './preparation.ts';
import { Readout, StageNames } from './readout.tsx';

const PLAY_BAR = 34;
/** Narrower panels have the clock and the speed below the buttons. */
const ONE_PLAY_BAR = 520;
const OPTIONS_WIDTH = 860;
const ASIDE = 244;
/** Narrower panels put the numbers below the picture. */
const WIDE = 560;
/** Of their height that the picture keeps. */
const STAGE_SHARE = 0.64;

const LABEL =
  'The machine. Drag turns or pans, the wheel zooms, W A S D Q E and arrows fly, F fits, 1 to 4 choose a viewpoint, P plays. N and B go from node to node, Enter chooses a source, shift and Enter a destination. Click chooses a source, shift-click a destination; click a message to follow it.';

export function Machine(props: ViewProps<MachineNeeds>) {
  const { workspace, dataset, width, height, exporter } = props;
  const { network, messages, ranks, routes, hops, cube } = props.data;
  const options = useMachineOptions(props);
  const picture = useMemo(
    () => createMachinePicture(dataset, { network, messages, ranks, routes, hops, cube }, workspace, options),
    [dataset, network, messages, ranks, routes, hops, cube, workspace, options],
  );
  const preparation = useMemo(() => createPreparation(picture), [picture]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const beside = width >= WIDE ? ASIDE : 0;
  const bodyWidth = width - beside;
  const bar = toolbarHeight(width, OPTIONS_WIDTH);
  const playBar = width < ONE_PLAY_BAR ? 2 * PLAY_BAR : PLAY_BAR;
  const room = Math.max(1, height - playBar - bar);
  const bodyHeight = beside > 0 ? room : Math.round(room * STAGE_SHARE);

  useEffect(() => {
    picture.camera.size.value = { width: bodyWidth, height: bodyHeight };
  }, [picture, bodyWidth, bodyHeight]);
  useEffect(() => () => picture.staging.dispose(), [picture]);
  useEffect(() => effect(() => keepInRange(picture)), [picture]);
  useEffect(() => keepMoment(picture), [picture]);
  useDrawing(canvas, picture, preparation);
  useEffect(() => (canvas.current ? attachMachine(canvas.current, picture, tooltip) : undefined), [picture]);
  useSound(options, picture);
  useEffect(() => attachChase(picture), [picture]);
  useEffect(() => {
    const legend = () => createExportLegend(picture, preparation.legends());
    exporter.png = () => exportPicture(picture, preparation, legend());
    exporter.csv = () => machineCsv(picture);
    exporter.svg = () => machineSvg(picture, legend());
  }, [exporter, picture, preparation]);

  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      bar={bar}
      toolbar={<MachineToolbar picture={picture} />}
    >
      <div class={beside ? 'machine-beside' : 'machine-narrow'} style={{ height: `${room}px` }}>
        <div class="machine-stage" style={{ width: `${bodyWidth}px`, height: `${bodyHeight}px` }}>
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a canvas with keys of its own */}
          <canvas
            ref={canvas}
            class="kit-canvas"
            role="application"
            aria-label={LABEL}
            tabIndex={0}
            style={{ width: `${bodyWidth}px`, height: `${bodyHeight}px` }}
          />
          <StageNames picture={picture} />
          <MissingDepth picture={picture} />
          {options.panel.value && <OptionsPanel picture={picture} />}
          <Tooltip content={tooltip} width={bodyWidth} height={bodyHeight} />
        </div>
        <Readout picture={picture} preparation={preparation} />
      </div>
      <PlayBar picture={picture} height={playBar} />
    </ViewRoot>
  );
}

/** Space is drawn by WebGL alone; flat pictures are drawn on a plain canvas where it is missing. */
function MissingDepth({ picture: { camera, options } }: { readonly picture: MachinePicture }) {
  if (hasGl() || camera.flat.value) return null;
  const flatten = (): void => {
    options.sideBySide.value = false;
    options.space.value = '2d';
  };
  return (
    <div class="machine-missing" role="status">
      <strong>This browser has no WebGL</strong>
      <p>Pictures in three dimensions need it. Turn on hardware acceleration, or look at the machine flat.</p>
      <button type="button" onClick={flatten}>
        Show in 2-D
      </button>
    </div>
  );
}

/** A clock that rests at the beginning of the time range, or that a new one leaves behind, goes to the beginning of the new one. */
function keepInRange({ options: { moment }, motion: { range, playback } }: MachinePicture): void {
  const [from, to] = range.value;
  const time = playback.time.peek();
  const rests = moment.peek() === null && !playback.playing.peek();
  if (rests || time < from || time > to) playback.seek(from);
}

/** The panel keeps where the clock rests, and a step back in the history sets it. */
function keepMoment({ options: { moment }, motion: { range, playback } }: MachinePicture): () => void {
  const stops = [
    effect(() => {
      const time = playback.time.value;
      if (playback.playing.value) return;
      const kept = Math.round(time);
      if (time !== range.peek()[0]) playback.time.value = kept;
      moment.value = kept === Math.round(range.peek()[0]) ? null : kept;
    }),
    effect(() => {
      const time = moment.value ?? range.peek()[0];
      if (!playback.playing.peek() && Math.round(playback.time.peek()) !== time) playback.seek(time);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Sound is off by default; every arrival between two frames sounds from its place. */
function useSound(options: MachineOptions, picture: MachinePicture): void {
  useEffect(
    () =>
      effect(() => {
        if (!options.sound.value) return;
        const sound = createArrivalSound();
        let last = picture.motion.playback.time.peek();
        const stop = picture.motion.playback.time.subscribe((time) => {
          const traffic = picture.motion.traffic.peek();
          const [scene] = picture.staging.scenes.peek();
          if (traffic && scene && time > last && picture.motion.playback.playing.peek())
            sound.play(
              traffic.flights,
              last,
              time,
              scene.stage.places,
              traffic.layer,
              picture.camera.poseOf(0),
            );
          last = time;
        });
        return () => {
          stop();
          sound.close();
        };
      }),
    [options, picture],
  );
}
