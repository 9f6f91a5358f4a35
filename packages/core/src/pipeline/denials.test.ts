import { failureOf, onBothDatabases, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { type FailureKind, failure } from '../kernel/errors.ts';
import { event } from '../kernel/events.ts';
import type { AuditPayload } from '../kernel/ledger/index.ts';
import type { Caller } from '../kernel/principal.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import { contexts } from './contexts.ts';

const { command, query, action, denied } = useCasesOf(contexts.workspace.ports);

const folderRefused = event('folder.refused', z.strictObject({ projectId: z.uuid(), code: z.string() }), {
  target: ({ projectId }) => ({ kind: 'project', id: projectId }),
  facts: ({ code }) => ({ code }),
  outcome: 'denied',
});
const folderOpened = event('folder.opened', z.strictObject({ projectId: z.uuid() }), {
  target: ({ projectId }) => ({ kind: 'project', id: projectId }),
});

const kinds: readonly FailureKind[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'version_conflict',
  'too_many',
  'unavailable',
];
const failures = kinds.map((kind) => failure(`folder.${kind}`, kind, 'The folder stays closed.'));

const declaration = {
  summary: 'Open the folder of a project',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({ projectId: z.uuid(), answer: z.enum(kinds).default('not_found') }),
  output: z.object({}),
  errors: failures,
} as const;
const isThere = denied(
  folderRefused,
  async ({ projectId }: { projectId: string }, { projects }, { code }) => {
    const project = await projects.get(projectId, null).catch(() => null);
    return project && { projectId, code };
  },
);
const refusal = (answer: FailureKind) =>
  failures.find(({ kind }) => kind === answer)?.() ?? new Error(answer);

/** What a context of records does: it declares which thing its refusals are about. */
const openFolder = command({
  ...declaration,
  denial: isThere,
  async run({ projectId, answer }, { emit }) {
    emit(folderOpened, { projectId });
    throw refusal(answer);
  },
});

onBothDatabases('denials', (database) => {
  const denying = async (useCase = openFolder) => {
    const made = await world({ database: database(), settings: { accessTokenSeconds: 36_000 } });
    const { chancery, owner, ports, sql, workspaceId } = made;
    const errors: unknown[] = [];
    ports.log.error = (fields) => void errors.push(fields);
    const { project } = await chancery.workspace.createProject({ name: 'Sealed' }, owner.session);
    const open = (over: object = {}, caller: Caller = owner.session) =>
      failureOf(chancery.execute('openFolder', useCase, { projectId: project.id, ...over }, caller));
    /** The ledger lines of the folder, oldest first. */
    const lines = async (): Promise<AuditPayload[]> => {
      const rows = await sql<{ payload: Uint8Array }>(
        "select payload from audit_event where ledger_id = $1 and action like 'folder.%' order by seq",
        [workspaceId],
      );
      return rows.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()));
    };
    return { ...made, projectId: project.id, open, lines, errors };
  };

  it('REC-95: a refusal is recorded by the pipeline, and nothing of what was refused', async () => {
    const { open, lines, owner, projectId } = await denying();

    expect(await open()).to.equal('folder.not_found');

    const [line, ...more] = await lines();
    expect(more).to.deep.equal([]);
    expect(line).to.deep.include({
      action: 'folder.refused',
      outcome: 'denied',
      target: { kind: 'project', id: projectId, version: null },
      facts: { code: 'folder.not_found' },
      requestId: owner.session.requestId,
    });
    expect(line?.actor).to.include({ kind: 'user', id: owner.id });
  });

  for (const kind of kinds) {
    const isDenial = kind === 'forbidden' || kind === 'not_found';
    it(`REC-95: a refusal of the kind ${kind} is ${isDenial ? 'a denial' : 'no denial'}`, async () => {
      const { open, lines } = await denying();

      await open({ answer: kind });

      expect(await lines()).to.have.length(isDenial ? 1 : 0);
    });
  }

  it('REC-95: a refusal about a thing that is nowhere is none that could not be recorded', async () => {
    const { open, lines, errors } = await denying();

    expect(await open({ projectId: '01900000-0000-7000-8000-00000000000a' })).to.equal('folder.not_found');

    expect([await lines(), errors]).to.deep.equal([[], []]);
  });

  it('REC-95: what the gates refuse by role is recorded too, of a read and of an action as of a command', async () => {
    const reading = query({ ...declaration, denial: isThere, run: async () => ({}) });
    const acting = action({
      ...declaration,
      denial: isThere,
      async prepare({ answer }) {
        throw refusal(answer);
      },
      run: async () => ({}),
    });
    const { open, lines, person, chancery, projectId, clock } = await denying();
    const guest = await person('guest');
    const member = await person('member');

    const codes = [
      await open({}, guest.session),
      await failureOf(chancery.execute('reading', reading, { projectId }, guest.session)),
    ];
    clock.advance({ minutes: 1 });
    codes.push(await failureOf(chancery.execute('reading', reading, { projectId }, guest.session)));
    codes.push(await failureOf(chancery.execute('acting', acting, { projectId }, member.session)));

    expect(codes).to.deep.equal([
      'permission.denied',
      'permission.denied',
      'permission.denied',
      'folder.not_found',
    ]);
    const told = (await lines()).map(({ actor, facts }) => [actor.id, facts.code]);
    expect(told).to.deep.equal([
      [guest.id, 'permission.denied'],
      [guest.id, 'permission.denied'],
      [member.id, 'folder.not_found'],
    ]);
  });

  it('REC-7: what does not exist, is not named or is asked for by nobody cannot be denied', async () => {
    const { open, lines, ports, owner } = await denying();

    const codes = [
      await open({ projectId: ports.ids.uuid7() }),
      await open({ projectId: 'none' }),
      await open({}, { ...owner.session, credential: null }),
    ];

    expect(codes).to.deep.equal(['folder.not_found', 'request.invalid', 'auth.required']);
    expect(await lines()).to.deep.equal([]);
  });

  it('REC-7: one actor is recorded once a minute about one target', async () => {
    const { chancery, open, lines, owner, person, clock, projectId } = await denying();
    const member = await person('member');
    const { project } = await chancery.workspace.createProject({ name: 'Other' }, owner.session);

    await open();
    await open({ answer: 'forbidden' });
    await open({}, member.session);
    await open({ projectId: project.id });
    clock.advance({ seconds: 59 });
    await open();
    clock.advance({ seconds: 1 });
    await open();

    const told = (await lines()).map(({ actor, target, occurredAt }) => [
      actor.id,
      target.id,
      occurredAt.slice(11, 19),
    ]);
    expect(told).to.deep.equal([
      [owner.id, projectId, '12:00:00'],
      [member.id, projectId, '12:00:00'],
      [owner.id, project.id, '12:00:00'],
      [owner.id, projectId, '12:01:00'],
    ]);
  });

  it('REC-7: of several denials at once one is recorded', async () => {
    const { open, lines, errors } = await denying();

    await Promise.all(Array.from({ length: 8 }, () => open()));

    expect([(await lines()).length, errors]).to.deep.equal([1, []]);
  });

  it('REC-95: a refusal that is repeated under an idempotency key was recorded the first time', async () => {
    const { open, lines, owner, clock } = await denying();
    const caller = repeating(owner.session, 'again');

    const first = await open({}, caller);
    clock.advance({ minutes: 5 });

    expect(await open({}, caller)).to.equal(first);
    expect(await lines()).to.have.length(1);
  });

  it('REC-95: the denial of the minute is kept with the event, and a caller is refused all the same without both', async () => {
    let spoken = 'A\u030a';
    const notNormalised = denied(folderRefused, async ({ projectId }: { projectId: string }) => ({
      projectId,
      code: spoken,
    }));
    const { open, lines, errors } = await denying({ ...openFolder, denial: notNormalised });

    expect(await open()).to.equal('folder.not_found');
    expect([await lines(), errors.length]).to.deep.equal([[], 1]);

    spoken = 'in.order';
    await open();
    expect((await lines()).map(({ facts }) => facts.code)).to.deep.equal(['in.order']);
  });

  it('REC-95: a denial is declared with an event whose outcome is that', () => {
    expect(() => denied(folderOpened, async () => null)).to.throw(TypeError, 'the event of no denial');
  });

  it('keeps the denials of a minute for an hour', async () => {
    const { open, sql, worker, clock, workspaceId } = await denying();
    const minutes = () => sql('select minute from denials where workspace_id = $1 order by 1', [workspaceId]);
    await open();
    clock.advance({ minutes: 59 });
    await open();
    await worker.run('denials.prune');
    expect(await minutes()).to.have.length(2);

    clock.advance({ minutes: 1 });
    await worker.run('denials.prune');
    expect(await minutes()).to.have.length(1);
  });
});
