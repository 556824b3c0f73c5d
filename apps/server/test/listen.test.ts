import { once } from 'node:events';
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

it('answers what a client sends ahead one by one, and others in between', async () => {
  const started: string[] = [];
  let goOn = () => {};
  const first = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const answer = async ({ url }: Request) => {
    const { pathname } = new URL(url);
    started.push(pathname);
    if (pathname === '/0') await first;
    return new Response(pathname);
  };
  const listener = await listen(answer, '127.0.0.1', 0);
  const socket = connect(listener.port, '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  const ahead = Array.from({ length: 50 }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  socket.write(ahead.join(''));
  while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await (await fetch(`http://127.0.0.1:${listener.port}/other`)).text()).toBe('/other');
  expect(started).toEqual(['/0', '/other']);
  goOn();
  while (!answers.includes('/49')) await once(socket, 'data');
  expect(answers.match(/(?<=^)\/\d+/gm)?.slice(0, 3)).toEqual(['/0', '/1', '/2']);
  expect(started).toHaveLength(51);
  socket.destroy();
  listener.close();
});

it('starts nothing for a client who has gone', async () => {
  const started: string[] = [];
  const never = new Promise<Response>(() => {});
  const answer = ({ url }: Request) => {
    started.push(new URL(url).pathname);
    return url.endsWith('/other') ? new Response('well') : never;
  };
  const listener = await listen(answer, '127.0.0.1', 0);
  const socket = connect(listener.port, '127.0.0.1');
  socket.write('GET /0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await once(socket, 'close');
  expect(await (await fetch(`http://127.0.0.1:${listener.port}/other`)).text()).toBe('well');
  expect(started).toEqual(['/0', '/other']);
  listener.close();
});
