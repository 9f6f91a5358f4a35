import { failureOf, onBothDatabases, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { contextPorts, port } from '../kernel/context-ports.ts';
import type { Caller } from '../kernel/principal.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import {
  uploadAlreadyConsumed,
  uploadExpired,
  uploadNotCompleted,
  uploadNotFound,
  uploadPurposeMismatch,
} from './errors.ts';
import type { UploadConsumption } from './ports.ts';
import { aPdf, declared, sha256Of } from './testing/uploading.ts';
import { uploadPurposes } from './upload-session.ts';

const { command, query } = useCasesOf(
  contextPorts({ asks: { uploadConsumption: port<UploadConsumption>() } }),
);

const errors = [
  uploadNotFound,
  uploadPurposeMismatch,
  uploadAlreadyConsumed,
  uploadExpired,
  uploadNotCompleted,
];

/** What a later context does with a file: it consumes the file and creates a thing of its own in one transaction. */
const createThing = command({
  summary: 'Make something of an uploaded file',
  access: { owner: 'own', admin: 'own', member: 'own' },
  input: z.strictObject({
    uploadSessionId: z.uuid(),
    purpose: z.enum(uploadPurposes).default('document'),
    fails: z.boolean().default(false),
  }),
  output: z.object({
    file: z.object({
      blobKey: z.string(),
      sizeBytes: z.int(),
      sha256: z.string(),
      mime: z.string(),
      fileName: z.string(),
      scan: z.enum(['clean', 'skipped']),
    }),
  }),
  errors,
  async run({ uploadSessionId, purpose, fails }, { now, emit, user, newId, uploadConsumption }) {
    const file = await uploadConsumption.consume({ now, emit }, uploadSessionId, purpose, {
      userId: user.userId,
      consumedBy: { kind: purpose, id: newId() },
    });
    if (fails) throw new Error('the thing could not be made');
    return { file };
  },
});

/** Slow work on the bytes comes first, outside of the transaction that consumes them. */
const inspectThing = query({
  summary: 'Look at an uploaded file',
  access: { owner: 'own', admin: 'own', member: 'own' },
  input: z.strictObject({ uploadSessionId: z.uuid(), purpose: z.enum(uploadPurposes).default('document') }),
  output: createThing.output,
  errors,
  async run({ uploadSessionId, purpose }, { now, user, uploadConsumption }) {
    return { file: await uploadConsumption.peek({ now }, uploadSessionId, purpose, user.userId) };
  },
});

