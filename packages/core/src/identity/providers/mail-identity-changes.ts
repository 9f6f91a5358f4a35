import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailToAccount } from '../account-mail.ts';
import { mailAddition } from '../additions/undo-link.ts';
import { type IdentityPorts, reaction } from '../ports.ts';
import { identityLinked, identityUnlinked } from './events.ts';
import { identityLinkedMail } from './mails/identity-linked.ts';

const mailing = {
  policy: { ...defaultJobPolicy, queue: 'mail' },
  mails: 'account',
  databaseRole: 'identity',
} as const;

/** AUT-12: a person learns of every new way to sign in to their account, except the one with which it began. */
export const mailIdentityLinked = reaction(
  identityLinked,
  { topic: 'identity.mail_identity_linked', ...mailing, needs: ['userId', 'identityId', 'provider', 'how'] },
  async ({ userId, identityId, provider, how }, context) => {
    if (how === 'registration') return;
    const linkedAt = async ({ externalIdentities }: IdentityPorts) =>
      (await externalIdentities.ofPerson(userId)).find(({ id }) => id === identityId)?.linkedAt ?? null;
    await mailAddition(
      { userId, subjectId: identityId, addedAt: linkedAt },
      'identity-linked',
      (recipient) => identityLinkedMail({ ...recipient, provider, change: how, at: context.now }),
      context,
    );
  },
);

export const mailIdentityUnlinked = reaction(
  identityUnlinked,
  { topic: 'identity.mail_identity_unlinked', ...mailing, needs: ['userId', 'provider'] },
  ({ userId, provider }, context) => {
    const { now: at, settings } = context;
    const link = `${settings.webUrl}/settings/security`;
    return mailToAccount(
      userId,
      'identity-linked',
      (recipient) => identityLinkedMail({ ...recipient, provider, change: 'unlinked', at, link }),
      context,
    );
  },
);
