import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../src/listen.ts';

it('gives up headers that come drop by drop, and answers others meanwhile', async () => {
  const listener = await listen(() => new Response('well'), '127.0.0.1', 0, { headers: 200, looks: 50 });
  const socket = connect(listener.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  const drops = setInterval(() => socket.write('X: y\r\n'), 20);
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
  expect(await (await fetch(`http://127.0.0.1:${listener.port}/`)).text()).toBe('well');
  await closed;
  clearInterval(drops);
  listener.close();
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
});
