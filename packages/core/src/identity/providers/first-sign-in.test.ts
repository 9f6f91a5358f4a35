import { randomUUID } from 'node:crypto';
import {
  failureOf,
  invited,
  type PlainPerson,
  providerSessionOf,
  signInAt,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { createChancery } from '../../pipeline/facade.ts';

const aPerson = (email: string, emailVerified = true) => ({
  subject: `s-${randomUUID()}`,
  email,
  emailVerified,
});
const anAddress = (domain = 'example.net') => `invited.${randomUUID()}@${domain}`;

/** The same installation after another start; links that it mailed before still work. */
const worldLike = (here: World, settings: Partial<World['ports']['settings']>): World => {
  const ports = { ...here.ports, settings: { ...here.ports.settings, ...settings } };
  return { ...here, ports, chancery: createChancery(ports) };
};

describe('a first sign-in at a provider', () => {
  it('AUT-14: if registration is closed, nobody new gets in, and whoever is known does', async () => {
    const here = await world();
    const known = aPerson(anAddress('gmail.com'));
    await signInAt(here, 'google', known);
    const closed = worldLike(here, { registration: 'closed' });

    expect(await failureOf(signInAt(closed, 'google', known))).to.equal('none');
    expect(await failureOf(signInAt(closed, 'google', aPerson(anAddress())))).to.equal(
      'auth.registration_closed',
    );
  });

  it('AUT-14: if an invitation is needed, its token lets the person in and nothing else does', async () => {
    const open = await world();
    const email = anAddress();
    const invitationToken = (await invited(open, { email })).token;
    const only = worldLike(open, { registration: 'invite_only' });

    const person = aPerson(email);
    expect(await failureOf(signInAt(only, 'google', person))).to.equal('auth.registration_closed');
    const unknown = { invitationToken: 'A'.repeat(43) };
    expect(await failureOf(signInAt(only, 'google', person, unknown))).to.equal('auth.registration_closed');
    expect(await failureOf(signInAt(only, 'google', person, { invitationToken }))).to.equal('none');
  });

  it('AUT-13: with an invitation to the address the person joins that workspace, founds no other, and owns the address', async () => {
    const here = await world();
    const email = anAddress();
    const invitationToken = (await invited(here, { email })).token;

    const session = providerSessionOf(
      await signInAt(here, 'google', aPerson(email, false), { invitationToken }),
    );

    expect(session.workspace?.id).to.equal(here.workspaceId);
    expect(session.user).to.deep.include({ email, emailVerified: true });
    const [row] = await here.sql<{ count: string }>('select count(*) from memberships where user_id = $1', [
      session.user.id,
    ]);
    expect(Number(row?.count)).to.equal(1);
    const types = (await here.happened()).map(({ type }) => type);
    expect(types).to.include.members([
      'user.registered',
      'user.email_verified',
      'member.joined',
      'identity.linked',
    ]);
  });

  it('AUT-13: an invitation is for its own address, and an ended one opens nothing', async () => {
    const here = await world();
    const invitationToken = (await invited(here)).token;
    const sign = (request: object, person: PlainPerson = aPerson(anAddress())) =>
      failureOf(signInAt(here, 'google', person, request));

    expect(await sign({ invitationToken })).to.equal('workspace_invitation.email_mismatch');
    expect(await sign({ invitationToken }, { subject: `s-${randomUUID()}` })).to.equal(
      'workspace_invitation.email_mismatch',
    );
    expect(await sign({ invitationToken: 'A'.repeat(43) })).to.equal('link.gone');
  });
});
