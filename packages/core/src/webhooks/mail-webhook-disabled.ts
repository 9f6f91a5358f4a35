import { defaultJobPolicy } from '../kernel/outbox.ts';
import { mailAboutEndpoint } from './endpoint-mail.ts';
import { webhookDisabledNotice } from './events.ts';
import { webhookDisabledMail } from './mails/webhook-disabled.ts';
import { reaction } from './ports.ts';

/** Mails that the service switched an endpoint off; the events that it misses can be recovered for 30 days. */
export const mailWebhookDisabled = reaction(
  webhookDisabledNotice,
  {
    topic: 'webhook.mail_disabled',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  ({ reason, at, ...about }, context) =>
    mailAboutEndpoint(about, (endpoint) => webhookDisabledMail({ ...endpoint, reason, at }), context),
);
