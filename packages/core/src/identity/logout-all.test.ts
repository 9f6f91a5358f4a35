import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';

describe('logoutAll', () => {
  it('ends every session of the person, and nobody else’s', async () => {
    const { chancery, owner, stranger, clock } = await world();
    const other = await stranger();
    const phone = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const me = await chancery.identity.getMe({}, owner.session);

    const revocation = await chancery.identity.logoutAll({}, owner.session);

    expect(revocation).to.deep.include({ revokedCount: 2, revokedAt: clock.now(), tokenJti: null });
    expect(revocation.sessionIds).to.have.members([phone.sessionId, me.session.id]);
    for (const credential of [phone.accessToken, owner.session.credential])
      expect(await failureOf(chancery.identity.getMe({}, aStranger({ credential })))).to.equal(
        'auth.session_revoked',
      );
    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken: phone.refreshToken }, aStranger())),
    ).to.equal('auth.refresh_invalid');
    expect(await failureOf(chancery.identity.getMe({}, other.session))).to.equal('none');
  });

  it('makes every device unknown, so that the next sign-in on each is mailed', async () => {
    const { chancery, owner, worker, ports } = await world();
    const { deviceToken, accessToken } = sessionOf(
      await chancery.identity.login({ email: owner.email, password }, aStranger()),
    );
    await worker.drain();
    ports.mail.sent.length = 0;
    await chancery.identity.logoutAll({}, aStranger({ credential: accessToken }));

    sessionOf(
      await chancery.identity.login(
        { email: owner.email, password, ...(deviceToken === null ? {} : { deviceToken }) },
        aStranger(),
      ),
    );

    await worker.drain();
    expect(ports.mail.sent.map(({ subject }) => subject)).to.deep.equal(['New sign-in to your account']);
  });

  it('is in the ledger of each workspace in which the person is active', async () => {
    const { chancery, person, sql, workspaceId } = await world();
    const member = await person('member');
    const own = (await chancery.identity.getMe({}, member.session)).workspaces.map(({ id }) => id);

    const { sessionIds } = await chancery.identity.logoutAll({}, member.session);

    expect(own).to.have.lengthOf(2).and.include(workspaceId);
    const lines = await sql<{ ledger: string; target: string }>(
      `select ledger_id ledger, target_id target from audit_event
       where action = 'session.ended' and actor_id = $1 order by ledger_id`,
      [member.id],
    );
    expect(lines).to.deep.equal([...own].sort().map((ledger) => ({ ledger, target: sessionIds[0] })));
  });
});
