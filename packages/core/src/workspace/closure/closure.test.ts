import {
  aStranger,
  failureOf,
  faultsOf,
  longSessions,
  noon,
  onBothDatabases,
  type Person,
  sessionOf,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Asking, type AskingOutside, answers, answersOutside } from '../../pipeline/composition.ts';
import { createChancery } from '../../pipeline/facade.ts';
import { createWorker } from '../../pipeline/worker.ts';
import type { ClosureParticipant, ClosurePurge } from './closure-participant.ts';

type Participant = ClosureParticipant & ClosurePurge;

const aParticipant = (over: Pick<Participant, 'context'> & Partial<Participant>): Participant => ({
  blockers: async () => [],
  purge: async () => undefined,
  ...over,
});

const finalise = 'workspace.finalise_closure';
const slugOf = async ({ chancery, owner }: World) =>
  (await chancery.workspace.getWorkspace({}, owner.session)).workspace.slug;
const close = async (made: World, over: object = {}) =>
  made.chancery.workspace.closeWorkspace({ confirmSlug: await slugOf(made), ...over }, made.owner.session);
const rowOf = async ({ sql, workspaceId }: Pick<World, 'sql' | 'workspaceId'>) => {
  const [row] = await sql<Record<string, string | null>>('select * from workspaces where id = $1', [
    workspaceId,
  ]);
  return row;
};
/** The person, signed in anew: sessions end after 30 idle days. */
async function again<P extends Person>({ chancery }: World, person: P): Promise<P> {
  const { accessToken } = sessionOf(
    await chancery.identity.login(
      { email: person.email, password: 'correct horse battery staple', workspaceId: person.workspaceId },
      aStranger(),
    ),
  );
  return { ...person, session: aStranger({ credential: accessToken }) };
}
const mailsTo = ({ ports }: World, address: string) =>
  ports.mail.sent.filter(({ to }) => to.address === address);

/** A context that keeps this one workspace from closing until the test releases it. */
function blockedBy(made: World) {
  let count = 2;
  const hold = aParticipant({
    context: 'holds',
    blockers: async (workspaceId) =>
      workspaceId === made.workspaceId && count > 0 ? [{ kind: 'record_hold', count }] : [],
  });
  return { hold, release: () => (count = 0) };
}

describe('closeWorkspace', () => {
  it('closes and reopens for the version that somebody has read, and for no other', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { version } = (await chancery.workspace.getWorkspace({}, owner.session)).workspace;
    const reopen = (expectedVersion: number) =>
      failureOf(chancery.workspace.reopenWorkspace({ expectedVersion }, owner.session));

    expect(await failureOf(close(made, { expectedVersion: version + 1 }))).to.equal('version_conflict');
    const { workspace } = await close(made, { expectedVersion: version });
    expect(await reopen(version)).to.equal('version_conflict');
    expect(await reopen(workspace.version)).to.equal('none');
  });
  it('closes for 30 days, notifies every active member and records it in the ledger', async () => {
    const made = await world();
    const { owner, person, worker, happened, sql } = made;
    const bob = await person('guest', 'Bob');
    const out = await person('member', 'Out');
    await made.chancery.workspace.suspendMember({ userId: out.id }, owner.session);
    await sql("update accounts set locale = 'de' where id = $1", [bob.id]);

    const { workspace } = await close(made, { reason: 'We retire' });

    const closesAt = '2026-12-23T12:00:00.000Z';
    expect(workspace).to.include({ status: 'closing', closesAt });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'workspace.closing',
      facts: { closesAt },
      target: { kind: 'workspace', id: made.workspaceId },
    });
    await worker.drain();
    const closing = (address: string) =>
      mailsTo(made, address).filter(({ text }) => text.includes("Ada's workspace"));
    expect(closing(owner.email).map(({ subject }) => subject)).to.deep.equal(["Ada's workspace is closing"]);
    expect(closing(bob.email)[0]?.text).to.include('2026-12-23').and.include('wird geschlossen');
    expect(closing(out.email)).to.deep.equal([]);
  });

  it('needs the slug, an owner and a fresh proof, and a workspace that is active', async () => {
    const made = await world(longSessions);
    const { chancery, owner, person, clock } = made;
    const admin = await person('admin');
    const slug = await slugOf(made);
    const by = (who: typeof owner, confirmSlug = slug) =>
      chancery.workspace.closeWorkspace({ confirmSlug }, who.session);

    expect(await faultsOf(by(owner, 'another'))).to.deep.equal(['/confirmSlug workspace.slug_mismatch']);
    expect(await failureOf(by(admin))).to.equal('permission.denied');
    clock.advance({ minutes: 16 });
    expect(await failureOf(by(owner))).to.equal('auth.reauthentication_required');
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    expect(await failureOf(by(owner))).to.equal('none');
    expect(await failureOf(by(owner))).to.equal('workspace.not_active');
  });

  it('is refused while a context blocks it; the details name what blocks, and nothing changes', async () => {
    const made = await world();
    const { hold } = blockedBy(made);
    const blocking = withParticipant(hold, made);

    const refusal = await close(blocking).then(
      () => null,
      (error: { code: string; details: { code: string; message: string }[] }) => error,
    );

    expect(refusal?.code).to.equal('workspace.closure_blocked');
    expect(refusal?.details).to.deep.equal([
      { path: '', code: 'holds.record_hold', message: '2 of record_hold in holds.' },
    ]);
    expect((await rowOf(made))?.status).to.equal('active');
    expect(await made.happened()).to.deep.equal([]);
  });

  it('ACC-1: what blocks the closure also keeps the only owner from deactivating the account, and the answer names the ways out', async () => {
    const made = await world();
    const { hold, release } = blockedBy(made);
    const blocking = withParticipant(hold, made);
    const leave = () =>
      blocking.chancery.identity
        .deactivateAccount({ confirm: 'DELETE', closeWorkspaceIds: [made.workspaceId] }, made.owner.session)
        .then(
          () => null,
          (error: { code: string; details: { code: string; message: string }[] }) => error,
        );

    const refusal = await leave();

    expect(refusal?.code).to.equal('account.sole_owner');
    expect(refusal?.details[0]?.message)
      .to.include('2 of record_hold')
      .and.include('another owner')
      .and.include('custody');
    release();
    expect(await leave()).to.equal(null);
    expect((await rowOf(made))?.status).to.equal('closing');
  });
});

