import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announceRootUse } from '@chancery/adapters-persistence';
import { aStranger, enrolTotp, failureOf, sessionOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../adapters-persistence/src/testing/snapshot.ts';
import { rotateRoot } from './rotate-root.ts';
import { commandOutput, type HostedWorld, hostedWorld, lastLine } from './testing/host-command.ts';

const password = 'correct horse battery staple';

describe('keys rotate-root', () => {
  let here: HostedWorld;
  before(async () => {
    here = await hostedWorld();
  });
  after(() => here.end());

  const rotate = (
    given: Readonly<Record<string, unknown>>,
    ask: ((question: string) => Promise<string>) | null = null,
  ) => here.run(() => rotateRoot(here.environment, given, ask));
  const roots = () =>
    here.sql<{ number: number }>('select number from key_root where replaced_at is null order by number');
  const present = async () => (await roots()).map(({ number }) => number);
  const live = async () => {
    const [counted] = await here.sql<object>(
      `select (select count(*)::int from sessions where revoked_at is null) sessions,
              (select count(*)::int from recovery_codes where used_at is null) "recoveryCodes",
              (select count(*)::int from accounts where last_sign_in_at is not null) "accountsWithDevices"`,
    );
    return { links: 0, ...counted };
  };

  it('PLT-27: rotate-root says how many end, and changes nothing until somebody confirms it', async () => {
    await enrolTotp(here, await here.person('member', 'Bob'));
    const ends = await live();
    expect(ends).to.include({ recoveryCodes: 10 });

    const asked: string[] = [];
    const preview = await rotate({ json: true });
    const alone = await rotate({});
    const declined = await rotate({}, async (question) => {
      asked.push(question);
      return 'yes';
    });

    expect(preview).to.deep.include({ code: 0, said: '', answer: { rotated: false, ends } });
    expect([alone.code, declined.code]).to.deep.equal([2, 1]);
    expect(alone.said).to.include('10 unused recovery codes').and.include('add --yes');
    expect(declined.said).to.include('Nothing was changed');
    expect(asked).to.deep.equal(['Type "rotate" to go on: ']);
    expect([await present(), await live()]).to.deep.equal([[1], ends]);
  });

  it('PLT-27: rotate-root waits for no running process: it is refused while another derives from the root', async () => {
    const url = here.environment.CHANCERY_DATABASE_URL ?? '';
    const [one, two] = [
      await announceRootUse(url, async () => undefined),
      await announceRootUse(url, async () => undefined),
    ];

    const twice = await rotate({ yes: true });
    await two.end();
    const once = await rotate({ json: true });
    await one.end();

    expect([twice.code, once.code]).to.deep.equal([5, 5]);
    expect(twice.said).to.include('2 processes are running').and.include('stop every server and worker');
    expect(once.said).to.include('One process is running');
    expect((await rotate({ json: true })).code).to.equal(0);
    expect(await present()).to.deep.equal([1]);
  });

  it('PLT-27: sessions and recovery codes end with their root, and the ledger of the installation says so', async () => {
    const { chancery, owner } = here;
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const ended = await live();

    const { code, answer } = await rotate({}, async () => 'rotate');

    expect([code, answer]).to.deep.equal([0, { rotated: true, ended }]);
    expect(await live()).to.deep.include({ sessions: 0, recoveryCodes: 0 });
    const access = aStranger({ credential: session.accessToken });
    expect(await failureOf(chancery.identity.getMe({}, access))).to.equal('auth.session_revoked');
    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken: session.refreshToken }, aStranger())),
    ).to.equal('auth.refresh_invalid');
    expect(
      await here.sql('select distinct revoke_reason reason from sessions where revoked_at is not null'),
    ).to.deep.equal([{ reason: 'root_rotated' }]);
    expect(await lastLine(here, 'installation')).to.deep.equal({
      action: 'key_root.rotated',
      actor: 'operator',
      target: '2',
    });
    expect(
      await here.sql(
        `select number, secret_sealed is null "isGone", pepper_sealed is null "hasNoPepper" from key_root order by number`,
      ),
    ).to.deep.equal([
      { number: 1, isGone: true, hasNoPepper: false },
      { number: 2, isGone: false, hasNoPepper: true },
    ]);
  });

  it('PLT-27: an embedded database gets a new root too, where no server uses it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    const environment = { CHANCERY_DATA_DIR: folder, CHANCERY_LOG_LEVEL: 'silent' };
    try {
      await copyMigratedDatabase(join(folder, 'database'));

      const { code, answer } = await commandOutput(() => rotateRoot(environment, { yes: true }, null));

      const ended = { links: 0, sessions: 0, accountsWithDevices: 0, recoveryCodes: 0 };
      expect([code, answer]).to.deep.equal([0, { rotated: true, ended }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('PLT-27: rotate-root twice keeps the peppers of both roots before', async () => {
    const { code } = await rotate({ yes: true, json: true });

    expect(code).to.equal(0);
    expect(await here.sql('select pepper_id id from key_root order by number')).to.deep.equal([
      { id: 'derived' },
      { id: 'root2' },
      { id: 'root3' },
    ]);
  });
});
