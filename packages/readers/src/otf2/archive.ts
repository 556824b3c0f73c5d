import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WeftError } from '@weft/model';
import { type Anchor, parseAnchor } from './anchor.ts';
import { type GlobalDefinitions, type Location, readGlobalDefinitions } from './global-definitions.ts';
import { type LocalDefinitions, noLocalDefinitions, readLocalDefinitions } from './local-definitions.ts';
import { correctedTicks } from './location-clock.ts';
import type { Losses } from './losses.ts';

/** Definition files beyond this are not plausible and not read into memory. */
const LARGEST_DEFINITIONS = 2 ** 31;

/** A location with what lies beside the global definitions. */
export interface LocationFiles {
  readonly location: Location;
  readonly events: string;
  /** 0 where there are no events to read. */
  readonly size: number;
  readonly local: LocalDefinitions;
  /** Corrected ticks of the first event; null = no events. */
  readonly firstTick: bigint | null;
}

/** An archive with all its definitions; events are still on disk. */
export interface Archive {
  readonly path: string;
  readonly anchor: Anchor;
  readonly definitions: GlobalDefinitions;
  readonly locations: readonly LocationFiles[];
  readonly bytes: number;
}

export function openArchive(path: string, losses: Losses): Archive {
  const anchor = parseAnchor(readWhole(path, 'anchor', LARGEST_DEFINITIONS), path);
  const stem = path.replace(/\.otf2$/, '');
  const definitions = openDefinitions(`${stem}.def`, anchor, losses);
  const locations = [...definitions.locations.values()].map((location) =>
    openLocation(location, stem, anchor, losses),
  );
  const bytes = locations.reduce((sum, { size }) => sum + size, 0);
  return { path, anchor, definitions, locations, bytes };
}

function openDefinitions(file: string, anchor: Anchor, losses: Losses): GlobalDefinitions {
  const bytes = readWhole(file, 'global definitions', LARGEST_DEFINITIONS);
  const onLoss = losses.keepGoing ? (error: WeftError) => losses.add(error) : null;
  const definitions = readGlobalDefinitions(bytes, file, anchor.definitionChunkSize, onLoss);
  if (definitions.records < anchor.definitions) {
    losses.note(
      'OTF2-DEFINITIONS-MISSING',
      anchor.definitions - definitions.records,
      `global definitions announced by the anchor file and not found in ${file}`,
    );
  }
  return definitions;
}

function openLocation(location: Location, stem: string, anchor: Anchor, losses: Losses): LocationFiles {
  const events = join(stem, `${location.id}.evt`);
  const local = openLocal(join(stem, `${location.id}.def`), anchor, losses);
  const size = sizeOf(events);
  if (size > 0) return { location, events, size, local, firstTick: firstTick(events, local) };
  if (location.events > 0n) {
    const error = size === 0 ? emptyEvents(events) : missingEvents(events, location);
    if (!losses.keepGoing) throw error;
    losses.add(error);
  }
  return { location, events, size: 0, local, firstTick: null };
}

function openLocal(file: string, anchor: Anchor, losses: Losses): LocalDefinitions {
  const size = sizeOf(file);
  if (size <= 0) {
    losses.note(
      'OTF2-NO-LOCAL-DEFINITIONS',
      1,
      'locations without a definition file of their own: their ids are taken as global ids, their clocks as right',
    );
    return noLocalDefinitions;
  }
  const bytes = readWhole(file, 'local definitions', LARGEST_DEFINITIONS);
  const onLoss = losses.keepGoing ? (error: WeftError) => losses.add(error) : null;
  return readLocalDefinitions(bytes, file, anchor.definitionChunkSize, onLoss);
}

/** Time of the first event: a timestamp opens every chunk, right behind its header. */
function firstTick(file: string, local: LocalDefinitions): bigint | null {
  const head = new Uint8Array(27);
  const fd = openSync(file, 'r');
  try {
    if (readSync(fd, head, 0, 27, 0) < 27 || head[18] !== 5) return null;
  } finally {
    closeSync(fd);
  }
  return correctedTicks(local.clock, new DataView(head.buffer).getBigUint64(19, head[1] === 0x42));
}

function readWhole(file: string, record: string, largest: number): Uint8Array {
  const size = sizeOf(file);
  if (size < 0) throw missingFile(file, record);
  if (size <= largest) return readFileSync(file);
  throw new WeftError({
    code: 'OTF2-BAD-RECORD',
    message: `${size} bytes of ${record} are not plausible`,
    file,
    offset: 0,
    record,
  });
}

function sizeOf(file: string): number {
  const entry = statSync(file, { throwIfNoEntry: false });
  return entry?.isFile() ? entry.size : -1;
}

function missingFile(file: string, record: string): WeftError {
  return new WeftError({
    code: 'OTF2-MISSING-FILE',
    message: `the archive has no ${record} file`,
    file,
    offset: 0,
    record,
    advice: `Copy the whole archive: the .otf2 file, the .def file and the folder beside them (${dirname(file)}).`,
  });
}

function emptyEvents(file: string): WeftError {
  return new WeftError({
    code: 'OTF2-TRUNCATED',
    message: 'the event file is empty',
    file,
    offset: 0,
    record: 'end of file',
    advice: 'The run may have been killed; with --keep-going the other files are imported.',
  });
}

function missingEvents(file: string, location: Location): WeftError {
  return new WeftError({
    code: 'OTF2-MISSING-FILE',
    message: `location ${location.id} should have ${location.events} events, its file is missing`,
    file,
    offset: 0,
    record: `location ${location.id}`,
    advice: 'Copy the whole archive; with --keep-going the other locations are imported.',
  });
}