describe('reopenWorkspace', () => {
  it('opens a closing workspace again, on the default plan', async () => {
    const made = await world(longSessions);
    const { chancery, owner, person, clock, happened, worker } = made;
    const admin = await person('admin');
    await close(made);
    clock.advance({ days: 10 });

    expect(await failureOf(chancery.workspace.reopenWorkspace({}, admin.session))).to.equal(
      'permission.denied',
    );
    const { workspace } = await chancery.workspace.reopenWorkspace({}, owner.session);

    expect(workspace).to.include({ status: 'active', closesAt: null, planCode: 'self_hosted' });
    expect((await happened()).at(-1)).to.deep.include({
      type: 'workspace.reopened',
      facts: { planCode: 'self_hosted' },
    });
    expect(await failureOf(chancery.workspace.reopenWorkspace({}, owner.session))).to.equal(
      'workspace.invalid_state',
    );
    expect(await failureOf(chancery.workspace.createProject({ name: 'Anew' }, owner.session))).to.equal(
      'none',
    );
    clock.advance({ days: 30 });
    await worker.run(finalise);
    expect((await rowOf(made))?.status).to.equal('active');
  });
});

/** The same world with one more context that takes part in closures. */
function withParticipant(participant: Participant, made: World): World {
  const ports = {
    ...made.ports,
    answers: {
      closureParticipants: (asking: Asking) => [...answers.closureParticipants(asking), participant],
    },
    answersOutside: {
      closurePurges: (asking: AskingOutside) => [...answersOutside.closurePurges(asking), participant],
    },
  };
  return { ...made, chancery: createChancery(ports), worker: createWorker(ports) };
}

