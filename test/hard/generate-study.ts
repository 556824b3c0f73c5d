/** Generates a study as the server does, in a thread, and ends. */
import { studyCatalog } from '../../apps/cli/src/studies/study-catalog.ts';

await studyCatalog()
  .find(({ id }) => id === process.argv[2])
  ?.generate({});
