import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { Chancery } from '@chancery/sdk';
import { upload } from '@chancery/sdk/uploads';
import { Upload as TusUpload } from 'tus-js-client';

export const mebibyte = 1024 * 1024;
export const chunkBytes = 8 * mebibyte;

/** A file that clients send. */
export interface SentFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Writes a file of random bytes that begins like a PDF. */
export async function randomFile(path: string, sizeBytes: number): Promise<SentFile> {
  const [file, hash] = [createWriteStream(path), createHash('sha256')];
  for (let at = 0; at < sizeBytes; at += mebibyte) {
    const part = randomBytes(Math.min(mebibyte, sizeBytes - at));
    if (at === 0) part.write('%PDF-1.7\n', 'latin1');
    hash.update(part);
    if (!file.write(part)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

let people = 0;

/** The access token of a new person. It lives for some minutes only, so each run has a person of its own. */
export async function registered(baseUrl: string): Promise<string> {
  people += 1;
  const { accessToken } = await new Chancery({ baseUrl }).identity.registerAccount({
    email: `bench-${people}@example.com`,
    password: 'correct horse battery staple',
    displayName: 'Bench',
  });
  return accessToken;
}

/** The seconds of each phase of one upload. */
export interface UploadSeconds {
  readonly hashing: number;
  readonly sending: number;
  readonly completing: number;
}

export async function sentToChancery(
  baseUrl: string,
  accessToken: string,
  { path, sha256 }: SentFile,
): Promise<UploadSeconds> {
  const client = new Chancery({ baseUrl, accessToken });
  const begun = performance.now();
  const marks = new Map<string, number>();
  const session = await upload(client, path, {
    purpose: 'document',
    chunkSizeBytes: chunkBytes,
    resume: false,
    onProgress: ({ phase }) => {
      if (!marks.has(phase)) marks.set(phase, performance.now());
    },
  });
  const ended = performance.now();
  if (session.status !== 'completed' || session.sha256 !== sha256) throw new Error(`it is ${session.status}`);
  const [sending = ended, completing = ended] = [marks.get('sending'), marks.get('completing')];
  return {
    hashing: (sending - begun) / 1000,
    sending: (completing - sending) / 1000,
    completing: (ended - completing) / 1000,
  };
}

export function sentToTus(baseUrl: string, { path, sizeBytes }: SentFile): Promise<void> {
  return new Promise((resolve, reject) => {
    new TusUpload(createReadStream(path), {
      endpoint: `${baseUrl}/files`,
      chunkSize: chunkBytes,
      uploadSize: sizeBytes,
      onError: reject,
      onSuccess: () => resolve(),
    }).start();
  });
}
