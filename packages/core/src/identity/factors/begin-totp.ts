import { z } from 'zod';
import { emailUnverified, reauthenticationRequired, secondFactorRequired } from '../../kernel/access.ts';
import { utf8 } from '../../kernel/crypto.ts';
import { shown, visibleName } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { requireEnrolmentRight } from './enrolment.ts';
import { factorLimit } from './errors.ts';
import { factorStates, mostOf, pendingEnd, type TotpFactor, totpsOf } from './factor.ts';
import { FactorView, factorView } from './views.ts';

export const beginTotp = command({
  summary: 'Begin to enrol an authenticator',
  description:
    'The secret is shown only in this answer. The factor counts once one of its codes has confirmed it, within 15 minutes; beginning again replaces a factor that is not confirmed.',
  access: 'account',
  databaseRole: 'identity',
  secret: true,
  input: z.strictObject({
    name: visibleName(60)
      .default('Authenticator')
      .describe('A name by which you know the factor.')
      .meta({ examples: ['Phone'] }),
  }),
  output: z.object({
    factor: FactorView,
    secret: z.string().describe('The secret in base32, for typing if the QR code cannot be scanned.'),
    otpauthUrl: z.string().describe('The same secret as an address; show it as a QR code.'),
    expiresAt: shown.instant().describe('Until when the factor can be confirmed.'),
  }),
  errors: [emailUnverified, reauthenticationRequired, secondFactorRequired, factorLimit],

  async run({ name }, context) {
    const { now, newId, keyRing, totp, factors } = context;
    const { id: userId, email, displayName } = await requireEnrolmentRight(context);
    await factors.lock(userId);
    if (totpsOf(await factors.ofPerson(userId, now)).length >= mostOf.totp) throw factorLimit();
    await factors.dropPending(userId);

    const secret = totp.secret();
    const [id, expiresAt] = [newId(), pendingEnd(now)];
    const factor: TotpFactor = {
      id,
      userId,
      kind: 'totp',
      name,
      status: factorStates.begin('pending'),
      createdAt: now,
      updatedAt: now,
      version: 1,
      confirmedAt: null,
      lastUsedAt: null,
      expiresAt,
      secretSealed: keyRing.seal(utf8(secret), `totp:${id}`),
      lastStep: null,
      backedUp: null,
    };
    await factors.add(factor);
    return {
      factor: factorView(factor),
      secret,
      otpauthUrl: totp.url(secret, email ?? displayName),
      expiresAt,
    };
  },
});
