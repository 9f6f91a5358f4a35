import { z } from 'zod';
import { secondFactorRequired } from '../../kernel/access.ts';
import { id } from '../../kernel/shapes.ts';
import { action } from '../ports.ts';
import { openedSecret, totpCode } from './answer.ts';
import { enrolled, requireProvenFactor } from './enrolment.ts';
import { ceremonyExpired, factorCodeInvalid, factorLimit, factorNotFound } from './errors.ts';
import { active, changedFactor, factorStates, hasLapsed, mostOf, totpsOf } from './factor.ts';
import { countFactorAttempt, refuseWhileWaiting } from './factor-attempts.ts';
import { FactorView, factorView, recoveryCodesShown } from './views.ts';

export const confirmTotp = action({
  summary: 'Confirm an authenticator with a code that it shows',
  description:
    'From now on sign-in asks for its codes. The first factor of an account comes with ten recovery codes.',
  access: 'account',
  databaseRole: 'identity',
  secret: true,
  input: z.strictObject({
    factorId: id().describe('The id of the factor.'),
    code: totpCode()
      .meta({ examples: ['123456'] })
      .describe('The six digits that the authenticator shows.'),
  }),
  output: z.object({
    factor: FactorView,
    recoveryCodes: recoveryCodesShown()
      .nullable()
      .describe('The recovery codes, shown only in this answer; null if the account has codes already.'),
  }),
  errors: [factorNotFound, ceremonyExpired, factorCodeInvalid, secondFactorRequired, factorLimit],

  async prepare({ factorId, code }, { user, now, transact, totp, keyRing }) {
    const { userId } = user;
    const { factor, wait } = await transact(async (context) => {
      const pending = await context.factors.get(userId, factorId);
      if (pending?.kind !== 'totp' || pending.status !== 'pending') throw factorNotFound();
      if (hasLapsed(pending, now)) throw ceremonyExpired();
      // The session has proven itself, so it counts as a known device.
      const attempt = { userId, isCode: true, knownDevice: true };
      return { factor: pending, wait: await countFactorAttempt(attempt, context) };
    });
    refuseWhileWaiting(wait);
    const step = totp.step(openedSecret(factor, keyRing), code, now);
    if (step === null) throw factorCodeInvalid();
    return step;
  },

  async run({ factorId }, context) {
    const { user, now, factors, factorAttempts, prepared: step } = context;
    await factors.lock(user.userId);
    const known = await factors.ofPerson(user.userId, now);
    await requireProvenFactor(known, context);
    if (totpsOf(known).length >= mostOf.totp) throw factorLimit();
    const pending = known.find(({ id: known_ }) => known_ === factorId);
    if (pending?.kind !== 'totp' || pending.status !== 'pending') throw factorNotFound();
    const status = factorStates.next(pending.status, 'confirm');
    if (!(await factors.activate(factorId, step, now))) throw factorNotFound();

    await factorAttempts.succeeded(user.userId, true);
    const confirmed = changedFactor(pending, { status, confirmedAt: now, lastUsedAt: now }, now);
    const recoveryCodes = await enrolled(confirmed, active(known).length === 0, user, context);
    return { factor: factorView(confirmed), recoveryCodes };
  },
});
