import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairTurns } from '../src/engine/fair-turns.ts';
import { ExactTurns } from './exact-turns.ts';
import { minHopFabric, speed, star } from './tiny-networks.ts';

const PACKET = 4;

interface Message {
  readonly start: number;
  readonly bytes: number;
}

interface Turns {
  join(place: number, time: number, bytes: number): void;
  enter(place: number, bytes: number): void;
  takeFirst(): number;
}

function roundedTurns(psPerByte: number): Turns {
  const turns = new FairTurns(minHopFabric(star(1), { ...speed, bandwidth: 1e12 / psPerByte }));
  turns.layOut(0, 64);
  return {
    join: (place, time, bytes) => turns.join(0, place, time, bytes),
    enter: (place, bytes) => turns.enter(0, place, bytes),
    takeFirst: () => {
      if (!turns.any(0)) return -1;
      const place = turns.first(0);
      turns.leave(0);
      return place;
    },
  };
}

/** Messages that come whole to one link: which sends a packet when. */
function serve(messages: readonly Message[], psPerByte: number, turns: Turns): string[] {
  const served: string[] = [];
  const rest = messages.map(({ bytes }) => bytes);
  const coming = messages.map(({ start }, place) => ({ start, place })).sort((a, b) => a.start - b.start);
  const come = (time: number) => {
    while (coming.length > 0 && coming[0].start <= time) {
      const { start, place } = coming.shift() ?? { start: 0, place: 0 };
      turns.join(place, start, messages[place].bytes);
      turns.enter(place, Math.min(PACKET, messages[place].bytes));
    }
  };
  for (let time = 0; ; ) {
    come(time);
    const place = turns.takeFirst();
    if (place < 0 && coming.length === 0) return served;
    if (place < 0) {
      time = coming[0].start;
      continue;
    }
    served.push(`${time}: ${place}`);
    const sent = Math.min(PACKET, rest[place]);
    rest[place] -= sent;
    time += sent * psPerByte;
    come(time - 1);
    const done = messages[place].bytes - rest[place];
    if (rest[place] > 0) turns.enter(place, Math.min(done + PACKET, messages[place].bytes));
  }
}

it('packets have their turns as in exact fractions, ties included', () => {
  const message = fc.record({
    start: fc.integer({ min: 0, max: 60 }),
    bytes: fc.integer({ min: 1, max: 24 }),
  });
  const messages = fc.array(message, { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(messages, fc.constantFrom(1, 3, 7, 10), (drawn, psPerByte) => {
      const exact = serve(drawn, psPerByte, new ExactTurns(psPerByte));
      expect(serve(drawn, psPerByte, roundedTurns(psPerByte))).toEqual(exact);
    }),
    { numRuns: 600 },
  );
});
