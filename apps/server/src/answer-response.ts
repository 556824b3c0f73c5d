import { ANSWER_TYPE, type AnsweringWork, writeAnswer } from '@weft/protocol';

/** Progress while the work goes on, then its tables. */
export function answerResponse(work: AnsweringWork, onEnd?: () => void): Response {
  return new Response(writeAnswer(work, onEnd), {
    headers: { 'content-type': ANSWER_TYPE, 'cache-control': 'no-store' },
  });
}
