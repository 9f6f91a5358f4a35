import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { bitsOf, filterHeaderBytes, filterMagic, passwordDigest } from './breached-filter.ts';

export interface BreachedList {
  readonly input: string;
  readonly output: string;
  /** `text`: each line is a password. `sha1`: each line is 40 hexadecimal digits, and possibly a colon and a count. */
  readonly form: 'text' | 'sha1';
}

// Each entry has 24 bits of which 17 are set: about one in 10^5 passwords that are not in the list is refused by mistake.
const bitsPerEntry = 24;
const setPerEntry = 17;

/**
 * Makes the file that `BreachedFilter` reads; the old one stays until the new one is complete. Meanwhile the filter is in
 * memory, at 3 bytes an entry. Returns the number of lines; throws with the number of a line that is no hash.
 */
export async function buildBreachedFilter({ input, output, form }: BreachedList): Promise<number> {
  let entries = 0;
  for await (const _ of digestsOf(input, form)) entries += 1;
  if (entries === 0) throw new Error('The list is empty.');

  const bits = Math.max(64, entries * bitsPerEntry);
  const field = Buffer.alloc(Math.ceil(bits / 8));
  for await (const digest of digestsOf(input, form))
    for (const bit of bitsOf(digest, bits, setPerEntry)) {
      const at = Math.floor(bit / 8);
      field[at] = (field[at] ?? 0) | (128 >> (bit % 8));
    }
  await writeWhole(output, [headerOf(bits, entries), field]);
  return entries;
}

async function* digestsOf(path: string, form: BreachedList['form']): AsyncGenerator<Buffer> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    if (form === 'text') {
      // It is stored in lower case, so that it is found however it is typed (PWD-3).
      yield passwordDigest(line.normalize('NFC').toLowerCase());
      continue;
    }
    const [, digits] = /^([0-9A-Fa-f]{40})(?::\d+)?\s*$/.exec(line) ?? [];
    if (digits === undefined) throw new Error(`Line ${number} is no SHA-1 hash.`);
    yield Buffer.from(digits, 'hex');
  }
}

function headerOf(bits: number, entries: number): Buffer {
  const header = Buffer.alloc(filterHeaderBytes);
  header.write(filterMagic, 'latin1');
  header.writeBigUInt64BE(BigInt(bits), 8);
  header.writeUInt32BE(setPerEntry, 16);
  header.writeBigUInt64BE(BigInt(entries), 20);
  return header;
}

async function writeWhole(path: string, parts: readonly Buffer[]): Promise<void> {
  const draft = `${path}.part`;
  const file = await open(draft, 'w');
  try {
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
