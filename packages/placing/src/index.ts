export { preparePlacing } from './place-trace.ts';
