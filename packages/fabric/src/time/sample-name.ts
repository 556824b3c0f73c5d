import { basename } from 'node:path';

/** The name of a sample's file, packed or not. */
export function sampleName(path: string): string {
  return basename(path).replace(/\.(gz|zst)$/, '');
}
