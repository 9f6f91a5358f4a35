import { aStranger, failureOf, sessionOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { endAllSessions } from './end-all-sessions.ts';
import { type HostedWorld, hostedWorld } from './testing/host-command.ts';

const password = 'correct horse battery staple';

describe('users end-sessions', () => {
  let here: HostedWorld;
  beforeEach(async () => {
    here = await hostedWorld();
  });
  afterEach(() => here.end());

  const end = (
    given: Readonly<Record<string, unknown>>,
    ask: ((question: string) => Promise<string>) | null = null,
  ) => here.run(() => endAllSessions(here.environment, given, ask));
  const live = async () => {
    const [counted] = await here.sql<{ people: number; sessions: number }>(
      `select count(distinct user_id)::int people, count(*)::int sessions from sessions
       where revoked_at is null and expires_at > now()`,
    );
    return counted;
  };

  it('says how many people are signed in, and changes nothing until somebody confirms it', async () => {
    await here.person('member', 'Bob');
    const signedIn = await live();
    const asked: string[] = [];

    const preview = await end({ json: true });
    const alone = await end({});
    const declined = await end({}, async (question) => {
      asked.push(question);
      return 'yes';
    });

    expect(preview).to.deep.include({ code: 0, said: '', answer: { ended: false, signedIn } });
    expect([alone.code, declined.code]).to.deep.equal([2, 1]);
    expect(alone.said).to.include('2 sessions of 2 people').and.include('add --yes');
    expect(asked).to.deep.equal(['Type "end" to go on: ']);
    expect(await live()).to.deep.equal(signedIn);
  });

  it('ends the sessions, devices and calendar feeds of every account, and each line of it is in the ledger', async () => {
    const { chancery, owner } = here;
    const bob = await here.person('member', 'Bob');
    const device = sessionOf(await chancery.identity.login({ email: bob.email, password }, aStranger()));
    await chancery.meetings.createCalendarFeed({ name: 'Phone' }, owner.session);
    const before = await here.sql<{ epoch: number }>('select device_epoch epoch from accounts order by id');

    const feeds = () =>
      here.sql<{ live: number }>("select count(*)::int live from calendar_feeds where status = 'active'");
    expect(await feeds()).to.deep.equal([{ live: 1 }]);

    const { code, answer } = await end({ yes: true });

    expect([code, answer]).to.deep.equal([0, { ended: true, accounts: 2, sessions: 3 }]);
    expect(await live()).to.deep.equal({ people: 0, sessions: 0 });
    for (const session of [owner.session, bob.session, aStranger({ credential: device.accessToken })])
      expect(await failureOf(chancery.identity.getMe({}, session))).to.equal('auth.session_revoked');
    expect(await feeds()).to.deep.equal([{ live: 0 }]);
    expect(
      await here.sql<{ epoch: number }>('select device_epoch epoch from accounts order by id'),
    ).to.deep.equal(before.map(({ epoch }) => ({ epoch: epoch + 1 })));
    expect(
      await here.sql(
        `select count(*)::int lines from audit_event
         where position('"action":"session.ended"'::bytea in payload) > 0 and position('"kind":"operator"'::bytea in payload) > 0
           and ledger_id = $1`,
        [here.workspaceId],
      ),
    ).to.deep.equal([{ lines: 3 }]);
    expect((await end({ yes: true })).answer).to.deep.equal({ ended: true, accounts: 2, sessions: 0 });
    expect(await failureOf(chancery.identity.login({ email: bob.email, password }, aStranger()))).to.equal(
      'none',
    );
  });

  it('goes on behind the hundredth account, and leaves out those that are deactivated', async () => {
    const bob = await here.person('member', 'Bob');
    await here.sql(
      `insert into accounts (id, email, email_fold, display_name, locale, time_zone, status, device_epoch, created_at, updated_at, version)
       select 'usr_' || lpad(to_hex(number), 32, '0'), number || '@example.org', number || '@example.org', 'Ann', 'en', 'UTC',
         case when number = 7 then 'deactivated' else 'active' end, 1, now(), now(), 1 from generate_series(1, 150) number`,
    );

    const { answer } = await end({ yes: true });

    expect(answer).to.deep.equal({ ended: true, accounts: 151, sessions: 2 });
    expect(await failureOf(here.chancery.identity.getMe({}, bob.session))).to.equal('auth.session_revoked');
  });
});
