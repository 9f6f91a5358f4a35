import type { Clock, HealthProbe } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import type { RequestHandler } from 'express';

const askedEveryMilliseconds = 1000;
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes until the disk of the embedded database has room again, while reads continue (platform 5.11): it would be
 * worse if the database found no room in the middle of a write. Without such a disk nothing is checked.
 */
export function refuseWritesWithoutRoom(
  disk: HealthProbe | undefined,
  refusal: string,
  clock: Clock,
): RequestHandler {
  if (disk === undefined) return (_, __, next) => next();
  let asked = { at: Number.NEGATIVE_INFINITY, hasRoom: Promise.resolve(true) };
  const hasRoom = () => {
    const now = millisecondsOf(clock.now());
    // A clock that was set back asks again too.
    if (Math.abs(now - asked.at) >= askedEveryMilliseconds) asked = { at: now, hasRoom: roomOf(disk) };
    return asked.hasRoom;
  };
  return (request, response, next) => {
    if (reads.has(request.method)) {
      next();
      return;
    }
    void hasRoom().then((room) => {
      if (room) next();
      else
        response
          .status(503)
          .set({
            'Content-Type': 'application/json',
            'Cache-Control': 'no-store',
            'Retry-After': '60',
            Connection: 'close',
          })
          .send(refusal);
    });
  };
}

/** If the disk cannot be measured, health says so, and writes are allowed: they show whether there is room. */
const roomOf = (disk: HealthProbe): Promise<boolean> =>
  disk.check(new AbortController().signal).then(
    ({ status }) => status === 'ok',
    () => true,
  );
