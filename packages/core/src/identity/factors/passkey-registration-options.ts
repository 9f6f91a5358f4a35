import { z } from 'zod';
import { emailUnverified, reauthenticationRequired, secondFactorRequired } from '../../kernel/access.ts';
import { command } from '../ports.ts';
import { beginCeremony } from './ceremony.ts';
import { requireEnrolmentRight } from './enrolment.ts';
import { factorLimit } from './errors.ts';
import { mostOf, passkeysOf } from './factor.ts';
import { CreationOptions } from './views.ts';

export const passkeyRegistrationOptions = command({
  summary: 'Begin to register a passkey',
  description: 'Pass the options to the browser, and its answer to the registration, within five minutes.',
  access: 'account',
  databaseRole: 'identity',
  throttle: { bucket: 'passkey_ceremony', limit: 30, windowSeconds: 60 },
  input: z.strictObject({}),
  output: CreationOptions,
  errors: [emailUnverified, reauthenticationRequired, secondFactorRequired, factorLimit],

  async run(_, context) {
    const { now, factors, passkeys } = context;
    const account = await requireEnrolmentRight(context);
    const known = passkeysOf(await factors.ofPerson(account.id, now));
    if (known.length >= mostOf.passkey) throw factorLimit();
    const { id, challenge, expiresAt } = await beginCeremony('register', account.id, context);
    const options = await passkeys.registrationOptions({
      challenge,
      userId: account.id,
      userName: account.email ?? account.displayName,
      displayName: account.displayName,
      known,
    });
    return { ceremonyId: id, options, expiresAt };
  },
});
