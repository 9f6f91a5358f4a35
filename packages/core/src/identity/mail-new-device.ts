import { defaultJobPolicy } from '../kernel/outbox.ts';
import { sessionStarted } from './events.ts';
import { mailToAccount } from './mail-to-account.ts';
import { newDeviceMail } from './mails/new-device.ts';
import { reaction } from './ports.ts';

/** A person learns of a sign-in on a device that brought no valid device token (SES-15). */
export const mailNewDevice = reaction(
  sessionStarted,
  {
    topic: 'identity.mail_new_device',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['userId', 'sessionId', 'knownDevice'],
  },
  async ({ userId, sessionId, knownDevice }, context) => {
    if (knownDevice) return;
    const { sessions, settings, now } = context;
    const session = await sessions.get(sessionId);
    const facts = {
      device: session?.deviceName ?? null,
      ipAddress: session?.ipAddress ?? null,
      at: session?.createdAt ?? now,
      link: `${settings.webUrl}/settings/sessions`,
    };
    await mailToAccount(
      userId,
      'new-device',
      (recipient) => newDeviceMail({ ...recipient, ...facts }),
      context,
    );
  },
);
