import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Folder, type Issued, ran } from './openssl.ts';

/** A time-stamp authority of OpenSSL behind HTTP, as one outside would be. */
export interface StampingAuthority {
  readonly url: string;
  /** The answer (TimeStampResp) to a request in DER. */
  answer(request: Uint8Array): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openStampingAuthority(
  folder: Folder,
  stamp: Issued,
  root: Issued,
): Promise<StampingAuthority> {
  const serial = folder.path('tsa-serial');
  await writeFile(serial, '01\n');
  await writeFile(
    folder.path('tsa.cnf'),
    `[tsa]\ndefault_tsa=own\n[own]\nserial=${serial}\ncrypto_device=builtin\nsigner_digest=sha256\ndefault_policy=1.2.3.4\n` +
      'digests=sha256\naccuracy=secs:1\nordering=no\ntsa_name=yes\ness_cert_id_chain=no\ness_cert_id_alg=sha256\n',
  );
  let count = 0;
  const answer = async (request: Uint8Array) => {
    count += 1;
    const [asked, answered] = [folder.path(`q${count}`), folder.path(`r${count}`)];
    await writeFile(asked, request);
    await ran(
      'openssl',
      'ts',
      '-reply',
      '-config',
      folder.path('tsa.cnf'),
      '-queryfile',
      asked,
      '-out',
      answered,
      '-signer',
      stamp.certificatePath,
      '-inkey',
      stamp.keyPath,
      '-chain',
      root.certificatePath,
    );
    return readFile(answered);
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
    response.end(await answer(Buffer.concat(pieces)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    answer,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
