import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { SessionUse } from './session-use.ts';

const password = 'correct horse battery staple';

/** A world that notes which sessions are in use, with a new session whose workspace takes five idle minutes. */
async function atWork() {
  const plain = await world();
  const sessionUse = new SessionUse({ unitOfWork: plain.ports.unitOfWork, log: plain.ports.log });
  const here = await world({ ports: { sessionUse } });
  const { chancery, owner, sql, clock } = here;
  await sql(`update workspaces set settings = settings || '{"sessionIdleMinutes": 5}' where id = $1`, [
    owner.workspaceId,
  ]);
  clock.advance({ minutes: 1 });
  const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
  const caller = aStranger({ credential: session.accessToken });
  const look = () => failureOf(chancery.workspace.getWorkspace({}, caller));
  const lastSeen = async (): Promise<string | undefined> => {
    const rows = await sql<{ at: string }>('select last_seen_at at from sessions where id = $1', [
      session.sessionId,
    ]);
    return rows[0]?.at;
  };
  return { ...here, sessionUse, look, lastSeen };
}

describe('SessionUse', () => {
  it('SES-7: keeps a person at work from counting as idle between two refreshes', async () => {
    const { sessionUse, look, clock } = await atWork();
    for (let minute = 0; minute < 8; minute += 2) {
      clock.advance({ minutes: 2 });
      expect(await look()).to.equal('none');
      await sessionUse.flush();
    }
  });

  it('SES-7: lets a session that nobody uses become idle', async () => {
    const { sessionUse, look, clock } = await atWork();
    clock.advance({ minutes: 6, seconds: 1 });

    expect(await look()).to.equal('workspace.session_too_old');
    await sessionUse.flush();
    expect(await look()).to.equal('workspace.session_too_old');
  });

  it('SES-7: counts every read, whichever way it was answered', async () => {
    const { sessionUse, look, clock, lastSeen } = await atWork();
    await look();
    clock.advance({ minutes: 2 });
    await look();

    await sessionUse.flush();

    expect(Date.parse((await lastSeen()) ?? '')).to.equal(Date.parse(clock.now()));
  });

  it('moves the time forward at most once a minute, and never back', async () => {
    const { sessionUse, look, clock, lastSeen } = await atWork();
    const signedIn = clock.now();
    clock.advance({ seconds: 59 });
    await look();
    await sessionUse.flush();
    expect(await lastSeen()).to.equal(signedIn);

    clock.advance({ seconds: 1 });
    await look();
    await sessionUse.flush();
    expect(await lastSeen()).to.equal(clock.now());
  });

  it('keeps what could not be written for the next time', async () => {
    const { ports, chancery, owner, sql, clock } = await world();
    let away = true;
    const sessionUse = new SessionUse({
      log: ports.log,
      unitOfWork: {
        run: (...parameters) =>
          away ? Promise.reject(new Error('away')) : ports.unitOfWork.run(...parameters),
      },
    });
    const { session } = await chancery.identity.getMe({}, owner.session);
    clock.advance({ minutes: 2 });
    sessionUse.note({ sessionId: session.id, lastSeenAt: session.authenticatedAt }, clock.now());

    await sessionUse.flush();
    away = false;
    await sessionUse.flush();

    expect(await sql('select last_seen_at at from sessions where id = $1', [session.id])).to.deep.equal([
      { at: clock.now() },
    ]);
  });
});
