import { failureOf, onBothDatabases, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { contextPorts, port } from '../kernel/context-ports.ts';
import type { Caller } from '../kernel/principal.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { UploadConsumption } from './ports.ts';
import { aPdf, declared, sha256Of } from './testing/uploading.ts';
import { uploadPurposes } from './upload-session.ts';

const { command } = useCasesOf(contextPorts({ asks: { uploadConsumption: port<UploadConsumption>() } }));

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
    }),
  }),
  async run({ uploadSessionId, purpose, fails }, { now, emit, user, newId, uploadConsumption }) {
    const file = await uploadConsumption.consume({ now, emit }, uploadSessionId, purpose, {
      userId: user.userId,
      consumedBy: { kind: purpose, id: newId() },
    });
    if (fails) throw new Error('the thing could not be made');
    return { file };
  },
});

onBothDatabases('UploadConsumption', (database) => {
  const consuming = async () => {
    const made = await uploadingWorld({ database: database(), settings: { accessTokenSeconds: 360_000 } });
    return {
      ...made,
      consume: (uploadSessionId: string, over: object = {}, caller: Caller = made.owner.session) =>
        made.chancery.execute('createThing', createThing, { uploadSessionId, ...over }, caller),
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

  it('UPL-10: only its creator can consume a session', async () => {
    const { completed, consume, person, stranger } = await consuming();
    const id = await completed();

    for (const { session } of [await person('admin'), await stranger()])
      expect(await failureOf(consume(id, {}, session))).to.equal('upload.not_found');
  });

  it('UPL-9: a session that is not completed, made for another purpose, unknown, or expired is refused', async () => {
    const { sent, completed, consume, clock } = await consuming();
    const open = await sent();
    const done = await completed();

    expect(await failureOf(consume(open))).to.equal('upload.not_completed');
    expect(await failureOf(consume(done, { purpose: 'record_attachment' }))).to.equal(
      'upload.purpose_mismatch',
    );
    expect(await failureOf(consume('01900000-0000-7000-8000-000000000000'))).to.equal('upload.not_found');
    clock.advance({ hours: 24 });
    expect(await failureOf(consume(done))).to.equal('upload.expired');
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
