export { readAnswer } from './answer-reader.ts';
export { type AnsweringWork, writeAnswer } from './answer-writer.ts';
export { cubeFromArrow, frameFromArrow } from './arrow-decoder.ts';
export { cubeToArrow, frameToArrow, frameToArrowParts, sqlToArrowParts } from './arrow-encoder.ts';
export { type BytePipe, createBytePipe } from './byte-pipe.ts';
export type { CatalogEntry, DatasetDescription, StudyFacts, SweepFacts } from './catalog-entry.ts';
export { contentSecurityPolicy } from './content-security-policy.ts';
export {
  analysisParams,
  cubeParams,
  type Endpoint,
  endpoints,
  errorBody,
  importBody,
  sqlBody,
  UPLOAD_PIECE_BYTES,
  uploadParams,
  whyBody,
} from './endpoints.ts';
export { joinBytes } from './join-bytes.ts';
export { ANSWER_TYPE, ARROW_TYPE, JSON_TYPE } from './media-types.ts';
export { type EndpointName, paths, pathTo } from './paths.ts';
