import { defaultJobPolicy } from '../kernel/outbox.ts';
import { mailboxOf } from './account.ts';
import { sessionStarted } from './events.ts';
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
  async ({ userId, sessionId, knownDevice }, { accounts, sessions, settings, mail, now }) => {
    if (knownDevice) return;
    const account = await accounts.get(userId);
    const to = mailboxOf(account, settings);
    if (to === null) return;
    const session = await sessions.get(sessionId);
    const message = newDeviceMail({
      locale: account.locale,
      recipientName: to.name,
      device: session?.deviceName ?? null,
      ipAddress: session?.ipAddress ?? null,
      at: session?.createdAt ?? now,
      link: `${settings.webUrl}/settings/sessions`,
    });
    await mail.send({ key: 'new-device', to, ...message });
  },
);