onBothDatabases('UploadConsumption', (database) => {
  const consuming = async (over: Parameters<typeof uploadingWorld>[0] = {}) => {
    const made = await uploadingWorld({
      database: database(),
      settings: { accessTokenSeconds: 360_000 },
      ...over,
    });
    return {
      ...made,
      consume: (uploadSessionId: string, over: object = {}, caller: Caller = made.owner.session) =>
        made.chancery.execute('createThing', createThing, { uploadSessionId, ...over }, caller),
      peek: (uploadSessionId: string, over: object = {}, caller: Caller = made.owner.session) =>
        made.chancery.execute('inspectThing', inspectThing, { uploadSessionId, ...over }, caller),
    };
  };

  it('UPL-9: hands over the file once, with its bytes, type and name, and the storage stays counted', async () => {
    const { completed, consume, read, usage, happened, file, worker, keys } = await consuming();
    const id = await completed();

    const { data } = await consume(id);

    const { file: taken } = data as { file: { blobKey: string } };
    expect(taken).to.deep.include({
      sizeBytes: 600_000,
      sha256: sha256Of(file),
      mime: 'application/pdf',
      fileName: 'Annual report.pdf',
      scan: 'clean',
    });
    expect(taken.blobKey).to.include(`/up/${id}/`);
    const session = await read(id);
    expect(session).to.include({ status: 'consumed', consumedAt: '2026-11-23T12:00:00.000Z' });
    expect(session.consumedBy?.kind).to.equal('document');
    expect(await usage()).to.deep.equal({ used: 600_000, reserved: 0 });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'upload.consumed',
      target: { kind: 'upload_session', id },
      facts: { kind: 'document', consumerId: session.consumedBy?.id },
    });
    await worker.drain();
    expect(await keys()).to.deep.equal([`up/${id}/whole`]);
  });

  it('UPL-9: of ten concurrent consumers one succeeds, and nine learn that it is consumed already', async () => {
    const { completed, consume } = await consuming();
    const id = await completed();

    const outcomes = await Promise.all(Array.from({ length: 10 }, () => failureOf(consume(id))));

    expect(outcomes.sort()).to.deep.equal(['none', ...Array(9).fill('upload.already_consumed')].sort());
  });

  it('UPL-9: a creation that fails leaves the session completed, and it can be consumed afterwards', async () => {
    const { completed, consume, read, happened } = await consuming();
    const id = await completed();

    const message = await consume(id, { fails: true }).catch((error: Error) => error.message);

    expect(message).to.equal('the thing could not be made');
    expect(await read(id)).to.deep.include({ status: 'completed', consumedBy: null });
    expect((await happened()).at(-1)?.type).to.equal('upload.completed');
    expect(await failureOf(consume(id))).to.equal('none');
  });

  it('PLT-21: a look at the file before the transaction says what consuming it will, and changes nothing', async () => {
    const { completed, consume, peek, read, happened, usage } = await consuming();
    const id = await completed();
    const [session, events, used] = [await read(id), await happened(), await usage()];

    const seen = [(await peek(id)).data, (await peek(id)).data];

    expect([await read(id), await happened(), await usage()]).to.deep.equal([session, events, used]);
    expect(seen).to.deep.equal([(await consume(id)).data, seen[0]]);
  });

  it('CNT-8: says of a file that the scanner was away when it came', async () => {
    const away = { scan: async () => 'skipped' as const, probe: async () => undefined };
    const { completed, peek, consume } = await consuming({ ports: { scanner: away } });
    const id = await completed();

    expect((await peek(id)).data).to.have.nested.property('file.scan', 'skipped');
    expect((await consume(id)).data).to.have.nested.property('file.scan', 'skipped');
  });

  it('UPL-10: only its creator can consume a session, or look at its file', async () => {
    const { completed, consume, peek, person, stranger } = await consuming();
    const id = await completed();

    for (const { session } of [await person('admin'), await stranger()])
      for (const step of [peek, consume])
        expect(await failureOf(step(id, {}, session))).to.equal('upload.not_found');
  });

  it('UPL-9: a session that is not completed, made for another purpose, unknown, or expired is refused, and so is a look at it', async () => {
    const { sent, completed, consume, peek, clock } = await consuming();
    const open = await sent();
    const done = await completed();
    const spent = await completed();
    await consume(spent);
    const refusals = async (id: string, over: object = {}) => [
      await failureOf(peek(id, over)),
      await failureOf(consume(id, over)),
    ];
    const twice = (code: string) => [code, code];

    expect(await refusals(open)).to.deep.equal(twice('upload.not_completed'));
    expect(await refusals(spent)).to.deep.equal(twice('upload.already_consumed'));
    expect(await refusals(done, { purpose: 'record_attachment' })).to.deep.equal(
      twice('upload.purpose_mismatch'),
    );
    expect(await refusals('01900000-0000-7000-8000-000000000000')).to.deep.equal(twice('upload.not_found'));
    clock.advance({ hours: 24 });
    expect(await refusals(done)).to.deep.equal(twice('upload.expired'));
  });

  it('UPL-11: used and reserved together never exceed the limit under concurrency', async () => {
    const { chancery, owner, sql, workspaceId, usage } = await consuming();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    await sql(
      `insert into usage_counters (workspace_id, code, period_start, used) values ($1, 'storage_bytes', 'epoch', $2)`,
      [workspaceId, 2 * 1024 ** 3 - 3_000_000],
    );
    const million = declared(aPdf(1_000_000));

    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        failureOf(chancery.uploads.createUploadSession(million, owner.session)),
      ),
    );

    expect(outcomes.filter((outcome) => outcome === 'none')).to.have.length(3);
    expect(outcomes.filter((outcome) => outcome === 'plan.limit_reached')).to.have.length(7);
    expect(await usage()).to.deep.equal({ used: 2 * 1024 ** 3 - 3_000_000, reserved: 3_000_000 });
  });
});
