import * as kinds from './event-kinds.ts';

/** How the fields of an event record are laid out. Records of no known form are skipped by their length. */
export const FORM_NONE = 0;
export const FORM_MESSAGE = 1;
export const FORM_MESSAGE_REQUEST = 2;
export const FORM_COLLECTIVE = 3;
export const FORM_COLLECTIVE_REQUEST = 4;
export const FORM_REQUEST_RECORD = 5;
export const FORM_REFERENCE = 6;
export const FORM_ONE_SIDED = 7;
export const FORM_ATOMIC = 8;
export const FORM_FILE = 9;
export const FORM_TRANSFER_END = 10;
export const FORM_METRIC = 11;
/** From here on: one compressed number and no length before it. */
export const FIRST_SHORT_FORM = 12;
export const FORM_REGION = 12;
export const FORM_REQUEST = 13;
export const FORM_SINGLE_32 = 14;
export const FORM_SINGLE_64 = 15;

/** The form of each record id. */
export const forms = new Uint8Array(256).fill(FORM_NONE);
forms[kinds.ENTER] = forms[kinds.LEAVE] = FORM_REGION;
for (let id = kinds.MPI_ISEND_COMPLETE; id <= kinds.MPI_IRECV_REQUEST; id++) forms[id] = FORM_REQUEST;
forms[kinds.MPI_REQUEST_TEST] = forms[kinds.MPI_REQUEST_CANCELLED] = FORM_REQUEST;
forms[kinds.MPI_SEND] = forms[kinds.MPI_RECV] = FORM_MESSAGE;
forms[kinds.MPI_ISEND] = forms[kinds.MPI_IRECV] = FORM_MESSAGE_REQUEST;
forms[kinds.MPI_COLLECTIVE_END] = FORM_COLLECTIVE;
forms[kinds.COLLECTIVE_COMPLETE] = FORM_COLLECTIVE_REQUEST;
forms[kinds.COLLECTIVE_REQUEST] = FORM_REQUEST_RECORD;
forms[kinds.COMM_CREATE] = forms[kinds.COMM_DESTROY] = FORM_REFERENCE;
forms[kinds.CALLING_CONTEXT_ENTER] = forms[kinds.CALLING_CONTEXT_LEAVE] = FORM_REFERENCE;
forms[kinds.RMA_PUT] = forms[kinds.RMA_GET] = FORM_ONE_SIDED;
forms[kinds.RMA_ATOMIC] = FORM_ATOMIC;
forms[kinds.RMA_OP_COMPLETE_BLOCKING] = forms[kinds.RMA_OP_COMPLETE_NON_BLOCKING] = FORM_TRANSFER_END;
forms[kinds.IO_OPERATION_BEGIN] = FORM_FILE;
forms[kinds.METRIC] = FORM_METRIC;
forms[kinds.OMP_FORK] = FORM_SINGLE_32;
for (let id = kinds.OMP_TASK_CREATE; id <= kinds.OMP_TASK_COMPLETE; id++) forms[id] = FORM_SINGLE_64;
