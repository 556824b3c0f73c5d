/** First module of every thread: lets it load TypeScript, then loads the module it was started for. */
import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
