import { type Frame, textColumn } from '@weft/model';

/** The id of a dataset that was made, as an answer has it. */
export function datasetFrame(id: string): Frame {
  return { rows: 1, columns: { dataset: textColumn([id]) } };
}
