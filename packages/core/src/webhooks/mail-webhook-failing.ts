import { defaultJobPolicy } from '../kernel/outbox.ts';
import { mailAboutEndpoint } from './endpoint-mail.ts';
import { webhookFailingNotice } from './events.ts';
import { webhookFailingMail } from './mails/webhook-failing.ts';
import { reaction } from './ports.ts';

/** Mails after a day without a success, while there is still time before the endpoint is switched off. */
export const mailWebhookFailing = reaction(
  webhookFailingNotice,
  {
    topic: 'webhook.mail_failing',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  ({ failingSince, ...about }, context) =>
    mailAboutEndpoint(about, (endpoint) => webhookFailingMail({ ...endpoint, failingSince }), context),
);
