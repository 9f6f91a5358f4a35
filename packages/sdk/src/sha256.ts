/** SHA-256 of bytes that come in parts. */
export interface IncrementalHash {
  update(bytes: Uint8Array): void;
  /** Lower-case hexadecimal; ends it. */
  hex(): string;
}

interface NodeCrypto {
  createHash(name: string): { update(bytes: Uint8Array): unknown; digest(form: 'hex'): string };
}

/** A module of Node if this runs in Node, else undefined; nothing is imported, so that bundlers see nothing to bundle. */
export function builtIn<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  // The caller names the part of the module that it uses.
  return process?.getBuiltinModule?.(name) as Module | undefined;
}

/** Node's own hash if there is one. Browsers hash only what is in one piece, so there it is computed here. */
export function sha256(): IncrementalHash {
  const hash = builtIn<NodeCrypto>('node:crypto')?.createHash('sha256');
  return hash === undefined
    ? portableSha256()
    : { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}

const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32);
const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate += 1)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
/** First 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first 8 (5.3.3). */
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** FIPS 180-4, 6.2. */
export function portableSha256(): IncrementalHash {
  const state = initial.slice();
  const words = new Int32Array(64);
  const block = new Uint8Array(64);
  const view = new DataView(block.buffer);
  let [filled, total] = [0, 0];

  const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  function mix(): void {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [a, b] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
      const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
      const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
      words[at] = ((words[at - 16] ?? 0) + s0 + (words[at - 7] ?? 0) + s1) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at += 1) {
      const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (words[at] ?? 0)) | 0;
      const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + value) | 0;
  }

  return {
    update(bytes) {
      total += bytes.length;
      for (let at = 0; at < bytes.length; ) {
        const taken = bytes.subarray(at, at + 64 - filled);
        block.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled === 64) {
          mix();
          filled = 0;
        }
      }
    },
    hex() {
      const bits = total * 8;
      block[filled] = 0x80;
      block.fill(0, filled + 1);
      if (filled >= 56) {
        mix();
        block.fill(0);
      }
      view.setUint32(56, Math.floor(bits / 2 ** 32));
      view.setUint32(60, bits >>> 0);
      mix();
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}
