import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { lastSignInMethod } from '../factors/errors.ts';
import { passkeysOf } from '../factors/factor.ts';
import { command } from '../ports.ts';
import { IdentityView } from '../views.ts';
import { identityNotFound } from './errors.ts';
import { shownIdentity } from './external-identity.ts';
import { unlink } from './unlinking.ts';

export const unlinkIdentity = command({
  summary: 'Unlink an identity at a provider',
  description:
    'The identity no longer signs in to this account, and access at Apple is revoked. Sessions that it opened go on; end them separately. The last way to sign in cannot be unlinked.',
  access: 'account',
  databaseRole: 'identity',
  stepUp: true,
  input: z.strictObject({ identityId: id().describe('The id of the linked identity.') }),
  output: z.object({ identities: z.array(IdentityView).describe('The identities that are left.') }),
  errors: [identityNotFound, lastSignInMethod],

  async find({ identityId }, { user, externalIdentities }) {
    const identity = (await externalIdentities.ofPerson(user.userId)).find((own) => own.id === identityId);
    if (identity === undefined) throw identityNotFound();
    return identity;
  },

  async run(_, context) {
    const { found: identity, user, now, accounts, factors, externalIdentities } = context;
    // Every change of the ways to sign in takes this lock (OID-11).
    await factors.lock(user.userId);
    const left = (await externalIdentities.ofPerson(user.userId)).filter(({ id }) => id !== identity.id);
    const { hasPassword } = await accounts.get(user.userId);
    const passkeys = passkeysOf(await factors.ofPerson(user.userId, now));
    if (left.length + passkeys.length === 0 && !hasPassword) throw lastSignInMethod();

    if (!(await unlink(identity, 'person', context))) throw identityNotFound();
    return { identities: left.map(shownIdentity) };
  },
});
