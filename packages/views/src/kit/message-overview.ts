import type { Manifest } from '@weft/model';

/** Fewer messages are read as fast themselves. */
const FEW_MESSAGES = 1 << 22;

/** Whether the whole run is first shown from the sums over messages that were written at import, of one job each. */
export function hasMessageSums({ tables }: Manifest): boolean {
  const rows = (table: string) => tables[table]?.rows ?? 0;
  return rows('message_sums') > 0 && rows('jobs') <= 1 && rows('messages') > FEW_MESSAGES;
}
