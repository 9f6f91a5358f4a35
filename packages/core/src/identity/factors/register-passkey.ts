import { z } from 'zod';
import { secondFactorRequired } from '../../kernel/access.ts';
import { id, visibleName } from '../../kernel/shapes.ts';
import { action } from '../ports.ts';
import { webAuthnResponse } from './answer.ts';
import { enrolled, requireProvenFactor } from './enrolment.ts';
import { ceremonyExpired, factorLimit, factorPasskeyInvalid, factorPasskeyKnown } from './errors.ts';
import { active, factorStates, mostOf, type PasskeyFactor, passkeysOf } from './factor.ts';
import { FactorView, factorView, recoveryCodesShown } from './views.ts';

export const registerPasskey = action({
  summary: 'Register a passkey',
  description:
    'Send what the browser returned for the registration options. The first factor of an account comes with ten recovery codes.',
  access: 'account',
  databaseRole: 'identity',
  secret: true,
  input: z.strictObject({
    ceremonyId: id().describe('The id of the ceremony that the browser is asked to carry out.'),
    name: visibleName(60)
      .describe('The name by which you tell it from others.')
      .meta({ examples: ['Laptop'] }),
    response: webAuthnResponse('RegistrationResponseJSON'),
  }),
  output: z.object({
    factor: FactorView,
    recoveryCodes: recoveryCodesShown()
      .nullable()
      .describe('The recovery codes, shown only in this answer; null if the account has codes already.'),
  }),
  errors: [ceremonyExpired, factorPasskeyInvalid, secondFactorRequired, factorPasskeyKnown, factorLimit],

  async prepare({ ceremonyId, response }, { user, now, transact, passkeys }) {
    const challenge = await transact(({ ceremonies }) =>
      ceremonies.spend(ceremonyId, 'register', user.userId, now),
    );
    if (challenge === null) throw ceremonyExpired();
    const credential = await passkeys.verifyRegistration(response, challenge);
    if (credential === null) throw factorPasskeyInvalid();
    return credential;
  },

  async run({ name }, context) {
    const { user, now, newId, factors, prepared: credential } = context;
    await factors.lock(user.userId);
    const known = await factors.ofPerson(user.userId, now);
    await requireProvenFactor(known, context);
    if (passkeysOf(known).length >= mostOf.passkey) throw factorLimit();
    const factor: PasskeyFactor = {
      id: newId(),
      userId: user.userId,
      kind: 'passkey',
      name,
      status: factorStates.begin('active'),
      createdAt: now,
      updatedAt: now,
      version: 1,
      confirmedAt: now,
      lastUsedAt: null,
      ...credential,
    };
    if (!(await factors.addPasskey(factor))) throw factorPasskeyKnown();

    const recoveryCodes = await enrolled(factor, active(known).length === 0, user, context);
    return { factor: factorView(factor), recoveryCodes };
  },
});
