import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { MemoryBlobs, onBothDatabases, world } from '@chancery/adapters-persistence/testing';
import type { UseCase } from '@chancery/core';
import { expect } from 'chai';
import { routeOf, type ServedUseCase, servedUseCase } from '../testing/served-use-case.ts';
import { type TakenFiles, takingFiles } from '../testing/taking-files.ts';

type Given = readonly [name: string, value: string | Blob | File];

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const report = new File(['%PDF-1.7 report'], 'report.pdf', { type: 'application/pdf' });

onBothDatabases('a body with a file', (database) => {
  let served: ServedUseCase | null = null;
  afterEach(async () => {
    await served?.close();
    served = null;
  });

  interface Options {
    readonly over?: Partial<UseCase>;
    readonly refuses?: () => boolean;
    readonly mostBytes?: number;
    readonly blobs?: MemoryBlobs;
  }

  async function taking({ over, refuses, mostBytes, blobs = new MemoryBlobs() }: Options = {}) {
    const made = await world({
      database: database(),
      ports: { blobs },
      ...(mostBytes === undefined ? {} : { settings: { directUploadMaxBytes: mostBytes } }),
    });
    const taken: TakenFiles = { received: [] };
    const useCase = takingFiles(taken, over, refuses);
    const name = `takeFile${Math.random().toString(36).slice(2)}`;
    const route = routeOf(useCase, 'POST', name);
    served = await servedUseCase(made.chancery, route);
    const { url, port, logLines } = served;
    const ask = async (parts: readonly Given[], headers: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [part, value] of parts) body.append(part, value);
      return answered(await fetch(url, { method: 'POST', body, headers: { ...authorized(), ...headers } }));
    };
    const raw = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      answered(
        await fetch(url, {
          method: 'POST',
          body,
          headers: { ...authorized(), 'Content-Type': 'multipart/form-data; boundary=x', ...headers },
        }),
      );
    const authorized = () => ({ Authorization: `Bearer ${made.owner.session.credential}` });
    const notes = () =>
      made.sql<{ blob_key: string }>('select blob_key from incoming_files where blob_key like $1', [
        `ws/${made.workspaceId}/%`,
      ]);
    const keys = async () => {
      const found: string[] = [];
      for await (const key of blobs.list('')) found.push(key);
      return found;
    };
    return {
      ...made,
      blobs,
      taken,
      ask,
      raw,
      keys,
      notes,
      port,
      logLines,
      route,
      useCase,
      name,
      path: route.path,
    };
  }

  async function answered(response: Response) {
    const { data, error } = JSON.parse(await response.text());
    return {
      status: response.status,
      data,
      code: error?.code,
      detail: error?.details?.[0],
      replayed: response.headers.get('idempotency-replayed'),
    };
  }

  it('PLT-20: the file lies in the blob store, hashed and counted, whatever the order of the parts', async () => {
    const { ask, keys, blobs, workspaceId, notes } = await taking();
    const texts: readonly Given[] = [
      ['name', 'Größe'],
      ['count', '3'],
      ['tags', '["a","b"]'],
    ];
    const orders: readonly (readonly Given[])[] = [
      [['file', report], ...texts],
      [...texts, ['file', report]],
      [texts[0] as Given, ['file', report], texts[1] as Given, texts[2] as Given],
    ];

    for (const parts of orders) {
      const { status, data } = await ask(parts);
      const { blobKey, ...rest } = data;

      expect([status, rest]).to.deep.equal([
        201,
        {
          sizeBytes: 15,
          sha256: sha256('%PDF-1.7 report'),
          name: 'Größe',
          count: 3,
          tags: ['a', 'b'],
          fileName: 'report.pdf',
          mediaType: 'application/pdf',
        },
      ]);
      expect(blobKey).to.match(new RegExp(`^ws/${workspaceId}/in/[0-9a-f-]{36}$`));
      expect(await blobs.head(blobKey)).to.deep.equal({ sizeBytes: 15 });
    }
    expect([(await keys()).length, (await notes()).length]).to.deep.equal([3, 0]);
  });

  it('PLT-20: a file passes through in the pace of the store, and none of it is held', async () => {
    let [ahead, written] = [0, 0];
    class SlowStore extends MemoryBlobs {
      override async put(_key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array) {
        let sizeBytes = 0;
        for await (const part of bytes as AsyncIterable<Uint8Array>) {
          sizeBytes += part.byteLength;
          ahead = Math.max(ahead, written - sizeBytes);
          await new Promise((resolve) => setImmediate(resolve));
        }
        return { sizeBytes };
      }
    }
    const { owner, port, path } = await taking({ blobs: new SlowStore() });
    const socket = connect(port, '127.0.0.1');
    const [total, piece] = [32 * 1024 * 1024, Buffer.alloc(64 * 1024, 0x61)];
    const [before, after] = framing();
    socket.write(head(path, owner.session.credential, before.length + total + after.length) + before);
    for (; written < total; written += piece.length) if (!socket.write(piece)) await once(socket, 'drain');
    socket.write(after);

    const [answer] = await once(socket, 'data');

    expect(String(answer)).to.match(/^HTTP\/1.1 201 /);
    // What lies in the buffers of both sockets, and no file of 32 MiB.
    expect(ahead).to.be.below(16 * 1024 * 1024);
    socket.destroy();
  });

  const refused: readonly (readonly [string, readonly Given[], number, string, string?])[] = [
    ['no part named file', [['name', 'x']], 400, 'upload.file_missing'],
    [
      'two files',
      [
        ['file', report],
        ['file', report],
      ],
      400,
      'upload.too_many_files',
    ],
    ['an empty file', [['file', new File([], 'a.pdf')]], 400, 'upload.empty'],
    [
      'a part that nobody knows',
      [
        ['file', report],
        ['other', 'x'],
      ],
      400,
      'request.invalid',
      '/body/other',
    ],
    [
      'a file under another name',
      [
        ['file', report],
        ['name2', report],
      ],
      400,
      'request.invalid',
      '/body/name2',
    ],
    [
      'a part twice',
      [
        ['name', 'a'],
        ['name', 'b'],
        ['file', report],
      ],
      400,
      'request.invalid',
      '/body/name',
    ],
    [
      'a list that is no JSON',
      [
        ['file', report],
        ['tags', 'a,b'],
      ],
      400,
      'request.invalid',
      '/body/tags',
    ],
    [
      'a value against the schema',
      [
        ['file', report],
        ['count', '"3"'],
      ],
      400,
      'request.invalid',
      '/body/count',
    ],
    [
      'texts over 64 KiB',
      [
        ['file', report],
        ['name', 'x'.repeat(65_537)],
      ],
      413,
      'request.too_large',
    ],
    [
      'texts over 64 KiB together',
      [
        ['name', 'x'.repeat(40_000)],
        ['tags', `["${'x'.repeat(40_000)}"]`],
        ['file', report],
      ],
      413,
      'request.too_large',
    ],
    [
      'a text that is too long for its field',
      [
        ['file', report],
        ['name', 'x'.repeat(1001)],
      ],
      400,
      'request.invalid',
      '/body/name',
    ],
    ['a file over the limit', [['file', new File(['x'.repeat(2001)], 'a')]], 413, 'upload.too_large'],
    ['a body far over the limit', [['file', new File(['x'.repeat(300_000)], 'a')]], 413, 'upload.too_large'],
  ];
  for (const [what, parts, status, code, path] of refused)
    it(`PLT-20: ${what}: refused with ${code}, and no object is left`, async () => {
      const { ask, keys, notes, taken } = await taking({ mostBytes: 2000 });

      const answer = await ask(parts);

      expect([answer.status, answer.code, answer.detail?.path]).to.deep.equal([status, code, path]);
      expect([await keys(), await notes(), taken.received]).to.deep.equal([[], [], []]);
    });

  it('PLT-20: a file of exactly the limit is taken, and one without a length is cut at it', async () => {
    const { ask, port, owner, keys, path } = await taking({ mostBytes: 2000 });
    expect((await ask([['file', new File(['x'.repeat(2000)], 'a')]])).status).to.equal(201);

    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined); // it is cut while we still send
    const [before] = framing();
    socket.write(`${head(path, owner.session.credential, null)}${chunk(before)}`);
    const sending = setInterval(() => socket.write(chunk('x'.repeat(1000))), 1);
    const [answer] = await once(socket, 'data');
    clearInterval(sending);

    expect(String(answer)).to.match(/^HTTP\/1.1 413 /);
    socket.destroy();
    expect((await keys()).length).to.equal(1);
  });

  for (const [what, body, headers] of [
    [
      'parts without an end',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      {},
    ],
    ['no part at all', 'abc', {}],
    ['a head without an end', '--x\r\nContent-Disposition: form-data; na', {}],
    ['an empty body', '', {}],
    [
      'a text that is no UTF-8',
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xff\xfe\r\n--x--\r\n',
        'latin1',
      ),
      {},
    ],
    ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--\r\n', {}],
    [
      'a hundred and one parts',
      `${'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r\n'.repeat(101)}--x--\r\n`,
      {},
    ],
    [
      'a name that pollutes',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n{}\r\n--x--\r\n',
      {},
    ],
    ['JSON', '{"file":{"blobKey":"ws/other/in/1"}}', { 'Content-Type': 'application/json' }],
    ['no boundary', 'abc', { 'Content-Type': 'multipart/form-data' }],
    [
      'a file that claims to be stored',
      '--x\r\nContent-Disposition: form-data; name="file.blobKey"\r\n\r\nws/a\r\n--x--\r\n',
      {},
    ],
  ] as const)
    it(`PLT-20: ${what}: a clear refusal, never an error of ours, and no object is left`, async () => {
      const { raw, keys, notes } = await taking();

      const { status, code } = await raw(body as string, headers);

      expect([status, code]).to.deep.equal(
        'Content-Type' in headers
          ? [415, 'request.media_type_not_supported']
          : [
              400,
              ['an empty body', 'no part at all'].includes(what) && code === 'upload.file_missing'
                ? code
                : 'request.invalid',
            ],
      );
      expect([await keys(), await notes()]).to.deep.equal([[], []]);
    });

  it('PLT-20: whoever may not call stores nothing, for the body is not even read', async () => {
    const { ask, person, keys, notes } = await taking();
    const { session } = await person('guest');

    const answers = [
      await ask([['file', report]], { Authorization: '' }),
      await ask([['file', report]], { Authorization: 'Bearer nonsense' }),
      await ask([['file', report]], { Authorization: `Bearer ${session.credential}` }),
    ];

    expect(answers.map(({ status, code }) => [status, code])).to.deep.equal([
      [401, 'auth.required'],
      [401, 'auth.token_invalid'],
      [403, 'permission.denied'],
    ]);
    expect([await keys(), await notes()]).to.deep.equal([[], []]);
  });

  it('PLT-20: what the use case refuses leaves no object', async () => {
    const { ask, keys, notes, taken } = await taking({ refuses: () => true });

    const answer = await ask([['file', report]]);

    expect([answer.status, answer.code, taken.received.length]).to.deep.equal([409, 'thing.refused', 1]);
    expect([await keys(), await notes()]).to.deep.equal([[], []]);
  });

  it('PLT-20: with one idempotency key, the same file gets the first answer and another file 422', async () => {
    const { ask, keys, notes, taken } = await taking();
    const key = { 'X-Idempotency-Key': 'once' };
    const named = (name: string) => new File(['%PDF-1.7 report'], name);

    const first = await ask(
      [
        ['name', 'a'],
        ['file', named('one.pdf')],
      ],
      key,
    );
    const again = await ask(
      [
        ['file', named('renamed.pdf')],
        ['name', 'a'],
      ],
      key,
    );
    const other = await ask(
      [
        ['name', 'a'],
        ['file', new File(['%PDF-1.7 other'], 'one.pdf')],
      ],
      key,
    );
    const otherText = await ask(
      [
        ['name', 'b'],
        ['file', named('one.pdf')],
      ],
      key,
    );

    expect([first.status, again.status, other.status, otherText.status]).to.deep.equal([201, 201, 422, 422]);
    expect([again.data, again.replayed]).to.deep.equal([first.data, 'true']);
    expect([other.code, otherText.code]).to.deep.equal(['idempotency.key_reused', 'idempotency.key_reused']);
    expect(taken.received.length).to.equal(1);
    expect([await keys(), await notes()]).to.deep.equal([[first.data.blobKey], []]);
  });

  it('PLT-20: of ten of the same at once, one is done; every object but its own is gone', async () => {
    const { ask, keys, notes, taken } = await taking();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask([['file', report]], { 'X-Idempotency-Key': 'once' })),
    );

    const done = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).to.deep.equal([]);
    expect([taken.received.length, new Set(done.map(({ data }) => data.blobKey)).size]).to.deep.equal([1, 1]);
    expect([(await keys()).length, await notes()]).to.deep.equal([1, []]);
  });

  it('PLT-20: a caller who breaks off leaves no object', async () => {
    const { port, owner, keys, notes, path } = await taking();
    const socket = connect(port, '127.0.0.1');
    const [before] = framing();
    socket.write(`${head(path, owner.session.credential, 1_000_000)}${before}${'x'.repeat(100_000)}`);
    while ((await notes()).length === 0) await turn();

    socket.destroy();

    while ((await notes()).length > 0) await turn();
    expect(await keys()).to.deep.equal([]);
  });

  it('PLT-20: what a crash left is swept after 24 hours, and what was kept stays', async () => {
    const { ask, blobs, sql, keys, notes, clock, worker, workspaceId } = await taking();
    const { data } = await ask([['file', report]]);
    const left = `ws/${workspaceId}/in/01900000-0000-7000-8000-000000000001`;
    await blobs.put(left, Buffer.from('left'));
    await sql('insert into incoming_files (blob_key, begun_at) values ($1, $2)', [left, clock.now()]);

    clock.advance({ hours: 23 });
    await worker.run('uploads.incoming');
    expect([(await keys()).length, (await notes()).length]).to.deep.equal([2, 1]);
    clock.advance({ hours: 2 });
    await worker.run('uploads.incoming');

    expect([await keys(), await notes()]).to.deep.equal([[data.blobKey], []]);
  });

  it('PLT-20: a note that the sweep has given up can no longer be kept: the call is refused and its object goes', async () => {
    const given: { sql?: Awaited<ReturnType<typeof taking>>['sql'] } = {};
    class LateStore extends MemoryBlobs {
      override async put(key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array) {
        const info = await super.put(key, bytes);
        await given.sql?.('update incoming_files set given_up_at = begun_at');
        return info;
      }
    }
    const made = await taking({ blobs: new LateStore() });
    Object.assign(given, { sql: made.sql });

    const answer = await made.ask([['file', report]]);

    expect([answer.status, made.taken.received.length]).to.deep.equal([503, 0]);
  });

  it('PLT-20: a store that fails is a failure of ours, and nothing is noted for ever', async () => {
    class BrokenStore extends MemoryBlobs {
      override async put(): Promise<never> {
        throw new Error('the disk is full');
      }
    }
    const { ask, notes } = await taking({ blobs: new BrokenStore() });

    const answer = await ask([['file', report]]);

    expect([answer.status >= 500, await notes()]).to.deep.equal([true, []]);
  });

  it('PLT-20: whoever calls in the process gives the bytes as a stream, and gets the same', async () => {
    const { chancery, owner, useCase, name, keys } = await taking();
    const content = (async function* () {
      yield Buffer.from('%PDF-1.7 ');
      yield Buffer.from('report');
    })();

    const { data } = await chancery.execute(
      name,
      useCase,
      { name: 'direct', file: { fileName: 'a.pdf', mediaType: null, content } },
      owner.session,
    );

    const { blobKey, ...rest } = data as Record<string, unknown>;
    expect(rest).to.include({ sha256: sha256('%PDF-1.7 report'), name: 'direct', mediaType: null });
    expect(await keys()).to.deep.equal([blobKey]);
  });

  it('PLT-20: a file of strangers lies outside of every workspace until a workspace takes it', async () => {
    const anyone = {
      access: 'anyone',
      throttle: { bucket: 'files_of_strangers', limit: 60, windowSeconds: 3600 },
    } as const;
    const { ask, keys } = await taking({ over: anyone });

    const { status, data } = await ask([['file', report]], { Authorization: '' });

    expect([status, await keys()]).to.deep.equal([201, [data.blobKey]]);
    expect(data.blobKey).to.match(/^in\//);
  });
});

const framing = () =>
  ['--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n', '\r\n--x--\r\n'] as const;

const head = (path: string, credential: string | null, length: number | null) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${credential}`,
    'Content-Type: multipart/form-data; boundary=x',
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** What another turn of the event loop brings. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
