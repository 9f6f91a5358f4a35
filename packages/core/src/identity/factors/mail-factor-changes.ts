import type { RenderedMail } from '../../kernel/mail-template.ts';
import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { accountMail, mailToAccount } from '../account-mail.ts';
import { mailAddition } from '../additions/undo-link.ts';
import { type IdentityReacting, reaction } from '../ports.ts';
import {
  codesGuessed,
  factorEnrolled,
  factorRemoved,
  factorResetDone,
  passkeySuspected,
  recoveryCodesRenewed,
  recoveryCodeUsed,
} from './events.ts';
import { codesGuessedMail } from './mails/codes-guessed.ts';
import { factorAddedMail } from './mails/factor-added.ts';
import type { FactorMailInput } from './mails/factor-mail.ts';
import { factorRemovedMail } from './mails/factor-removed.ts';
import { factorResetDoneMail } from './mails/factor-reset-done.ts';
import { passkeySuspiciousMail } from './mails/passkey-suspicious.ts';
import { recoveryCodeUsedMail } from './mails/recovery-code-used.ts';
import { recoveryCodesRenewedMail } from './mails/recovery-codes-renewed.ts';

const mailing = {
  policy: { ...defaultJobPolicy, queue: 'mail' },
  mails: 'account',
  databaseRole: 'identity',
} as const;

/** The owner of an account learns of everything that happens to its second factors (AUT-12, MFA-17). */
export const mailFactorAdded = reaction(
  factorEnrolled,
  { topic: 'identity.mail_factor_added', ...mailing, needs: ['userId', 'factorId', 'kind'] },
  ({ userId, factorId, kind }, context) =>
    mailAddition(
      {
        userId,
        subjectId: factorId,
        addedAt: async ({ factors }) => (await factors.get(userId, factorId))?.confirmedAt ?? null,
      },
      'factor-added',
      (recipient) => factorAddedMail({ ...recipient, kind, at: context.now }),
      context,
    ),
);

export const mailFactorRemoved = reaction(
  factorRemoved,
  { topic: 'identity.mail_factor_removed', ...mailing, needs: ['userId', 'factorId', 'kind'] },
  ({ userId, kind }, context) =>
    notify(userId, 'factor-removed', (input) => factorRemovedMail({ ...input, kind }), context),
);

export const mailRecoveryCodeUsed = reaction(
  recoveryCodeUsed,
  { topic: 'identity.mail_recovery_code_used', ...mailing },
  ({ userId, remaining }, context) =>
    notify(userId, 'recovery-code-used', (input) => recoveryCodeUsedMail({ ...input, remaining }), context),
);

export const mailRecoveryCodesRenewed = reaction(
  recoveryCodesRenewed,
  { topic: 'identity.mail_recovery_codes_renewed', ...mailing },
  ({ userId }, context) => notify(userId, 'recovery-codes-renewed', recoveryCodesRenewedMail, context),
);

export const mailPasskeySuspicious = reaction(
  passkeySuspected,
  { topic: 'identity.mail_passkey_suspicious', ...mailing },
  async ({ userId, factorId }, context) => {
    const { read, settings, mail } = context;
    const message = await read(async ({ accounts, factors }) => {
      const passkey = await factors.get(userId, factorId);
      if (passkey === null) return null;
      const facts = { ...factsOf(context), passkeyName: passkey.name };
      return accountMail(userId, (recipient) => passkeySuspiciousMail({ ...recipient, ...facts }), settings, {
        accounts,
      });
    });
    if (message !== null) await mail.send({ key: 'passkey-suspicious', ...message });
  },
);

export const mailCodesGuessed = reaction(
  codesGuessed,
  { topic: 'identity.mail_codes_guessed', ...mailing },
  ({ userId }, context) => notify(userId, 'sign-in-blocked', codesGuessedMail, context),
);

/** The member learns that the factors are gone (MFA-14). */
export const mailFactorResetDone = reaction(
  factorResetDone,
  { topic: 'identity.mail_factor_reset_done', ...mailing, needs: ['userId'] },
  ({ userId }, context) => notify(userId, 'factor-reset-done', factorResetDoneMail, context),
);

/** The factors changed just now; the mail leads to the page that lists them. */
const factsOf = ({ now, settings }: Pick<IdentityReacting, 'now' | 'settings'>) => ({
  at: now,
  link: `${settings.webUrl}/settings/security`,
});

function notify(
  userId: string,
  key: string,
  mailOf: (input: FactorMailInput) => RenderedMail,
  context: IdentityReacting,
): Promise<void> {
  const facts = factsOf(context);
  return mailToAccount(userId, key, (recipient) => mailOf({ ...recipient, ...facts }), context);
}
