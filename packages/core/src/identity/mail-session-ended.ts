import { defaultJobPolicy } from '../kernel/outbox.ts';
import { mailboxOf } from './account.ts';
import { sessionReuseDetected } from './events.ts';
import { sessionEndedMail } from './mails/session-ended.ts';
import { reaction } from './ports.ts';

/** A person learns that a session ended because an old refresh token came back (SES-3). */
export const mailSessionEnded = reaction(
  sessionReuseDetected,
  { topic: 'identity.mail_session_ended', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ userId, sessionId }, { accounts, sessions, settings, mail, now }) => {
    const account = await accounts.get(userId);
    const to = mailboxOf(account, settings);
    if (to === null) return;
    const at = (await sessions.get(sessionId))?.revokedAt ?? now;
    const { locale, displayName } = account;
    await mail.send({ key: 'session-ended', to, ...sessionEndedMail({ locale, displayName, at, link: `${settings.webUrl}/settings/sessions` }) });
  },
);
