import { formatExact } from '@weft/model';
import type { DatasetInfo } from '../workspace.ts';

/** Adds to the status of a view of messages between ranks how many it leaves out, as `weft info` counts them. */
export function withUnknownPeers(
  status: string,
  { manifest: { unknownPeers = 0 } }: Pick<DatasetInfo, 'manifest'>,
  separator = ', ',
): string {
  if (unknownPeers === 0) return status;
  const messages = unknownPeers === 1 ? 'message' : 'messages';
  return `${status}${separator}${formatExact(unknownPeers, '')} ${messages} of unknown peer not shown`;
}
