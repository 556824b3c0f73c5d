import { textAt } from '@weft/model';
import { formatCsv } from '../../kit/export-picture.ts';
import { ribbonCommunities } from './describe-pick.ts';
import type { MessageFrames } from './needs.ts';
import type { CommgramScene } from './scene.ts';

/** One line a ribbon, with its phase; of single messages, one line a message. */
export function sceneCsv(scene: CommgramScene): string {
  return scene.messages ? messagesCsv(scene.messages) : ribbonsCsv(scene);
}

function ribbonsCsv(scene: CommgramScene): string {
  const header = [
    'phase',
    'start_ns',
    'end_ns',
    'pattern',
    'difference',
    'height_px',
    'src_community',
    'dst_community',
    'bytes',
    'messages',
  ];
  return formatCsv(header, ribbonRows(scene));
}

function* ribbonRows(scene: CommgramScene): Generator<(string | number | null)[]> {
  const { geometry, facts } = scene.picture;
  const { offsets, bytes, messages } = geometry.ribbons;
  for (const [p, { phase, name }] of scene.phases.entries()) {
    const head = [name, phase.start, phase.end, facts.patterns[p], facts.differences[p], geometry.curve[p]];
    for (let i = offsets[p]; i < offsets[p + 1]; i++) {
      const { src, dst } = ribbonCommunities(scene, p, i);
      yield [...head, src, dst, bytes[i], messages[i]];
    }
  }
}

function messagesCsv({ rows, columns }: MessageFrames['messages']): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    Object.values(columns).map((column) => ('codes' in column ? textAt(column, row) : column[row])),
  );
  return formatCsv(Object.keys(columns), lines);
}
