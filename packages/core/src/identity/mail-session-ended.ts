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
    const session = await sessions.get(sessionId);
    const message = sessionEndedMail({
      locale: account.locale,
      recipientName: to.name,
      device: session?.deviceName ?? null,
      ipAddress: session?.ipAddress ?? null,
      at: session?.revokedAt ?? now,
      link: `${settings.webUrl}/settings/sessions`,
    });
    await mail.send({ key: 'session-ended', to, ...message });
  },
);
