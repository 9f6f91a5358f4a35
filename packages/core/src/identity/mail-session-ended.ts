import { defaultJobPolicy } from '../kernel/outbox.ts';
import { sessionReuseDetected } from './events.ts';
import { mailToAccount } from './mail-to-account.ts';
import { sessionEndedMail } from './mails/session-ended.ts';
import { reaction } from './ports.ts';

/** A person learns that a session ended because an old refresh token came back (SES-3). */
export const mailSessionEnded = reaction(
  sessionReuseDetected,
  { topic: 'identity.mail_session_ended', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ userId, sessionId }, context) => {
    const { sessions, settings, now } = context;
    const session = await sessions.get(sessionId);
    const facts = {
      device: session?.deviceName ?? null,
      ipAddress: session?.ipAddress ?? null,
      at: session?.revokedAt ?? now,
      link: `${settings.webUrl}/settings/sessions`,
    };
    await mailToAccount(
      userId,
      'session-ended',
      (recipient) => sessionEndedMail({ ...recipient, ...facts }),
      context,
    );
  },
);