describe('finaliseClosure', () => {
  it('WSP-9: destroys everything after 30 days and leaves a tombstone; reading ends with it', async () => {
    const made = await world(longSessions);
    const { chancery, owner, person, clock, worker, sql, apiKey, ports, workspaceId } = made;
    const bob = await person('member', 'Bob');
    const { caller } = await apiKey();
    // The ledger lines of people who belong to no workspace any more go there.
    await ports.unitOfWork.run('write', 'app', (unit) => {
      unit.enter(null);
      return unit.openLedger('installation');
    });
    await chancery.workspace.createProject({ name: 'Secret project' }, owner.session);
    await ports.blobs.put(`ws/${workspaceId}/up/gone/whole.bytes`, Buffer.from('bytes'));
    const slug = await slugOf(made);
    await close(made);
    expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal(
      'workspace.not_active',
    );

    clock.advance({ days: 29, hours: 23 });
    await worker.run(finalise);
    expect((await rowOf(made))?.status).to.equal('closing');
    clock.advance({ hours: 1 });
    await worker.run(finalise);

    const row = await rowOf(made);
    expect(row).to.include({ status: 'closed', name: '', logo_url: null });
    expect(row?.name_hash).to.match(/^[0-9a-f]{64}$/);
    const [head] = await sql<{ hash: string }>(
      "select encode(last_hash, 'hex') hash from audit_head where ledger_id = $1",
      [workspaceId],
    );
    expect(row?.last_ledger_hash).to.equal(head?.hash);
    expect((await made.happened()).at(-1)?.type).to.equal('workspace.closed');
    expect(await rowsNaming(made)).to.deep.equal({ workspace_slugs: 1 });
    const [details] = await sql<{ count: number }>(
      'select count(*)::int count from audit_detail where ledger_id = $1',
      [workspaceId],
    );
    expect(details?.count).to.equal(0);
    const left: string[] = [];
    for await (const key of ports.blobs.list(`ws/${workspaceId}/`)) left.push(key);
    expect(left).to.deep.equal([]);
    for (const who of [owner, bob]) {
      const { session } = await again(made, who);
      const { workspaces } = await chancery.workspace.listWorkspaces({}, session);
      expect(workspaces.map(({ id }) => id)).to.not.include(workspaceId);
      expect(await failureOf(chancery.identity.switchWorkspace({ workspaceId }, session))).to.equal(
        'workspace.not_found',
      );
    }
    expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal(
      'auth.key_unknown',
    );
    // WSP-9: nobody gets the slug for another 90 days.
    const stranger = await made.stranger();
    const take = async () =>
      failureOf(
        chancery.workspace.createWorkspace({ name: 'Mine', slug }, (await again(made, stranger)).session),
      );
    clock.advance({ days: 89 });
    expect(await take()).to.equal('workspace.slug_taken');
    clock.advance({ days: 1 });
    expect(await take()).to.equal('none');
  });

  it('stays closing while something blocks, notifies the owners every week, and closes when that ends', async () => {
    const made = await world(longSessions);
    const { owner, person, clock, ports } = made;
    const bob = await person('member', 'Bob');
    const { hold, release } = blockedBy(made);
    const blocking = withParticipant(hold, made);
    await close(made);
    await made.worker.drain();
    clock.advance({ days: 30 });
    const mailsAfter = async (days: number) => {
      ports.mail.sent.length = 0;
      clock.advance({ days });
      await blocking.worker.run(finalise);
      return [mailsTo(made, owner.email).length, mailsTo(made, bob.email).length];
    };

    expect([
      await mailsAfter(0),
      await mailsAfter(1),
      await mailsAfter(5),
      await mailsAfter(1),
    ]).to.deep.equal([
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
    expect(mailsTo(made, owner.email)[0]?.subject).to.equal("Ada's workspace cannot close yet");
    const back = await again(made, owner);
    expect(await failureOf(made.chancery.workspace.getWorkspace({}, back.session))).to.equal('none');
    release();
    await blocking.worker.run(finalise);
    expect((await rowOf(made))?.status).to.equal('closed');
  });

  it('purges again what a failure left behind; one workspace that fails does not hold back the others', async () => {
    const [made, other] = [await world(longSessions), await world(longSessions)];
    let fails = true;
    const failing = aParticipant({
      context: 'failing',
      purge: async (workspaceId) => {
        if (fails && workspaceId === made.workspaceId) throw new Error('The disk is away');
      },
    });
    const { worker } = withParticipant(failing, made);
    await close(made);
    await close(other);
    made.clock.advance({ days: 30 });

    await worker.run(finalise);

    expect((await rowOf(made))?.purged_at).to.equal(null);
    expect((await rowOf(made))?.status).to.equal('closed');
    expect((await rowOf(other))?.purged_at).to.not.equal(null);
    fails = false;
    await worker.run(finalise);
    expect((await rowOf(made))?.purged_at).to.not.equal(null);
  });

  it('cancels what waits in the background of a workspace that closes', async () => {
    const made = await world(longSessions);
    await close(made);
    await made.worker.drain();
    const [job] = await made.sql<{ id: string }>(
      `insert into jobs (id, workspace_id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
       values (gen_random_uuid(), $1, 'mail', 'test.reminder', '{}', 'pending', 0, 5, '2027-06-01T00:00:00Z', gen_random_uuid(), timestamptz '${noon}') returning id`,
      [made.workspaceId],
    );
    made.clock.advance({ days: 30 });

    await made.worker.run(finalise);

    const [after] = await made.sql<{ status: string }>('select status from jobs where id = $1', [job?.id]);
    expect(after?.status).to.equal('cancelled');
  });
});

/** Counts the rows of every table that name the workspace, except jobs and the tombstone. */
async function rowsNaming({ sql, workspaceId }: World): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    `select c.relname "name" from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'workspace_id' and not a.attisdropped
       and c.relname <> 'jobs'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int count from ${name} where workspace_id = $1`,
      [workspaceId],
    );
    if (row !== undefined && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

onBothDatabases('WorkspaceClosures', (database) => {
  it('finds what is due, closes it and buries it, whatever the order in which tables refer to each other', async () => {
    const made = await world({ ...longSessions, database: database() });
    const { chancery, owner, clock, worker } = made;
    await chancery.workspace.createProject({ name: 'Referred to' }, owner.session);
    await made.apiKey();
    await close(made);
    clock.advance({ days: 30 });

    await worker.run(finalise);

    expect((await rowOf(made))?.status).to.equal('closed');
    expect(await rowsNaming(made)).to.deep.equal({ workspace_slugs: 1 });
  });

  it('begins to close once when two people close it at the same time', async () => {
    const made = await world({ ...longSessions, database: database() });
    const slug = await slugOf(made);
    const both = () =>
      Promise.all([
        failureOf(made.chancery.workspace.closeWorkspace({ confirmSlug: slug }, made.owner.session)),
        failureOf(made.chancery.workspace.closeWorkspace({ confirmSlug: slug }, made.owner.session)),
      ]);

    expect(await both()).to.include('none');
    expect((await made.happened()).filter(({ type }) => type === 'workspace.closing').length).to.equal(1);
  });
});
