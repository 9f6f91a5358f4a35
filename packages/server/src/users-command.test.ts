import { aStranger, enrolTotp, failureOf } from '@chancery/adapters-persistence/testing';
import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import { expect } from 'chai';
import { type HostedWorld, hostedWorld, lastLine } from './testing/host-command.ts';
import { usersCommand } from './users-command.ts';
import { workspaceCommand } from './workspace-command.ts';

const password = 'correct horse battery staple';

describe('usersCommand', () => {
  let here: HostedWorld;
  before(async () => {
    here = await hostedWorld();
  });
  after(() => here.end());

  const users = (word: string, user: string, more: object = {}) =>
    here.run(() => usersCommand(here.environment, `users ${word}`, { user, ...more }));
  const login = (email: string, secret = password) =>
    failureOf(here.chancery.identity.login({ email, password: secret }, aStranger()));

  const lastLines = async (ledgerId: string): Promise<readonly string[]> =>
    (
      await here.sql<{ action: string }>(
        'select action from audit_event where ledger_id = $1 order by seq desc limit 4',
        [ledgerId],
      )
    ).map(({ action }) => action);
  /** The workspaces that nobody else owns, as the command takes them. */
  const ownedBy = async (userId: string): Promise<string> =>
    (
      await here.sql<{ id: string }>(
        "select workspace_id id from memberships where user_id = $1 and role = 'owner' and status = 'active' order by 1",
        [userId],
      )
    )
      .map(({ id }) => id)
      .join(',');

  it('AUT-5: a suspended account learns of it only with the right password; reinstated it signs in again', async () => {
    const bob = await here.person('member', 'Bob');
    const suspendWorkspaces = await ownedBy(bob.id);

    const suspended = await users('suspend', bob.email, { reason: 'Stolen laptop', suspendWorkspaces });

    expect(suspended).to.deep.include({
      code: 0,
      answer: {
        userId: bob.id,
        status: 'suspended',
        endedSessions: 1,
        suspendedWorkspaceIds: suspendWorkspaces.split(',').filter(Boolean),
      },
    });
    expect(await login(bob.email)).to.equal('auth.account_suspended');
    expect(await login(bob.email, 'wrong horse battery staple')).to.equal('auth.invalid_credentials');
    expect(await failureOf(here.chancery.identity.getMe({}, bob.session))).to.equal('auth.session_revoked');
    expect(await lastLine(here, here.workspaceId)).to.deep.equal({
      action: 'user.suspended',
      actor: 'operator',
      target: bob.id,
    });
    expect((await users('suspend', bob.id)).code).to.equal(5);

    const reinstated = await users('reinstate', bob.id);
    expect([reinstated.code, (await users('reinstate', bob.id)).code]).to.deep.equal([0, 5]);
    expect(await login(bob.email)).to.equal('none');
    expect((await lastLine(here, here.workspaceId)).action).to.equal('session.started');
  });

  it('WSP-1: an active workspace is never left without an owner who can act: it has another, or is suspended too', async () => {
    const gina = await here.stranger();
    const { workspaceId } = gina;

    const refused = await users('suspend', gina.id, { reason: 'Stolen laptop' });

    expect(refused.code).to.equal(5);
    expect(refused.said).to.include('at least one active owner').and.include(workspaceId);
    // Nothing was changed.
    const me = await here.chancery.identity.getMe({}, gina.session);
    expect([me.user.status, me.workspace?.status]).to.deep.equal(['active', 'active']);

    const suspended = await users('suspend', gina.id, { suspendWorkspaces: workspaceId });
    expect(suspended.answer).to.deep.equal({
      userId: gina.id,
      status: 'suspended',
      endedSessions: 1,
      suspendedWorkspaceIds: [workspaceId],
    });
    expect(await lastLines(workspaceId)).to.include.members(['workspace.suspended', 'user.suspended']);
    const reinstate = () =>
      here.run(() => workspaceCommand(here.environment, 'workspace reinstate', { workspaceId }));
    expect((await reinstate()).said).to.include('appoint one first');
    expect((await users('reinstate', gina.id)).code).to.equal(0);
    expect((await reinstate()).answer).to.deep.equal({ workspaceId, status: 'active' });
    expect((await users('suspend', gina.id, { suspendWorkspaces: 'mine' })).code).to.equal(2);
  });

  it('WSP-1: only an active workspace needs another owner: one that is closing loses its own as it is', async () => {
    const hugo = await here.stranger();
    await here.sql("update workspaces set status = 'closing' where id = $1", [hugo.workspaceId]);

    const suspended = await users('suspend', hugo.id, { reason: 'Stolen laptop' });

    expect(suspended.answer).to.deep.include({ status: 'suspended', suspendedWorkspaceIds: [] });
  });

  it('WSP-1: if two owners are suspended at the same time, one stays', async () => {
    const [hanna, ida] = [await here.stranger(), await here.stranger()];
    const appointed = await here.run(() =>
      workspaceCommand(here.environment, 'workspace appoint-owner', {
        workspaceId: hanna.workspaceId,
        user: ida.id,
      }),
    );
    expect(appointed.code).to.equal(0);
    const suspend = (id: string) =>
      failureOf(
        operate(
          here.ports,
          identity.ports,
          null,
          async (work) =>
            identity.operator.suspendAccount(
              await identity.operator.accountNamed(id, work),
              { reason: '', suspendWorkspaceIds: [ida.workspaceId] },
              work,
            ),
          'identity',
        ),
      );

    const outcomes = await Promise.all([suspend(hanna.id), suspend(ida.id)]);

    expect(outcomes.sort()).to.deep.equal(['none', 'workspace.last_owner']);
  });

  it('AUT-5: a deactivated account is unknown; the command ends it under the same conditions as its owner could', async () => {
    const carol = await here.stranger();

    const refused = await users('deactivate', carol.id, { reason: 'Left' });
    const done = await users('deactivate', carol.id, {
      reason: 'Left',
      closeWorkspaces: carol.workspaceId,
    });

    expect(refused.code).to.equal(5);
    expect(refused.said).to.include('You are the only owner');
    expect(done).to.deep.include({
      code: 0,
      answer: { userId: carol.id, status: 'deactivated', closedWorkspaceIds: [carol.workspaceId] },
    });
    expect(await login(carol.email)).to.equal('auth.invalid_credentials');
    expect((await users('reinstate', carol.id)).code).to.equal(5);
    expect((await users('suspend', carol.email)).code).to.equal(4);
  });

  it('AUT-11: verifies an address, once, which ends the sessions that the account had as a claim', async () => {
    const dora = await here.stranger();
    await here.sql('update accounts set email_verified_at = null where id = $1', [dora.id]);

    const done = await users('verify', dora.email);

    expect(done).to.deep.include({
      code: 0,
      answer: { userId: dora.id, status: 'active', emailVerified: true },
    });
    // The claim ends, and with it every session that it had.
    expect(await failureOf(here.chancery.identity.getMe({}, dora.session))).to.equal('auth.session_revoked');
    expect((await users('verify', dora.email)).code).to.equal(5);
    expect(await lastLine(here, dora.workspaceId)).to.include({
      action: 'user.email_verified',
      actor: 'operator',
    });
    expect(await login(dora.email)).to.equal('none');
  });

  it('lists the sessions of an account, and ends them when asked', async () => {
    const eve = await here.stranger();

    const listed = await users('sessions', eve.id);
    expect(await failureOf(here.chancery.identity.getMe({}, eve.session))).to.equal('none');
    const ended = await users('sessions', eve.id, { end: true });

    expect((listed.answer as { sessions: object[] }).sessions.length).to.equal(1);
    expect(JSON.stringify(listed.answer)).to.not.match(/secret|hash|salt/i);
    expect(ended.answer).to.include({ endedSessions: 1 });
    expect(await failureOf(here.chancery.identity.getMe({}, eve.session))).to.equal('auth.session_revoked');
  });

  it('MFA-14: removes the factors of an account at once, and ends its sessions', async () => {
    const frank = await here.stranger();
    await enrolTotp(here, frank);
    await here.worker.drain();

    const done = await users('reset-factors', frank.id);

    expect(done.code).to.equal(0);
    expect(await login(frank.email)).to.equal('none');
    const [left] = await here.sql<{ count: number }>(
      'select (select count(*) from factors where user_id = $1)::int + (select count(*) from recovery_codes where user_id = $1)::int count',
      [frank.id],
    );
    expect(left?.count).to.equal(0);
    await here.worker.drain();
    expect(here.ports.mail.sent.some(({ to }) => to.address === frank.email)).to.equal(true);
  });

  it('explains what is wrong with a command that makes no sense', async () => {
    expect((await users('suspend', 'nobody')).code).to.equal(2);
    expect((await users('suspend', here.owner.id, { reason: 'x'.repeat(501) })).code).to.equal(2);
    expect((await users('deactivate', here.owner.id, { closeWorkspaces: 'mine' })).code).to.equal(2);
    expect((await users('suspend', 'nobody@example.com')).code).to.equal(4);
  });
});
