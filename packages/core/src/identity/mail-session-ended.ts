import { defaultJobPolicy } from '../kernel/outbox.ts';
import { accountMail } from './account-mail.ts';
import { sessionReuseDetected } from './events.ts';
import { sessionEndedMail } from './mails/session-ended.ts';
import { reaction } from './ports.ts';

/** A person learns that a session ended because an old refresh token came back (SES-3). */
export const mailSessionEnded = reaction(
  sessionReuseDetected,
  {
    topic: 'identity.mail_session_ended',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
  },
  async ({ userId, sessionId }, { read, mail, settings, now }) => {
    const message = await read(async ({ accounts, sessions }) => {
      const session = await sessions.get(sessionId);
      const facts = {
        device: session?.deviceName ?? null,
        ipAddress: session?.ipAddress ?? null,
        at: session?.revokedAt ?? now,
        link: `${settings.webUrl}/settings/sessions`,
      };
      return accountMail(userId, (recipient) => sessionEndedMail({ ...recipient, ...facts }), settings, {
        accounts,
      });
    });
    if (message !== null) await mail.send({ key: 'session-ended', ...message });
  },
);
