import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** In how many steps the time is counted: what is left unread is closed at the latest one step after it. */
const steps = 6;

/**
 * PLT-32: closes connections whose callers do not read what is written to them, for otherwise each holds its answer in our
 * memory for as long as it likes. Node's timer of a socket begins anew whenever bytes come or go; the first time it fires
 * after a write it only takes note of how much is left. Hence several short times in a row, and not a long one.
 */
export function closeStalledSockets(server: Server, seconds: number): void {
  const stepMs = (seconds * 1000) / steps;
  const stalled = new WeakMap<Socket, { times: number; at: number }>();
  server.setTimeout(stepMs, (socket) => {
    // The timer of a connection that is kept alive without a request.
    if (socket.timeout !== stepMs) {
      socket.destroy();
      return;
    }
    // Nothing is left to read: it waits for our answer, or has asked nothing yet, which the timeout of headers ends.
    if (socket.writableLength === 0) return;
    const now = performance.now();
    const before = stalled.get(socket);
    const isInARow = before !== undefined && now - before.at < stepMs * 1.5;
    const times = isInARow ? before.times + 1 : 1;
    if (times >= steps) {
      socket.destroy();
      return;
    }
    stalled.set(socket, { times, at: now });
    socket.setTimeout(stepMs);
  });
}
