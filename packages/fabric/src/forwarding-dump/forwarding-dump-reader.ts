import type { FabricReader } from '../fabric-reader.ts';
import { probeLines } from '../text/probe-lines.ts';
import { readForwardingDump, TABLE_START } from './read-forwarding-dump.ts';

/** Linear forwarding tables as OpenSM (opensm.fdbs, opensm-lfts.dump), dump_lfts and ibroute print them. */
export const forwardingDumpReader: FabricReader = {
  name: 'forwarding-dump',
  title: 'InfiniBand forwarding tables (opensm.fdbs, dump_lfts, ibroute)',
  tells: 'routes',
  detect: (probe) =>
    probeLines(probe)
      .slice(0, 5)
      .some((line) => TABLE_START.test(line))
      ? 'yes'
      : 'no',
  read: (context, { routes }) => readForwardingDump(context, routes),
};
