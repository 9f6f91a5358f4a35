import { defaultJobPolicy } from '../kernel/outbox.ts';
import { accountMail } from './account-mail.ts';
import { sessionStarted } from './events.ts';
import { newDeviceMail } from './mails/new-device.ts';
import { reaction } from './ports.ts';

/** A person learns of a sign-in on a device that brought no valid device token (SES-15). */
export const mailNewDevice = reaction(
  sessionStarted,
  {
    topic: 'identity.mail_new_device',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    needs: ['userId', 'sessionId', 'knownDevice'],
  },
  async ({ userId, sessionId, knownDevice }, { read, mail, settings, now }) => {
    if (knownDevice) return;
    const message = await read(async ({ accounts, sessions }) => {
      const session = await sessions.get(sessionId);
      const facts = {
        device: session?.deviceName ?? null,
        ipAddress: session?.ipAddress ?? null,
        at: session?.createdAt ?? now,
        link: `${settings.webUrl}/settings/sessions`,
      };
      return accountMail(userId, (recipient) => newDeviceMail({ ...recipient, ...facts }), settings, {
        accounts,
      });
    });
    if (message !== null) await mail.send({ key: 'new-device', ...message });
  },
);
