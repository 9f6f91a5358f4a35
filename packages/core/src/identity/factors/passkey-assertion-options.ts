import { z } from 'zod';
import { command } from '../ports.ts';
import { signedInUser } from '../signed-in-user.ts';
import { beginCeremony } from './ceremony.ts';
import { noFactorEnrolled } from './errors.ts';
import { passkeysOf } from './factor.ts';
import { RequestOptions } from './views.ts';

export const passkeyAssertionOptions = command({
  summary: 'Begin to use a passkey',
  description:
    'Without a credential, the options are for signing in with any passkey. While you are signed in, they are for proving one of your own, to reauthenticate.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: { bucket: 'passkey_ceremony', limit: 30, windowSeconds: 60 },
  input: z.strictObject({}),
  output: RequestOptions,
  errors: [noFactorEnrolled],

  async run(_, context) {
    const { now, factors, passkeys } = context;
    const userId = (await signedInUser(context))?.userId ?? null;
    const allowed = userId === null ? null : passkeysOf(await factors.ofPerson(userId, now));
    if (allowed?.length === 0) throw noFactorEnrolled();
    const { id, challenge, expiresAt } = await beginCeremony('assert', userId, context);
    return { ceremonyId: id, options: await passkeys.assertionOptions({ challenge, allowed }), expiresAt };
  },
});
