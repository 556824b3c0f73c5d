import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { WeftError } from '../src/index.ts';

it('is one line where it is logged, without a stack and without control characters', () => {
  const error = new WeftError({ code: 'CLIENT-TOO-SLOW', message: 'nothing\u001b[31m taken', file: 'a\nb' });
  expect(inspect(error)).toBe('CLIENT-TOO-SLOW: nothing�[31m taken (a b)');
});
