import { openDataset } from '@weft/store';
import { serveThread } from '@weft/threads';

/** Reads the messages of a dataset again and again, whatever signal comes. */
serveThread<string, null, never>(async (path, { send }) => {
  const dataset = await openDataset(path);
  await send(null);
  for (;;) await dataset.read({ table: 'messages' });
});
