import {
  aStranger,
  enrolPasskey,
  enrolTotp,
  failureOf,
  onBothDatabases,
  type Person,
  signedInAnew,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { lacksSecondFactor } from '../../kernel/gates.ts';

/** Changes the settings as the endpoint does, with the time of the change. */
const demand = ({ sql, workspaceId, clock }: World, roles: readonly string[], graceDays: number) =>
  sql('update workspaces set settings = settings || $2::jsonb, updated_at = $3 where id = $1', [
    workspaceId,
    JSON.stringify({ secondFactorRoles: roles, secondFactorGraceDays: graceDays }),
    clock.now(),
  ]);
const works = ({ chancery }: World, { session }: Pick<Person, 'session'>) =>
  failureOf(chancery.workspace.listProjects({}, session));
/** Access tokens live ten minutes, so this makes a later one of the same session. */
async function later({ sql, ports, clock }: World, person: Person): Promise<Person> {
  const payload = person.session.credential?.split('.')[1] ?? '';
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  await sql('update sessions set last_seen_at = $2 where id = $1', [claims.sid, clock.now()]);
  const iat = Math.floor(Date.parse(clock.now()) / 1000);
  const credential = await ports.tokens.sign({ ...claims, iat, exp: iat + 600 });
  return { ...person, session: aStranger({ credential }) };
}

describe('who lacks a second factor', () => {
  it('MFA-12: is nobody without a workspace, and nobody who is no member of it', () => {
    const now = '2026-11-23T12:00:00.000Z';
    // Nothing else of a workspace is read.
    const workspace = { settings: { secondFactorGraceDays: 0 } } as never;

    expect(lacksSecondFactor({ workspace: null, membership: null, secondFactorAt: null }, now)).to.equal(
      false,
    );
    expect(lacksSecondFactor({ workspace, membership: null, secondFactorAt: null }, now)).to.equal(false);
  });
});

onBothDatabases('a workspace that demands a second factor', (database) => {
  it('MFA-12: refuses a member of a demanded role once the grace is over, on the endpoints of that workspace only', async () => {
    const made = await world({ database: database() });
    const { chancery, person, clock, sql } = made;
    const [admin, member] = [await person('admin'), await person('member')];
    await demand(made, ['admin'], 7);

    clock.advance({ days: 6, hours: 23 });
    expect(await works(made, await later(made, admin))).to.equal('none');
    clock.advance({ hours: 1 });

    const late = await later(made, admin);
    expect(await works(made, late)).to.equal('workspace.second_factor_required');
    expect(await failureOf(chancery.identity.getMe({}, late.session))).to.equal('none');
    expect(await works(made, await later(made, member))).to.equal('none');
    const own = await signedInAnew(made, admin);
    const [home] = await sql<{ id: string }>(
      "select workspace_id id from memberships where user_id = $1 and role = 'owner'",
      [admin.id],
    );
    const elsewhere = await chancery.identity.refreshSession(
      { refreshToken: await refreshTokenOf(made, admin), workspaceId: home?.id },
      aStranger(),
    );
    expect(own.id).to.equal(admin.id);
    expect(await works(made, { session: aStranger({ credential: elsewhere.accessToken }) })).to.equal('none');
  });

  it('MFA-12: a member who enrols a factor is let in with that session; another session proves the factor first', async () => {
    const made = await world({ database: database() });
    const { chancery, person } = made;
    const admin = await person('admin');
    await demand(made, ['admin'], 0);
    expect(await works(made, admin)).to.equal('workspace.second_factor_required');
    const claims = JSON.parse(
      Buffer.from(admin.session.credential?.split('.')[1] ?? '', 'base64url').toString(),
    );
    const other = await signedInAnew(made, admin);
    const otherClaims = JSON.parse(
      Buffer.from(other.session.credential?.split('.')[1] ?? '', 'base64url').toString(),
    );
    const there = aStranger({
      credential: await made.ports.tokens.sign({ ...otherClaims, wid: claims.wid }),
    });

    const { code } = await enrolTotp(made, admin);

    expect(await works(made, admin)).to.equal('none');
    expect(await works(made, { session: there })).to.equal('workspace.second_factor_required');
    await chancery.identity.reauthenticate({ totpCode: code() }, there);
    expect(await works(made, { session: there })).to.equal('none');
  });

  it('MFA-12: a member who lacks the factor can leave, and can remove nobody else', async () => {
    const made = await world({ database: database() });
    const { chancery, person } = made;
    const [admin, other] = [await person('admin'), await person('member')];
    await demand(made, ['admin'], 0);
    const remove = (userId: string) => failureOf(chancery.workspace.removeMember({ userId }, admin.session));

    expect(await remove(other.id)).to.equal('workspace.second_factor_required');
    expect(await remove(admin.id)).to.equal('none');
  });

  it('MFA-12: the grace runs from when the role began to apply, and ends with the demand', async () => {
    const made = await world({ database: database() });
    const { chancery, person, clock, owner } = made;
    const member = await person('member');
    await demand(made, ['admin'], 7);
    clock.advance({ days: 5 });
    await chancery.workspace.updateMember(
      { userId: member.id, role: 'admin' },
      (await later(made, owner)).session,
    );

    clock.advance({ days: 6 });
    expect(await works(made, await later(made, member))).to.equal('none');
    clock.advance({ days: 1 });
    expect(await works(made, await later(made, member))).to.equal('workspace.second_factor_required');
    await demand(made, [], 7);
    expect(await works(made, await later(made, member))).to.equal('none');
  });

  it('MFA-12: a member who joins under the demand has the whole grace, and one who brings a factor is let in', async () => {
    const made = await world({ database: database() });
    const { person, clock } = made;
    await demand(made, ['member'], 2);
    clock.advance({ days: 10 });

    const newcomer = await person('member');

    expect(await works(made, newcomer)).to.equal('none');
    clock.advance({ days: 2 });
    expect(await works(made, await later(made, newcomer))).to.equal('workspace.second_factor_required');
  });

  it('MFA-12: the list of factors names the workspaces that demand one, and by when', async () => {
    const made = await world({ database: database() });
    const { chancery, owner, workspaceId } = made;
    await demand(made, ['owner'], 7);

    const { requiredBy } = await chancery.identity.listFactors({}, owner.session);

    expect(requiredBy.map(({ workspaceId: id, dueAt }) => [id, dueAt])).to.deep.equal([
      [workspaceId, '2026-11-30T12:00:00.000Z'],
    ]);
  });

  it('MFA-12: the member is mailed at the start, and daily in the last three days, until there is a factor', async () => {
    const made = await world({ database: database() });
    const { person, owner, clock, worker, ports, sql, workspaceId } = made;
    // Members of other tests in this database have notices of their own.
    await sql('update memberships set second_factor_since = null where workspace_id <> $1', [workspaceId]);
    const [admin, armed] = [await person('admin'), await person('admin', 'Armed')];
    await enrolPasskey(made, armed);
    await demand(made, ['owner', 'admin'], 7);
    const perDay: number[] = [];
    await worker.drain();
    ports.mail.sent.length = 0;

    for (let day = 0; day < 9; day += 1) {
      await worker.run('identity.second_factor_notice');
      perDay.push(
        ports.mail.sent.filter(
          ({ to, subject }) => to.address === admin.email && /second factor/.test(subject),
        ).length,
      );
      const strays = ports.mail.sent.filter(({ to }) => to.address === armed.email);
      expect(strays).to.deep.equal([]);
      ports.mail.sent.length = 0;
      clock.advance({ days: 1 });
    }

    expect(perDay).to.deep.equal([1, 0, 0, 0, 0, 1, 1, 1, 0]);
    expect(owner.id).to.match(/^usr_/);
  });

  it('MFA-16: API keys are never asked for a factor', async () => {
    const made = await world({ database: database() });
    const { caller } = await made.apiKey();
    await demand(made, ['owner'], 0);

    expect(await failureOf(made.chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal('none');
  });
});

async function refreshTokenOf({ chancery }: World, { email }: Person): Promise<string> {
  const answer = await chancery.identity.login(
    { email, password: 'correct horse battery staple' },
    aStranger(),
  );
  return answer.tokenType === 'Bearer' ? answer.refreshToken : '';
}
