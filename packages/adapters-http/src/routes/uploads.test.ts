import { once } from 'node:events';
import { connect } from 'node:net';
import { aPdf, contentDigest, declared, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import sinon from 'sinon';
import { openApiDocument } from '../contract/openapi.ts';
import { type Call, type Served, served } from '../testing/served.ts';

const smallChunk = 262_144;
const file = aPdf(600_000);
const root = '/api/v1/uploads/resumable';

describe('resumable uploads over HTTP', () => {
  let api: Served;
  let token: string;
  before(async () => {
    api = await served();
    token = api.owner.session.credential ?? '';
  });
  after(() => api.close());

  const begin = async (over: object = {}): Promise<string> => {
    const { body } = await api.call(`POST ${root}`, {
      token,
      body: declared(file, { chunkSizeBytes: smallChunk, ...over }),
    });
    return body.data.uploadSession.id;
  };
  const chunk = (index: number, bytes = file) => bytes.subarray(index * smallChunk, (index + 1) * smallChunk);
  const send = (
    id: string,
    index: number,
    over: Partial<Call> & { drop?: string } = {},
    bytes = chunk(index),
  ) => {
    const headers: Record<string, string> = {
      'Content-Type': 'application/octet-stream',
      'Upload-Offset': String(index * smallChunk),
      'Content-Digest': contentDigest(bytes),
      ...over.headers,
    };
    if (over.drop !== undefined) delete headers[over.drop];
    return api.call(`POST ${root}/${id}/chunks`, { token, raw: bytes, ...over, headers });
  };

  it('creates with Location, takes chunks with Upload-Offset, completes, and shows the session', async () => {
    const created = await api.call(`POST ${root}`, {
      token,
      body: declared(file, { chunkSizeBytes: smallChunk }),
    });
    const { id } = created.body.data.uploadSession;
    expect([created.status, created.headers.get('location')]).to.deep.equal([201, `${root}/${id}`]);

    const second = await send(id, 1);
    expect([second.status, second.headers.get('upload-offset')]).to.deep.equal([201, '0']);
    expect(second.body.data.chunk).to.deep.equal({
      index: 1,
      offset: smallChunk,
      sizeBytes: smallChunk,
      sha256: sha256Of(chunk(1)),
      replayed: false,
    });
    expect((await send(id, 0)).headers.get('upload-offset')).to.equal(String(2 * smallChunk));
    for (const type of ['application/offset+octet-stream', 'application/partial-upload'])
      expect(
        (await send(id, 2, { headers: { 'Content-Type': type } })).headers.get('upload-offset'),
      ).to.equal('600000');

    const completed = await api.call(`POST ${root}/${id}/complete`, { token, body: {} });
    expect([completed.status, completed.body.data.uploadSession.status]).to.deep.equal([201, 'completed']);
    const shown = await api.call(`GET ${root}/${id}`, { token });
    expect(shown.body.data).to.deep.equal(completed.body.data);
    expect(shown.headers.get('etag')).to.equal(`"${shown.body.data.uploadSession.version}"`);
  });

  it('UPL-1: names what is wrong with a chunk on top, and reads the rest of it', async () => {
    const id = await begin();
    const codeOf = async (index: number, over: Parameters<typeof send>[2]) => {
      const { status, body } = await send(id, index, over);
      return `${status} ${body.error.code}`;
    };

    expect([
      await codeOf(0, { drop: 'Upload-Offset' }),
      await codeOf(0, { headers: { 'Upload-Offset': 'abc' } }),
      await codeOf(0, { headers: { 'Upload-Offset': '-1' } }),
      await codeOf(0, { headers: { 'Upload-Offset': '5' } }),
      await codeOf(0, { raw: chunk(0).subarray(1) }),
      await codeOf(0, { drop: 'Content-Digest' }),
      await codeOf(0, { headers: { 'Content-Digest': contentDigest(chunk(1)) } }),
      await codeOf(0, { headers: { 'Content-Type': 'application/json' } }),
      await codeOf(0, { token: null }),
      await codeOf(0, { headers: { 'X-Idempotency-Key': 'a b' } }),
    ]).to.deep.equal([
      '400 upload.offset_invalid',
      '400 upload.offset_invalid',
      '400 upload.offset_invalid',
      '400 upload.offset_invalid',
      '400 upload.chunk_length_invalid',
      '400 upload.digest_missing',
      '400 upload.digest_mismatch',
      '415 request.media_type_not_supported',
      '401 auth.required',
      '400 request.invalid',
    ]);
    const bad = await api.call(`POST ${root}/not-a-session/chunks`, { token, raw: chunk(0) });
    expect(bad.status).to.equal(415);
    const { body } = await send('not-a-session', 0);
    expect(body.error.details[0].path).to.equal('/path/uploadSessionId');
    expect((await send(id, 0)).status).to.equal(201);
  });

  it('UPL-1: a chunk without Content-Length is refused', async () => {
    const id = await begin();
    const answer = await exchange([
      head(id, [
        'Transfer-Encoding: chunked',
        'Upload-Offset: 0',
        `Content-Digest: ${contentDigest(chunk(0))}`,
      ]),
      '5\r\nhello\r\n0\r\n\r\n',
    ]);

    expect(answer)
      .to.match(/^HTTP\/1.1 400 /)
      .and.include('upload.chunk_length_invalid');
  });

  it('UPL-8: a first chunk of a type that is not taken is answered with 415, and so is what comes after it', async () => {
    const id = await begin();
    const program = Buffer.from(chunk(0));
    program.write('\x7fELF', 'latin1');

    const first = await send(id, 0, {}, program);
    const again = await send(id, 0, {}, program);
    const completed = await api.call(`POST ${root}/${id}/complete`, { token, body: {} });

    for (const { status, body } of [first, again, completed])
      expect([status, body.error.code]).to.deep.equal([415, 'upload.type_not_allowed']);
  });

  it('a session answers 413 for what is too large, and the answer reaches the sender', async () => {
    const { status, body } = await api.call(`POST ${root}`, {
      token,
      body: declared(file, { purpose: 'record_attachment', sizeBytes: 104_857_601 }),
    });

    expect([status, body.error.code]).to.deep.equal([413, 'upload.too_large']);
  });

  it('UPL-3: a connection that is cut leaves nothing, and the chunk can be sent again', async () => {
    const id = await begin();
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    const headers = [
      'Upload-Offset: 0',
      `Content-Length: ${smallChunk}`,
      `Content-Digest: ${contentDigest(chunk(0))}`,
    ];
    const answered = () => api.logLines.filter((line) => line.includes('storeUploadChunk')).length;
    const before = answered();
    // The server says "continue" once the request has begun there.
    socket.write(head(id, [...headers, 'Expect: 100-continue']));
    await once(socket, 'data');
    await new Promise((resolve) => socket.write(chunk(0).subarray(0, 100_000), resolve));
    socket.destroy();
    while (answered() === before) await new Promise((resolve) => setTimeout(resolve, 10));

    const { body } = await api.call(`GET ${root}/${id}`, { token });
    expect(body.data.uploadSession).to.include({ nextOffset: 0, receivedBytes: 0 });
    expect((await send(id, 0)).body.data.chunk.replayed).to.equal(false);
    expect(api.logLines.filter((line) => line.includes('failed unexpectedly'))).to.deep.equal([]);
  });

  it('UPL-3: a request that sends nothing for 30 seconds is dropped; one that goes on sending is not', async () => {
    const id = await begin();
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    let isDropped = false;
    socket
      .on('error', () => undefined)
      .once('close', () => {
        isDropped = true;
      });
    const timers = sinon.spy(globalThis, 'setTimeout');
    const silences = () => timers.getCalls().filter(({ args: [, delay] }) => delay === 30_000).length;
    /** Sends a piece, and waits until the silence is counted anew: sockets and database have timers that are real. */
    const sendPiece = async (at: number) => {
      const before = silences();
      socket.write(chunk(0).subarray(at * 1000, (at + 1) * 1000));
      while (silences() === before) await new Promise((resolve) => setImmediate(resolve));
    };
    try {
      await once(socket, 'connect');
      socket.write(
        head(id, [
          'Upload-Offset: 0',
          `Content-Length: ${smallChunk}`,
          `Content-Digest: ${contentDigest(chunk(0))}`,
        ]),
      );
      for (let at = 0; at < 3; at += 1) {
        await sendPiece(at);
        clock.tick(29_000);
      }
      expect(isDropped).to.equal(false);

      clock.tick(1_000);
      if (!isDropped) await once(socket, 'close');

      expect(isDropped).to.equal(true);
    } finally {
      timers.restore();
      clock.restore();
      socket.destroy();
    }
    const { body } = await api.call(`GET ${root}/${id}`, { token });
    expect(body.data.uploadSession.receivedBytes).to.equal(0);
  });

  it('UPL-12: an expired session answers 410 on every endpoint except GET', async () => {
    const id = await begin();
    await api.sql("update upload_sessions set expires_at = '2026-11-23T11:59:59Z' where id = $1", [id]);

    expect((await send(id, 0)).status).to.equal(410);
    expect((await api.call(`POST ${root}/${id}/complete`, { token, body: {} })).status).to.equal(410);
    expect((await api.call(`DELETE ${root}/${id}`, { token })).status).to.equal(410);
    const { status, body } = await api.call(`GET ${root}/${id}`, { token });
    expect([status, body.data.uploadSession.status]).to.deep.equal([200, 'expired']);
  });

  it('stands in the contract with a body of bytes, its headers, and the headers of the answers', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
    const { paths } = openApiDocument('https://api.example.com') as any;
    const row = paths[`${root}/{uploadSessionId}/chunks`].post;

    expect(Object.keys(row.requestBody.content)).to.deep.equal([
      'application/octet-stream',
      'application/offset+octet-stream',
      'application/partial-upload',
    ]);
    expect(
      row.parameters.map(({ in: place, name }: { in: string; name: string }) => `${place} ${name}`),
    ).to.deep.equal([
      'path uploadSessionId',
      'header Upload-Offset',
      'header Content-Length',
      'header Content-Digest',
      'header X-Idempotency-Key',
    ]);
    const ofAll = ['X-Request-Id', 'X-Correlation-Id', 'ETag', 'Idempotency-Replayed'];
    expect(Object.keys(row.responses[201].headers)).to.deep.equal([...ofAll, 'Upload-Offset']);
    expect(Object.keys(paths[root].post.responses[201].headers)).to.deep.equal([...ofAll, 'Location']);
  });

  const head = (id: string, headers: readonly string[]) =>
    [
      `POST ${root}/${id}/chunks HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/octet-stream',
      ...headers,
      '',
      '',
    ].join('\r\n');

  /** Sends the parts on a connection of its own and reads until the first answer is whole. */
  async function exchange(parts: readonly string[]): Promise<string> {
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    for (const part of parts) socket.write(part);
    let text = '';
    for await (const part of socket) {
      text += String(part);
      if (text.endsWith('}}')) break;
    }
    return text;
  }
});
