export { otf2Reader } from './otf2-reader.ts';
