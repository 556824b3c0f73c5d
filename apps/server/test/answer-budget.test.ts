import { WeftError } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { createAnswerBudget } from '../src/answer-budget.ts';
import { createTurnstile } from '../src/turnstile.ts';

/** Whether a promise has settled by now. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  promise.then(
    () => {
      done = true;
    },
    () => {
      done = true;
    },
  );
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return done;
}

describe('the budget of all answers', () => {
  it('lets answers wait until others have been taken', async () => {
    const budget = createAnswerBudget(100);
    const [first, second] = [budget.open(), budget.open()];
    await first.hold(80);
    first.complete();
    const growing = second.hold(30);
    expect(await isDone(growing)).toBe(false);
    first.release();
    await growing;
  });

  it('lets the oldest go on where all grow, so that none waits for ever', async () => {
    const budget = createAnswerBudget(100);
    const [first, second] = [budget.open(), budget.open()];
    await first.hold(60);
    const waiting = second.hold(60);
    expect(await isDone(waiting)).toBe(false);
    await first.hold(90);
    first.complete();
    first.release();
    await waiting;
  });

  it('has room for small answers however many large ones are not taken', async () => {
    const budget = createAnswerBudget(640);
    const large = budget.open();
    await large.hold(600);
    large.complete();
    const small = Array.from({ length: 16 }, () => budget.open());
    for (const answer of small) {
      await answer.hold(10);
      answer.complete();
    }
    const oneMore = budget.open();
    const waiting = oneMore.hold(10);
    expect(await isDone(waiting)).toBe(false);
    small[0].release();
    await waiting;
    const growing = oneMore.hold(20);
    expect(await isDone(growing)).toBe(false);
    large.release();
    await growing;
  });

  it('does not wait for an older answer that has not begun', async () => {
    const budget = createAnswerBudget(100);
    budget.open();
    await budget.open().hold(90);
  });

  it('says what is under way to those who wait too long, and lets those go who leave', async () => {
    const budget = createAnswerBudget(100, 20);
    const first = budget.open();
    await first.hold(100);
    first.complete();
    await expect(budget.open().hold(10)).rejects.toMatchObject({ code: 'SERVER-BUSY' });
    const leaving = new AbortController();
    const left = budget.open(leaving.signal).hold(10);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('a turnstile', () => {
  const busy = () => new WeftError({ code: 'BUSY', message: 'full' });

  it('lets in so many at once, in the order they came', async () => {
    const { enter } = createTurnstile({ places: 1, waiting: 2, patience: 60_000, busy });
    const leave = await enter();
    const [second, third] = [enter(), enter()];
    await expect(enter()).rejects.toMatchObject({ code: 'BUSY' });
    expect(await isDone(second)).toBe(false);
    leave();
    leave();
    const leaveSecond = await second;
    expect(await isDone(third)).toBe(false);
    leaveSecond();
    (await third)();
    await enter();
  });

  it('forgets those who leave or wait too long', async () => {
    const { enter } = createTurnstile({ places: 1, waiting: 1, patience: 10, busy });
    const leave = await enter();
    const leaving = new AbortController();
    const left = enter(leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(enter()).rejects.toMatchObject({ code: 'BUSY' });
    leave();
    await enter();
  });
});
