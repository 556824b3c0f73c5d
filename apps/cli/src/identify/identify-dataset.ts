import { basename } from 'node:path';
import {
  FINGERPRINT_VERSION,
  fingerprintOf,
  type LibraryEntry,
  openQueries,
  readRunFacts,
  runFactsNeeds,
} from '@weft/analysis';
import { WeftError } from '@weft/model';
import { openDataset } from '@weft/store';
import { withMeasureThreads } from '../measure/measure-threads.ts';

/** A dataset's fingerprint, with the dataset's name; its code is not known yet. */
export async function fingerprintDataset(path: string, job: number | null): Promise<LibraryEntry> {
  const dataset = await openDataset(path);
  try {
    const open = openQueries(runFactsNeeds(job), (query) => dataset.stream(query));
    const facts = await withMeasureThreads((run) => readRunFacts(open, job, run));
    const features = fingerprintOf(facts);
    if (Object.keys(features).length === 0) throw nothingKnown(path);
    return {
      version: FINGERPRINT_VERSION,
      code: 'unknown',
      run: runName(path),
      ranks: facts.ranks,
      origin: dataset.manifest.title,
      features,
    };
  } finally {
    await dataset.close();
  }
}

function runName(path: string): string {
  return basename(path).replace(/\.weft$/, '');
}

function nothingKnown(path: string): WeftError {
  return new WeftError({
    code: 'NO-TRAFFIC',
    message: 'the run has neither point-to-point messages nor counts of calls',
    file: path,
    advice: 'A fingerprint needs one of them; link counters alone do not tell a code.',
  });
}
