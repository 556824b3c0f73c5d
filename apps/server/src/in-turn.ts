import type { Http2Bindings, HttpBindings } from '@hono/node-server';

type Answer = Response | Promise<Response>;

/** What nobody is there to read. */
const GONE = 499;

/**
 * Requests of one connection start one after the other, each when the answer before it has been taken: what one client sends
 * ahead keeps nobody else waiting.
 */
export function inTurn(answer: (request: Request) => Answer) {
  const underWay = new WeakMap<object, Promise<void>>();
  return (request: Request, { incoming, outgoing }: HttpBindings | Http2Bindings): Answer => {
    const { socket } = incoming;
    const before = underWay.get(socket);
    const taken = new Promise<void>((resolve) => {
      outgoing.once('close', () => {
        if (underWay.get(socket) === taken) underWay.delete(socket);
        resolve();
      });
    });
    underWay.set(socket, taken);
    if (!before) return answer(request);
    return before.then(() => (socket.destroyed ? new Response(null, { status: GONE }) : answer(request)));
  };
}
