import { WeftError } from '@weft/model';
import type { FabricReader } from '../fabric-reader.ts';

/** ibdiagnet's net_dump, which is no interface and differs from version to version: known by name, and refused. */
export const ibdiagnetDumpReader: FabricReader = {
  name: 'ibdiagnet-dump',
  title: 'ibdiagnet net_dump',
  tells: 'topology',
  detect: ({ path }) => (/\.net_dump(_ext)?$/.test(path) ? 'yes' : 'no'),
  read: async ({ file }) => {
    throw new WeftError({
      code: 'FORMAT-NOT-READ',
      message: 'the net_dump of ibdiagnet is not read: its columns differ from version to version',
      file: file.origin,
      advice: 'Give the .lst file that ibdiagnet writes beside it, or the output of ibnetdiscover.',
    });
  },
};
