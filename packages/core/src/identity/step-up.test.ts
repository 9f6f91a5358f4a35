import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';

/** A world whose owner proved the password sixteen minutes ago, with things to change. */
async function anOldProof() {
  const here = await world();
  const { chancery, owner, person, clock } = here;
  const member = await person('member');
  const { apiKey } = await chancery.integrations.createApiKey(
    { name: 'Key', scopes: ['members.read'] },
    owner.session,
  );
  const signIn = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
  clock.advance({ minutes: 16 });
  const { accessToken } = await chancery.identity.refreshSession(
    { refreshToken: signIn.refreshToken },
    aStranger(),
  );
  return { ...here, member, apiKey, caller: aStranger({ credential: accessToken }) };
}
type Old = Awaited<ReturnType<typeof anOldProof>>;

/** Every endpoint of this kind, called so that nothing except the proof is missing. */
const endpoints: Readonly<Record<string, (old: Old) => Promise<unknown>>> = {
  'creates an API key': ({ chancery, caller }) =>
    chancery.integrations.createApiKey({ name: 'Other', scopes: ['members.read'] }, caller),
  'rotates an API key': ({ chancery, caller, apiKey }) =>
    chancery.integrations.rotateApiKey({ apiKeyId: apiKey.id }, caller),
  'widens an API key': ({ chancery, caller, apiKey }) =>
    chancery.integrations.updateApiKey(
      { apiKeyId: apiKey.id, scopes: ['members.read', 'workspace.read'] },
      caller,
    ),
  'makes somebody owner': ({ chancery, caller, member }) =>
    chancery.workspace.updateMember({ userId: member.id, role: 'owner' }, caller),
  'invites an owner': ({ chancery, caller }) =>
    chancery.workspace.createInvitation({ email: 'owner-to-be@example.com', role: 'owner' }, caller),
  'changes the address': ({ chancery, caller }) =>
    chancery.identity.requestEmailChange({ newEmail: 'elsewhere@example.com' }, caller),
  'enrols a second factor': ({ chancery, caller }) => chancery.identity.beginTotp({}, caller),
};

describe('endpoints that need a recent proof', () => {
  for (const [what, call] of Object.entries(endpoints)) {
    it(`SES-14: whoever ${what} proves the credential again first`, async () => {
      const old = await anOldProof();
      expect(await failureOf(call(old))).to.equal('auth.reauthentication_required');

      await old.chancery.identity.reauthenticate({ password }, old.caller);

      expect(await failureOf(call(old))).to.equal('none');
    });
  }
});
