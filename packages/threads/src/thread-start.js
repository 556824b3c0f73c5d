// A worker's first module must be JavaScript: it loads tsx, then the TypeScript module named in argv.
import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
