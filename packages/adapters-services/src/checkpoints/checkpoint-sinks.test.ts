import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailMessage } from '@chancery/core';
import { expect } from 'chai';
import {
  DiskCheckpointSink,
  KeyRingCheckpointSigner,
  MailCheckpointSink,
  S3CheckpointSink,
} from './index.ts';

const note =
  'chancery.example/audit/workspace_a\n7\nAAAA\n\n\u2014 chancery.example/audit/workspace_a AAAAAAAA\n';

describe('where checkpoints are kept', () => {
  it('a file of its own for each size, however often it is published', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-sink-'));
    const sink = new DiskCheckpointSink(folder);

    await sink.publish('workspace_a', 7, note);
    await sink.publish('workspace_a', 7, note);
    await sink.publish('workspace_a', 9, 'later');

    expect(await readFile(join(folder, 'workspace_a', '7.txt'), 'utf8')).to.equal(note);
    expect(await readFile(join(folder, 'workspace_a', '9.txt'), 'utf8')).to.equal('later');
    await rm(folder, { recursive: true });
  });

  it('a mail to each address, which is the same mail if it is sent again', async () => {
    const sent: MailMessage[] = [];
    const mail = { send: async (message: MailMessage) => void sent.push(message) };
    const sink = new MailCheckpointSink(
      'mailto:auditor@example.com,court@example.org',
      'Chancery <no-reply@example.net>',
      mail,
    );

    await sink.publish('workspace_a', 7, note);
    await sink.publish('workspace_a', 7, note);

    expect(sent.map(({ to }) => to.address)).to.deep.equal([
      'auditor@example.com',
      'court@example.org',
      'auditor@example.com',
      'court@example.org',
    ]);
    expect(sent[0]?.messageId).to.equal(sent[2]?.messageId);
    expect(sent[0]?.messageId).to.not.equal(sent[1]?.messageId);
    expect(sent[0]?.text.endsWith(note)).to.equal(true);
  });

  it('an object that nobody may delete for as long as the address says', async () => {
    const puts: { path: string; headers: Record<string, unknown>; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      puts.push({ path: request.url ?? '', headers: request.headers, body });
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sink = new S3CheckpointSink(
      `s3://key:secret@127.0.0.1:${port}/proofs?tls=false&lockDays=30`,
      () => '2026-11-23T12:00:00.000Z',
    );

    await sink.publish('workspace_a', 7, note);
    sink.close();
    server.close();

    const [put] = puts;
    expect(put?.path).to.match(/^\/proofs\/checkpoints\/workspace_a\/7\.txt/);
    expect(put?.headers).to.include({ 'x-amz-object-lock-mode': 'COMPLIANCE' });
    expect(String(put?.headers['x-amz-object-lock-retain-until-date'])).to.match(/^2026-12-23T12:00:00/);
    expect(put?.body).to.include(note);
    expect(() => new S3CheckpointSink('s3://a:b@c/d?lockDays=0', () => '')).to.throw('lockDays');
  });
});

describe('KeyRingCheckpointSigner', () => {
  it('signs with a key that only the key ring opens, and only in its place', async () => {
    const place = { seal: (bytes: Uint8Array, aad: string) => Buffer.concat([Buffer.from(aad), bytes]) };
    const open = (sealed: Uint8Array, aad: string) => {
      if (!Buffer.from(sealed).subarray(0, aad.length).equals(Buffer.from(aad)))
        throw new Error('another place');
      return Buffer.from(sealed).subarray(aad.length);
    };
    const signer = new KeyRingCheckpointSigner({ ...place, open });
    const message = Buffer.from(note);

    const { publicKey, sealed } = await signer.create('audit-log-key:1');
    const signature = await signer.sign(sealed, 'audit-log-key:1', message);

    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, message, key, signature)).to.equal(true);
    const elsewhere = await signer.sign(sealed, 'audit-log-key:2', message).then(
      () => 'signed',
      (error: Error) => error.message,
    );
    expect(elsewhere).to.equal('another place');
  });
});
