import type { FabricReader } from '../fabric-reader.ts';
import { probeLines } from '../text/probe-lines.ts';
import { readIbnetdiscover } from './read-ibnetdiscover.ts';

/** What `ibnetdiscover` prints, and the net files of ibsim, which have the same form. */
export const ibnetdiscoverReader: FabricReader = {
  name: 'ibnetdiscover',
  title: 'InfiniBand topology (ibnetdiscover)',
  tells: 'topology',
  detect: (probe) => {
    const lines = probeLines(probe).slice(0, -1);
    return lines.some((line) => /^(Switch|Ca|Hca|Rt)\s+\d+\s+"/.test(line)) ? 'yes' : 'no';
  },
  read: (context, { topology }) => readIbnetdiscover(context, topology),
};
