import { packRgba, parseColour, type ThemeColours } from '@weft/draw';
import { DoubleSide, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { createPipeLayer } from './pipe-layer.ts';
import type { Stage } from './stage.ts';

const GROUND_LINES = 21;

/** A plane with a grid below the machine: what stands still when the reader moves. */
export function createGroundLayer({ minimum }: Stage) {
  const lines = createPipeLayer(GROUND_LINES * 2);
  const y = minimum[1] - 0.061;
  const reach = 1.25;
  for (let i = 0; i < GROUND_LINES; i++) {
    const at = -reach + (2 * reach * i) / (GROUND_LINES - 1);
    lines.ends.set([at, y, -reach, at, y, reach], i * 12);
    lines.ends.set([-reach, y, at, reach, y, at], i * 12 + 6);
  }
  const plane = new Mesh(
    new PlaneGeometry(2 * reach, 2 * reach),
    new MeshBasicMaterial({ transparent: true, opacity: 0.5, side: DoubleSide, depthWrite: false }),
  );
  plane.rotation.x = -Math.PI / 2;
  plane.position.y = y - 0.001;
  plane.updateMatrix();
  plane.updateMatrixWorld();
  plane.matrixAutoUpdate = false;
  return {
    lines,
    plane,
    show(shown: boolean, colours: ThemeColours): void {
      lines.mesh.visible = shown;
      plane.visible = shown;
      if (!shown) return;
      new Uint32Array(lines.colours.buffer).fill(packRgba(parseColour(colours.hairline)));
      lines.update(GROUND_LINES * 2);
      plane.material.color.set(colours.plot);
    },
    dispose(): void {
      lines.dispose();
      plane.geometry.dispose();
      plane.material.dispose();
    },
  };
}
