import type { Addressee, RenderedMail } from '../../kernel/mail-template.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { mailboxOf } from '../account.ts';
import { mailLink } from '../mailed-links.ts';
import type { IdentityPorts, IdentityReacting } from '../ports.ts';

const undoDays = 7;

/** A new way to sign in, and since when it is there; null if it is gone again. */
export interface Addition {
  readonly userId: string;
  readonly subjectId: string;
  addedAt(ports: IdentityPorts): Promise<Instant | null>;
}

/** Mails a person about a new way to sign in to their account, with the link that removes it (AUT-11). */
export async function mailAddition(
  { userId, subjectId, addedAt }: Addition,
  key: string,
  render: (recipient: Addressee & { readonly link: string }) => RenderedMail,
  context: IdentityReacting,
): Promise<void> {
  const { read, now, settings, mail } = context;
  const { account, since } = await read(async (ports) => ({
    account: await ports.accounts.get(userId),
    since: (await addedAt(ports)) ?? now,
  }));
  const to = mailboxOf(account, settings);
  if (to === null) return;
  await mailLink(
    {
      purpose: 'undo_addition',
      userId,
      email: to.address,
      subjectId,
      undoesSince: since,
      expiresAt: plusDays(now, undoDays),
    },
    (token) => {
      const link = `${settings.webUrl}/undo-addition#token=${token}`;
      return mail.send({
        key,
        to,
        ...render({ locale: account.locale, recipientName: to.name, link }),
      });
    },
    context,
  );
}
