import { v7 } from 'uuid';
import { randomForIds } from './crypto.ts';
import type { IdGenerator } from './ports.ts';

const mostOfCount = 0x7fff_ffff;

/** Ids of one process rise strictly: within a millisecond, and while the clock stands still or goes back, they count on. */
class RisingIds implements IdGenerator {
  #milliseconds = 0;
  #count = 0;

  uuid7(): string {
    const random = randomForIds(16);
    const now = Date.now();
    if (now > this.#milliseconds || this.#count >= mostOfCount) {
      this.#milliseconds = Math.max(now, this.#milliseconds + 1);
      // Its upper half is left to count in.
      this.#count = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 2;
    } else this.#count += 1;
    return v7({ random, msecs: this.#milliseconds, seq: this.#count });
  }
}

export const systemIds: IdGenerator = new RisingIds();
