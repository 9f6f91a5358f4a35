import {
  aStranger,
  challengeOf,
  enrolPasskey,
  enrolTotp,
  failureOf,
  onBothDatabases,
  type Person,
  type PlainPasskey,
  password,
  signedInAnew,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const reason = 'She called me and her phone is at the bottom of the lake.';

/** A member with a factor whose only workspace is that of the test. */
async function lockedOut(
  made: World,
  role: 'admin' | 'member' = 'member',
): Promise<Person & { code(): string; recoveryCodes: readonly string[] }> {
  const member = await made.person(role, 'Grace');
  await made.sql("update memberships set status = 'removed' where user_id = $1 and workspace_id <> $2", [
    member.id,
    made.workspaceId,
  ]);
  const { code, recoveryCodes } = await enrolTotp(made, member);
  return { ...member, code, recoveryCodes: recoveryCodes ?? [] };
}

const request = ({ chancery, owner }: World, { id }: Pick<Person, 'id'>, caller = owner.session) =>
  chancery.identity.requestFactorReset({ userId: id, reason }, caller);

onBothDatabases('factor reset', (database) => {
  it('MFA-14: acts after its delay and not before: factors and codes are removed, every session ends, and nothing else happens', async () => {
    const made = await world({ database: database() });
    const { chancery, owner, clock, worker, ports, happened, sql } = made;
    const member = await lockedOut(made);

    const { factorReset } = await request(made, member);

    expect(factorReset).to.deep.equal({
      userId: member.id,
      requestedByUserId: owner.id,
      reason,
      status: 'pending',
      requestedAt: clock.now(),
      effectiveAt: new Date(Date.parse(clock.now()) + 72 * 3_600_000).toISOString(),
      cancelledAt: null,
      cancelledByUserId: null,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      version: 1,
    });
    clock.advance({ hours: 71, minutes: 59 });
    await worker.drain();
    expect((await challengeOf(made, member)).methods).to.deep.equal(['totp', 'recovery_code']);
    clock.advance({ minutes: 1 });
    await worker.drain();

    const rows = await sql(
      'select 1 from factors where user_id = $1 union all select 1 from recovery_codes where user_id = $1',
      [member.id],
    );
    expect(rows).to.deep.equal([]);
    const live = await sql('select 1 from sessions where user_id = $1 and revoked_at is null', [member.id]);
    const ended = await sql<{ reason: string }>(
      'select distinct revoke_reason reason from sessions where user_id = $1',
      [member.id],
    );
    expect([live, ended]).to.deep.equal([[], [{ reason: 'factor_reset' }]]);
    const answer = await chancery.identity.login({ email: member.email, password }, aStranger());
    expect(answer.tokenType).to.equal('Bearer');
    const types = (await happened()).map(({ type }) => type);
    expect(types).to.include.members(['factor.reset_requested', 'factor.reset_done']);
    const mailed = ports.mail.sent.filter(({ subject }) =>
      /reset of second|factors were removed/.test(subject),
    );
    expect(mailed.map(({ to, subject }) => [to.address, subject])).to.have.deep.members([
      [member.email, 'A reset of second factors was requested'],
      [owner.email, 'A reset of second factors was requested'],
      [member.email, 'Your second factors were removed'],
    ]);
    expect(mailed.find(({ to }) => to.address === member.email)?.text).to.include(
      `/factor-reset/cancel#userId=${member.id}`,
    );
  });

  it('MFA-14: nobody is mailed about a request that is gone with its account, and no job stays', async () => {
    const made = await world({ database: database() });
    const { ports, worker, sql } = made;
    const member = await lockedOut(made);
    await request(made, member);
    const [gone] = await sql<{ id: string }>('delete from factor_resets where user_id = $1 returning id', [
      member.id,
    ]);

    await worker.drain();

    expect(ports.mail.sent.filter(({ subject }) => /reset of second factors/.test(subject))).to.deep.equal(
      [],
    );
    expect(
      await sql(
        `select status, count(*)::integer count from jobs
         where topic = 'identity.mail_factor_reset_requested' and payload ->> 'factorResetId' = $1 group by 1`,
        [gone?.id],
      ),
    ).to.deep.equal([{ status: 'succeeded', count: 2 }]);
  });

  it("MFA-14: it is cancelled once, by the member's click or by an owner", async () => {
    const made = await world({ database: database() });
    const { chancery, owner, clock, worker, person, happened, sql } = made;
    const member = await lockedOut(made);
    const admin = await person('admin');
    const cancel = (who: Pick<Person, 'session'>) =>
      chancery.identity.cancelFactorReset({ userId: member.id }, who.session);

    const asked = await request(made, member);
    expect(asked.factorReset).to.deep.include({ createdAt: clock.now(), updatedAt: clock.now(), version: 1 });
    expect(await failureOf(cancel(admin))).to.equal('permission.denied');
    const stale = chancery.identity.cancelFactorReset(
      { userId: member.id, expectedVersion: 2 },
      member.session,
    );
    expect(await failureOf(stale)).to.equal('version_conflict');
    const { factorReset } = await cancel(member);
    expect(factorReset).to.deep.include({
      status: 'cancelled',
      cancelledAt: clock.now(),
      cancelledByUserId: member.id,
      version: 2,
    });
    expect(await failureOf(cancel(member))).to.equal('factor_reset.invalid_state');
    await request(made, member);
    expect((await cancel(owner)).factorReset.cancelledByUserId).to.equal(owner.id);
    clock.advance({ hours: 73 });
    await worker.drain();

    expect(await sql('select 1 from factors where user_id = $1', [member.id])).to.have.length(1);
    const cancellations = (await happened()).filter(({ type }) => type === 'factor.reset_cancelled');
    expect(cancellations.map(({ facts }) => facts)).to.deep.equal([
      { cancelledByUserId: member.id },
      { cancelledByUserId: owner.id },
    ]);
  });

  it('MFA-14: a sign-in with a factor cancels it', async () => {
    const made = await world({ database: database() });
    const { chancery, clock, worker, sql } = made;
    const member = await lockedOut(made);
    await request(made, member);
    const { challengeToken } = await challengeOf(made, member);

    await chancery.identity.answerChallenge({ challengeToken, totpCode: member.code() }, aStranger());
    clock.advance({ hours: 73 });
    await worker.drain();

    expect(await sql('select status from factor_resets where user_id = $1', [member.id])).to.deep.equal([
      { status: 'cancelled' },
    ]);
    expect(await sql('select 1 from factors where user_id = $1', [member.id])).to.have.length(1);
  });

  for (const [how, signIn] of [
    [
      'a recovery code',
      async (made: World, member: Person, recoveryCode: string) => {
        const { challengeToken } = await challengeOf(made, member);
        await made.chancery.identity.answerChallenge({ challengeToken, recoveryCode }, aStranger());
      },
    ],
    [
      'a passkey alone',
      async ({ chancery, ports }: World, _: Person, __: string, passkey: PlainPasskey) => {
        const { ceremonyId, options } = await chancery.identity.passkeyAssertionOptions({}, aStranger());
        const response = ports.passkeys.get(options, passkey);
        await chancery.identity.signInWithPasskey({ ceremonyId, response }, aStranger());
      },
    ],
  ] as const)
    it(`MFA-14: a sign-in with ${how} cancels it, and nothing is removed when its time comes`, async () => {
      const made = await world({ database: database() });
      const { clock, worker, sql, happened } = made;
      const member = await lockedOut(made);
      const { passkey } = await enrolPasskey(made, member);
      await request(made, member);

      await signIn(made, member, member.recoveryCodes[0] ?? '', passkey);
      clock.advance({ hours: 73 });
      await worker.drain();

      expect(await sql('select status from factor_resets where user_id = $1', [member.id])).to.deep.equal([
        { status: 'cancelled' },
      ]);
      expect(await sql('select 1 from factors where user_id = $1', [member.id])).to.have.length(2);
      const cancellations = (await happened()).filter(({ type }) => type === 'factor.reset_cancelled');
      expect(cancellations.map(({ facts }) => facts)).to.deep.equal([{ cancelledByUserId: null }]);
    });

  it('MFA-14: neither a right password alone nor a wrong code cancels it, and nobody else’s sign-in does', async () => {
    const made = await world({ database: database() });
    const { chancery, clock, worker, sql, person } = made;
    const member = await lockedOut(made);
    const other = await person('member', 'Other');
    const { code } = await enrolTotp(made, other);
    await request(made, member);

    const { challengeToken } = await challengeOf(made, member);
    const wrong = member.code() === '000000' ? '000001' : '000000';
    expect(
      await failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode: wrong }, aStranger())),
    ).to.equal('factor.code_invalid');
    const ofOther = await challengeOf(made, other);
    await chancery.identity.answerChallenge(
      { challengeToken: ofOther.challengeToken, totpCode: code() },
      aStranger(),
    );
    clock.advance({ hours: 72 });
    await worker.drain();

    expect(await sql('select status from factor_resets where user_id = $1', [member.id])).to.deep.equal([
      { status: 'done' },
    ]);
  });

  it('MFA-14: it cannot be finished once it is cancelled, if the sign-in comes in the moment that it is due', async () => {
    const made = await world({ database: database() });
    const { chancery, clock, worker, sql } = made;
    const member = await lockedOut(made);
    await request(made, member);
    clock.advance({ hours: 72 });
    const { challengeToken } = await challengeOf(made, member);

    await chancery.identity.answerChallenge({ challengeToken, totpCode: member.code() }, aStranger());
    await worker.drain();

    expect(await sql('select 1 from factors where user_id = $1', [member.id])).to.have.length(1);
    expect(await sql('select status from factor_resets where user_id = $1', [member.id])).to.deep.equal([
      { status: 'cancelled' },
    ]);
  });

  it('MFA-14: is refused for oneself, for a member without factors, while one is pending, and for members of workspaces that one does not own', async () => {
    const made = await world({ database: database() });
    const { chancery, owner, person, stranger } = made;
    const member = await lockedOut(made);
    const elsewhere = await person('member', 'Elsewhere');
    await enrolTotp(made, elsewhere);
    await enrolTotp(made, owner);

    expect(await failureOf(request(made, owner))).to.equal('member.self');
    expect(await failureOf(request(made, elsewhere))).to.equal('factor_reset.member_elsewhere');
    expect(await failureOf(request(made, await stranger()))).to.equal('member.not_found');
    expect(await failureOf(request(made, member))).to.equal('none');
    expect(await failureOf(request(made, member))).to.equal('factor_reset.pending');
    const bare = await person('guest', 'Bare');
    await made.sql("update memberships set status = 'removed' where user_id = $1 and workspace_id <> $2", [
      bare.id,
      made.workspaceId,
    ]);
    expect(await failureOf(request(made, bare))).to.equal('factor.none_enrolled');
    expect(
      await failureOf(
        chancery.identity.requestFactorReset({ userId: member.id, reason: 'lost it' }, owner.session),
      ),
    ).to.equal('request.invalid');
  });

  it('MFA-14: does nothing if the requester is no longer such an owner', async () => {
    const made = await world({ database: database() });
    const { clock, worker, sql, owner, workspaceId } = made;
    const member = await lockedOut(made);
    await request(made, member);
    await sql("update memberships set role = 'admin' where user_id = $1 and workspace_id = $2", [
      owner.id,
      workspaceId,
    ]);

    clock.advance({ hours: 72 });
    await worker.drain();

    expect(await sql('select status from factor_resets where user_id = $1', [member.id])).to.deep.equal([
      { status: 'cancelled' },
    ]);
    expect(await sql('select 1 from factors where user_id = $1', [member.id])).to.have.length(1);
  });

  it('MFA-14: does nothing if the account of the requester has been suspended in the meantime', async () => {
    const made = await world({ database: database() });
    const { clock, worker, sql, owner } = made;
    const member = await lockedOut(made);
    await request(made, member);
    await sql("update accounts set status = 'suspended' where id = $1", [owner.id]);

    clock.advance({ hours: 72 });
    await worker.drain();

    expect(await sql('select status from factor_resets where user_id = $1', [member.id])).to.deep.equal([
      { status: 'cancelled' },
    ]);
    expect(await sql('select 1 from factors where user_id = $1', [member.id])).to.have.length(1);
  });

  it('SES-14: needs an owner with a recent proof', async () => {
    const made = await world({ database: database() });
    const { clock, owner, person } = made;
    const member = await lockedOut(made);
    const admin = await person('admin');
    const fresh = await signedInAnew(made, owner);
    await made.sql('update sessions set authenticated_at = $2 where user_id = $1', [
      owner.id,
      new Date(Date.parse(clock.now()) - 16 * 60_000).toISOString(),
    ]);

    expect(await failureOf(request(made, member, admin.session))).to.equal('permission.denied');
    expect(await failureOf(request(made, member, fresh.session))).to.equal('auth.reauthentication_required');
  });
});
