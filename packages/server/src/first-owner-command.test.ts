import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresDatabase } from '@chancery/adapters-persistence/testing';
import { readSpool } from '@chancery/adapters-services';
import { expect } from 'chai';
import { firstOwnerCommand } from './first-owner-command.ts';
import { type Installation, openInstallation, refusalOf } from './stories/testing/installation.ts';
import { commandText } from './testing/host-command.ts';
import { endProcesses, startServer, until } from './testing/server-process.ts';

const newPassword = 'a long walk by the river';
const databaseServer =
  process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

describe('the first owner of an installation', () => {
  let environment: Record<string, string>;
  let database: Awaited<ReturnType<typeof postgresDatabase>>;
  beforeEach(async () => {
    database = await postgresDatabase({ poolSize: 1 });
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(databaseServer);
    url.pathname = rows[0]?.name ?? '';
    environment = {
      CHANCERY_DATA_DIR: await mkdtemp(join(tmpdir(), 'chancery-')),
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_REGISTRATION: 'invite_only',
      CHANCERY_DRAIN_SECONDS: '0',
      CHANCERY_LOG_LEVEL: 'info',
    };
  });
  afterEach(async () => {
    await endProcesses();
    await database.close();
    await rm(environment.CHANCERY_DATA_DIR ?? '', { recursive: true, force: true });
  });

  async function init(firstOwner: string, more: Record<string, string> = {}) {
    const { code, out, said } = await commandText(() =>
      firstOwnerCommand({ ...environment, CHANCERY_LOG_LEVEL: 'silent' }, { firstOwner, ...more }),
    );
    return { code, out, said, token: /reset-password#token=([\w-]{43})\n/.exec(out)?.[1] ?? '' };
  }

  it('AUT-14: gets a link that works once and signs in as the owner of the first workspace; nobody else may register', async () => {
    const lost = await init('ada@example.org', { workspaceName: 'Lovelace & Partners' });
    const made = await init('ada@example.org');
    expect([lost.code, made.code]).to.deep.equal([0, 0]);
    const installation: Installation = await openInstallation(() => environment);
    const anybody = installation.client();
    const reset = (token: string) => refusalOf(anybody.identity.resetPassword({ token, newPassword }));

    expect([await reset(lost.token), await reset(made.token), await reset(made.token)]).to.deep.equal([
      [410, 'link.gone'],
      [null, 'none'],
      [410, 'link.gone'],
    ]);
    const session = await anybody.identity.login({ email: 'ada@example.org', password: newPassword });
    expect(session).to.have.nested.include({
      'user.email': 'ada@example.org',
      'user.emailVerified': true,
      'user.displayName': 'ada',
      'workspace.name': 'Lovelace & Partners',
      'workspace.role': 'owner',
    });
    const { actions, holds } = await installation.ledger(
      'workspace' in session ? (session.workspace?.id ?? '') : '',
    );
    expect(actions.slice(0, 4)).to.have.members([
      'workspace.created',
      'member.joined',
      'user.registered',
      'user.email_verified',
    ]);
    expect(holds).to.equal(true);
    expect(await refusalOf(installation.register('mallory@example.org', 'Mallory'))).to.deep.equal([
      403,
      'auth.registration_closed',
    ]);
    // No mail carries the link, and none asks to verify what the operator has vouched for.
    await installation.mails();
    const mails = await readSpool(join(environment.CHANCERY_DATA_DIR ?? '', 'mail'));
    expect(mails.map(({ subject }) => subject)).to.have.members([
      'Your password has changed',
      'New sign-in to your account',
    ]);
    await installation.close();
  });

  it('AUT-14: is made only while nobody else has an account, and only until the password is set', async () => {
    const installation = await openInstallation(() => ({ ...environment, CHANCERY_REGISTRATION: 'open' }));
    await installation.register('grace@example.org', 'Grace');
    await installation.close();

    const refused = [await init('grace@example.org'), await init('mallory@example.org')];

    for (const { code, out, said } of refused) {
      expect([code, out]).to.deep.equal([5, '']);
      expect(said).to.include('This installation has accounts already');
    }
  });

  it('of a database that is not up to date nobody is made', async () => {
    await database.pool.query('drop schema public cascade; create schema public');

    const { code, said } = await init('ada@example.org');

    expect([code, said]).to.deep.equal([
      5,
      'chancery: The database is not up to date: run `chancery migrate` first.\n',
    ]);
  });

  it('an address that is none makes nobody, and the sentence says what to give', async () => {
    const { code, said } = await init('ada');

    expect(code).to.equal(2);
    expect(said).to.include('Give --first-owner an address');
  });

  it('AUT-14: a start on an address of the net says who may register, and how to make the first owner', async () => {
    const { CHANCERY_REGISTRATION: _, ...unsaid } = environment;
    const onTheNet = { ...unsaid, CHANCERY_BASE_URL: 'https://chancery.example.com' };
    const told = async (more: Record<string, string>, ...sentences: readonly string[]) => {
      const server = await startServer(['serve'], { ...onTheNet, ...more });
      await until(
        async () => sentences.every((sentence) => server.output().includes(sentence)),
        () => server.output(),
      );
      server.signal('SIGTERM');
      expect(await server.exited).to.equal(0);
    };

    await told(
      {},
      '"registration":"invite_only"',
      'only the invited may register; see CHANCERY_REGISTRATION',
      'make the first owner with `chancery init --first-owner <address>`',
    );
    await told({ CHANCERY_REGISTRATION: 'open' }, 'everybody who reaches this installation may register');
  });
});
