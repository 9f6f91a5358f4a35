import { randomBytes } from 'node:crypto';
import {
  aStranger,
  failureOf,
  postgresDatabase,
  repeating,
  sessionOf,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { Failure } from '../kernel/errors.ts';
import { accountKeyOf } from './password-attempts.ts';

const password = 'correct horse battery staple';
const wrong = 'wrong horse battery staple';
/** A network that no other test has used. */
const somewhere = () =>
  aStranger({ address: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` });
const anybody = () => `nobody.${randomBytes(6).toString('hex')}@example.com`;

async function refusalOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error;
  throw error ?? new Error('It was not refused');
}

const guess = ({ chancery }: World, email: string, over: object = {}) =>
  failureOf(chancery.identity.login({ email, password: wrong, ...over }, somewhere()));
async function guesses(world: World, email: string, times: number, over: object = {}): Promise<string[]> {
  const answers = [];
  for (let i = 0; i < times; i += 1) answers.push(await guess(world, email, over));
  return answers;
}

describe('login', () => {
  it('opens a session in the workspace that was used last, and records it there', async () => {
    const { chancery, owner, happened } = await world();

    const session = sessionOf(
      await chancery.identity.login(
        { email: owner.email.toUpperCase(), password, deviceName: 'Desk' },
        somewhere(),
      ),
    );

    expect(session).to.deep.include({
      tokenType: 'Bearer',
      expiresInSeconds: 600,
      isNewUser: false,
      membership: { role: 'owner', status: 'active' },
    });
    expect(session.user).to.include({ id: owner.id, lastSignInAt: '2026-11-23T12:00:00.000Z' });
    expect(session.workspace?.id).to.equal(owner.workspaceId);
    expect(await happened()).to.deep.equal([
      {
        type: 'session.started',
        target: { kind: 'session', id: session.sessionId },
        facts: { authMethod: 'password', knownDevice: false },
      },
    ]);
    const me = await chancery.identity.getMe({}, aStranger({ credential: session.accessToken }));
    expect(me.session.id).to.equal(session.sessionId);
  });

  it('chooses the requested workspace, if the person can act there', async () => {
    const { chancery, owner, person, clock } = await world();
    const guest = await person('guest');
    const own = (await chancery.identity.getMe({}, guest.session)).workspaces.find(
      ({ role }) => role === 'owner',
    );
    const into = async (workspaceId?: string) => {
      clock.advance({ seconds: 1 });
      return sessionOf(
        await chancery.identity.login(
          { email: guest.email, password, ...(workspaceId === undefined ? {} : { workspaceId }) },
          somewhere(),
        ),
      ).workspace?.id;
    };

    expect(await into(owner.workspaceId)).to.equal(owner.workspaceId);
    expect(await into()).to.equal(owner.workspaceId);
    expect(await into(own?.id)).to.equal(own?.id);
    expect(await into(`workspace_${'a'.repeat(26)}`)).to.equal(own?.id);
  });

  it('opens a session without a workspace if the person has none', async () => {
    const { chancery, owner, sql } = await world();
    await sql("select audit_open('installation')");
    await sql("update memberships set status = 'removed' where user_id = $1", [owner.id]);

    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere()));

    expect(session).to.include({ workspace: null, membership: null });
  });

  it('answers a repeat with the same session', async () => {
    const { chancery, owner, sql } = await world();
    const caller = repeating(somewhere(), 'again');

    const first = sessionOf(await chancery.identity.login({ email: owner.email, password }, caller));
    const second = sessionOf(await chancery.identity.login({ email: owner.email, password }, caller));

    expect(second).to.deep.equal(first);
    const [row] = await sql<{ sessions: number }>(
      'select count(*)::int sessions from sessions where user_id = $1',
      [owner.id],
    );
    expect(row?.sessions).to.equal(2);
  });

  it('AUT-3: refuses owned, claimed and unknown addresses alike, and writes the same rows', async () => {
    const { chancery, owner, sql } = await world();
    const claimed = anybody();
    await chancery.identity.registerAccount(
      { email: claimed, password, displayName: 'Claimant' },
      somewhere(),
    );
    const rows = async () => {
      const [counts] = await sql<{ attempts: number; jobs: number }>(
        'select (select count(*)::int from password_attempts) attempts, (select count(*)::int from jobs) jobs',
      );
      return { attempts: counts?.attempts ?? 0, jobs: counts?.jobs ?? 0 };
    };

    const answers = [];
    for (const email of [owner.email, claimed, anybody()]) {
      const before = await rows();
      const { code, kind, message, details, retryAfterSeconds } = await refusalOf(
        chancery.identity.login({ email, password: wrong }, somewhere()),
      );
      const after = await rows();
      answers.push({
        code,
        kind,
        message,
        details,
        retryAfterSeconds,
        attempts: after.attempts - before.attempts,
        jobs: after.jobs - before.jobs,
      });
    }

    expect(answers[0]).to.include({
      code: 'auth.invalid_credentials',
      kind: 'unauthenticated',
      attempts: 2,
      jobs: 0,
    });
    expect(answers[1]).to.deep.equal(answers[0]);
    expect(answers[2]).to.deep.equal(answers[0]);
  });

  it('AUT-4: examines exactly two hashes, whoever owns or claims the address', async () => {
    const { chancery, owner, ports } = await world();
    const claimed = anybody();
    await chancery.identity.registerAccount(
      { email: claimed, password, displayName: 'Claimant' },
      somewhere(),
    );
    await chancery.identity.registerAccount(
      { email: owner.email, password: 'quite another long password', displayName: 'Claimant' },
      somewhere(),
    );
    await failureOf(chancery.identity.login({ email: anybody(), password }, somewhere()));

    const counts = [];
    for (const [email, attempt] of [
      [owner.email, password],
      [owner.email, wrong],
      [claimed, password],
      [claimed, wrong],
      [anybody(), wrong],
    ] as const) {
      const before = ports.passwords.hashings;
      await failureOf(chancery.identity.login({ email, password: attempt }, somewhere()));
      counts.push(ports.passwords.hashings - before);
    }

    expect(counts).to.deep.equal([2, 2, 2, 2, 2]);
  });

  it('AUT-4: lets the owner in before a claimant with the same password', async () => {
    const { chancery, owner } = await world();
    await chancery.identity.registerAccount(
      { email: owner.email, password, displayName: 'Claimant' },
      somewhere(),
    );

    expect(
      sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere())).user.id,
    ).to.equal(owner.id);
  });

  it('AUT-5: reveals a suspension only to the right password; a deactivated account is unknown', async () => {
    const { chancery, owner, sql } = await world();
    const answer = (attempt: string) =>
      failureOf(chancery.identity.login({ email: owner.email, password: attempt }, somewhere()));

    await sql("update accounts set status = 'suspended' where id = $1", [owner.id]);
    expect([await answer(password), await answer(wrong)]).to.deep.equal([
      'auth.account_suspended',
      'auth.invalid_credentials',
    ]);
    await sql("update accounts set status = 'deactivated' where id = $1", [owner.id]);
    expect([await answer(password), await answer(wrong)]).to.deep.equal([
      'auth.invalid_credentials',
      'auth.invalid_credentials',
    ]);
  });

  it('AUT-6: if several accounts claim one address, the oldest signs in by password; the later one keeps its session', async () => {
    const { chancery, clock } = await world();
    const email = anybody();
    const first = await chancery.identity.registerAccount(
      { email, password: 'the first long password', displayName: 'First' },
      somewhere(),
    );
    clock.advance({ seconds: 1 });
    const second = await chancery.identity.registerAccount(
      { email, password: 'the second long password', displayName: 'Second' },
      somewhere(),
    );

    expect(
      await failureOf(chancery.identity.login({ email, password: 'the second long password' }, somewhere())),
    ).to.equal('auth.invalid_credentials');
    expect(
      sessionOf(await chancery.identity.login({ email, password: 'the first long password' }, somewhere()))
        .user.id,
    ).to.equal(first.user.id);
    expect(
      (await chancery.identity.getMe({}, aStranger({ credential: second.accessToken }))).user.id,
    ).to.equal(second.user.id);
  });

  it('PWD-2: takes the same password in either Unicode form', async () => {
    const { chancery } = await world();
    const email = anybody();
    await chancery.identity.registerAccount(
      { email, password: 'Grüße aus Zürich, Ångström'.normalize('NFD'), displayName: 'Åsa' },
      somewhere(),
    );

    for (const form of ['NFC', 'NFD']) {
      const session = sessionOf(
        await chancery.identity.login(
          { email, password: 'Grüße aus Zürich, Ångström'.normalize(form) },
          somewhere(),
        ),
      );
      expect(session.user.displayName).to.equal('Åsa');
    }
  });

  it('PWD-4: replaces a weaker hash at sign-in', async () => {
    let cost = 1;
    const passwords = {
      hash: async (secret: string) => `${cost}:${secret}`,
      verify: async (secret: string, phc: string) => phc.slice(2) === secret,
      needsRehash: (phc: string) => !phc.startsWith(`${cost}:`),
    };
    const { chancery, owner, sql } = await world({ ports: { passwords } });
    const stored = async () =>
      (await sql<{ hash: string }>('select hash from password_credentials where user_id = $1', [owner.id]))[0]
        ?.hash;

    cost = 2;
    expect(
      await failureOf(chancery.identity.login({ email: owner.email, password: wrong }, somewhere())),
    ).to.equal('auth.invalid_credentials');
    expect(await stored()).to.equal(`1:${password}`);
    sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere()));
    expect(await stored()).to.equal(`2:${password}`);
    sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere()));
  });

  describe('while the password is examined', () => {
    /** An office where something happens each time a hash is compared. */
    async function examining(meanwhile: (here: World) => Promise<unknown>) {
      const { database, ports } = await world();
      const plain = ports.passwords;
      const passwords = {
        hash: (secret: string) => plain.hash(secret),
        needsRehash: () => false,
        verify: async (secret: string, phc: string) => {
          const matches = await plain.verify(secret, phc);
          await meanwhile(here);
          return matches;
        },
      };
      const here = await world({ database, ports: { passwords } });
      const { chancery, owner } = here;
      const signIn = () => failureOf(chancery.identity.login({ email: owner.email, password }, somewhere()));
      return { ...here, signIn };
    }
    const changed = ({ sql, owner }: World) =>
      sql("update password_credentials set hash = 'another' where user_id = $1", [owner.id]);
    const failures = async ({ sql, owner, ports }: World) => {
      const rows = await sql<{ failures: number }>(
        "select failures from password_attempts where bucket = 'account' and account_key = $1",
        [accountKeyOf(owner.email, ports.keyRing)],
      );
      return rows.map((row) => row.failures);
    };

    it('AUT-11: lets nobody in if the password changes', async () => {
      const { signIn } = await examining(changed);

      expect(await signIn()).to.equal('auth.invalid_credentials');
    });

    it('THR-13: the try is counted already; it stays so if nobody is let in, and is cleared with the session', async () => {
      const seen: (readonly number[])[] = [];
      const looking = await examining(async (here) => seen.push(await failures(here)));
      expect(await looking.signIn()).to.equal('none');
      expect(seen).to.deep.equal([[1], [1]]);
      expect(await failures(looking)).to.deep.equal([]);

      const changing = await examining(changed);
      expect(await changing.signIn()).to.equal('auth.invalid_credentials');
      expect(await failures(changing)).to.deep.equal([1]);
    });
  });

  it('THR-1: after ten wrong tries each further one waits 1, 2, 4 … 60 seconds; refused tries are neither examined nor counted', async () => {
    const here = await world();
    const { chancery, owner, clock, ports } = here;
    expect(await guesses(here, owner.email, 10)).to.deep.equal(Array(10).fill('auth.invalid_credentials'));

    const waits = [];
    for (let i = 0; i < 8; i += 1) {
      const before = ports.passwords.hashings;
      expect(await guesses(here, owner.email, 3)).to.deep.equal(Array(3).fill('rate_limited'));
      const { retryAfterSeconds } = await refusalOf(
        chancery.identity.login({ email: owner.email, password }, somewhere()),
      );
      expect(ports.passwords.hashings).to.equal(before);
      waits.push(retryAfterSeconds);
      clock.advance({ seconds: retryAfterSeconds ?? 0 });
      expect(await guess(here, owner.email)).to.equal('auth.invalid_credentials');
    }

    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('THR-13: a success clears the count, and so does a day without a failure', async () => {
    const here = await world();
    const { chancery, owner, clock } = here;
    await guesses(here, owner.email, 9);
    sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere()));
    expect(await guesses(here, owner.email, 11)).to.deep.equal([
      ...Array(10).fill('auth.invalid_credentials'),
      'rate_limited',
    ]);

    clock.advance({ hours: 24 });
    expect(await guesses(here, owner.email, 11)).to.deep.equal([
      ...Array(10).fill('auth.invalid_credentials'),
      'rate_limited',
    ]);
  });

  for (const kind of ['PGlite', 'PostgreSQL'] as const) {
    it(`THR-13: ten of a hundred guesses at once are examined, on ${kind}`, async () => {
      const database = kind === 'PostgreSQL' ? await postgresDatabase() : null;
      const here = await world(database === null ? {} : { database });
      const before = here.ports.passwords.hashings;

      const answers = await Promise.all(Array.from({ length: 100 }, () => guess(here, here.owner.email)));

      expect(answers.filter((answer) => answer === 'auth.invalid_credentials').length).to.equal(10);
      expect(answers.filter((answer) => answer === 'rate_limited').length).to.equal(90);
      expect(here.ports.passwords.hashings - before).to.be.at.most(21);
      await database?.close();
    });
  }

  it('THR-2: a known device has a bucket of its own, ten tries in fifteen minutes, and neither bucket stops the other', async () => {
    const here = await world();
    const { chancery, owner, clock } = here;
    const signIn = async (deviceToken?: string) =>
      sessionOf(
        await chancery.identity.login(
          { email: owner.email, password, ...(deviceToken === undefined ? {} : { deviceToken }) },
          somewhere(),
        ),
      );
    const desk = (await signIn()).deviceToken ?? '';
    const phone = (await signIn()).deviceToken ?? '';
    expect(await guesses(here, owner.email, 11)).to.include('rate_limited');

    expect(await guesses(here, owner.email, 11, { deviceToken: desk })).to.deep.equal([
      ...Array(10).fill('auth.invalid_credentials'),
      'rate_limited',
    ]);
    const refusal = await refusalOf(signIn(desk));
    expect(refusal).to.include({ code: 'rate_limited', retryAfterSeconds: 900 });
    expect((await signIn(phone)).user.id).to.equal(owner.id);
    expect(await failureOf(signIn())).to.equal('rate_limited');
    clock.advance({ minutes: 15 });
    expect((await signIn(desk)).deviceToken).to.equal(desk);
  });

  it('THR-3: one network has thirty failed tries in fifteen minutes; successful tries do not count', async () => {
    const { chancery, owner, clock } = await world();
    const office = somewhere();
    const addresses = Array.from({ length: 10 }, anybody);
    for (let i = 0; i < 35; i += 1)
      sessionOf(await chancery.identity.login({ email: owner.email, password }, office));

    const answers = [];
    for (let i = 0; i < 31; i += 1)
      answers.push(
        await failureOf(chancery.identity.login({ email: addresses[i % 10] ?? '', password: wrong }, office)),
      );

    expect(answers).to.deep.equal([...Array(30).fill('auth.invalid_credentials'), 'rate_limited']);
    expect(
      await failureOf(
        chancery.identity.login(
          { email: owner.email, password },
          { ...office, address: office.address.replace('::1', '::2') },
        ),
      ),
    ).to.equal('rate_limited');
    expect(await failureOf(chancery.identity.login({ email: owner.email, password }, somewhere()))).to.equal(
      'none',
    );
    clock.advance({ minutes: 15 });
    expect(await failureOf(chancery.identity.login({ email: owner.email, password }, office))).to.equal(
      'none',
    );
  });

  it('THR-3: one network tries twenty accounts in fifteen minutes', async () => {
    const { chancery } = await world();
    const office = somewhere();
    const addresses = Array.from({ length: 21 }, anybody);

    const answers = [];
    for (const email of addresses)
      answers.push(await failureOf(chancery.identity.login({ email, password: wrong }, office)));

    expect(answers).to.deep.equal([...Array(20).fill('auth.invalid_credentials'), 'rate_limited']);
  });

  it('THR-12: an unknown address is throttled exactly like a known one, and the address is not kept', async () => {
    const here = await world();
    const unknown = anybody();
    const sequence = async (email: string) => [
      ...(await guesses(here, email, 12)),
      (await refusalOf(here.chancery.identity.login({ email, password: wrong }, somewhere())))
        .retryAfterSeconds,
    ];

    expect(await sequence(unknown)).to.deep.equal(await sequence(here.owner.email));
    const [kept] = await here.sql<{ rows: string }>('select json_agg(a)::text rows from password_attempts a');
    expect(kept?.rows).to.not.include(unknown).and.not.include(here.owner.id);
  });

  it('SES-15: the person is mailed device, address and time of a sign-in without a valid device token, and nothing about one with it', async () => {
    const { chancery, owner, worker, ports } = await world();
    const mails = () => ports.mail.sent.filter(({ to }) => to.address === owner.email);
    const other = await chancery.identity.registerAccount(
      { email: anybody(), password, displayName: 'Other' },
      somewhere(),
    );
    const foreign = other.deviceToken ?? '';

    const { deviceToken } = sessionOf(
      await chancery.identity.login(
        { email: owner.email, password, deviceName: 'Desk', deviceToken: foreign },
        aStranger({ address: '198.51.100.23' }),
      ),
    );
    await worker.drain();
    expect(mails().length).to.equal(1);
    expect(mails()[0]?.text)
      .to.include('Desk')
      .and.include('198.51.100.23')
      .and.include('23 November 2026, 12:00 UTC')
      .and.include('/settings/sessions');

    sessionOf(
      await chancery.identity.login(
        { email: owner.email, password, deviceToken: deviceToken ?? '' },
        somewhere(),
      ),
    );
    await worker.drain();
    expect(mails().length).to.equal(1);
  });

  it('keeps at most fifty sessions: the least recently seen one ends', async () => {
    const { chancery, owner, clock, happened } = await world();
    for (let i = 0; i < 50; i += 1) {
      clock.advance({ seconds: 1 });
      sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere()));
    }

    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('auth.session_revoked');
    expect(
      (await happened()).filter(({ type }) => type === 'session.ended').map(({ facts }) => facts),
    ).to.deep.equal([{ reason: 'session_limit' }]);
  });
});
