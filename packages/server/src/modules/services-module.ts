import { join } from 'node:path';
import {
  DiskBlobStore,
  InProcessQueue,
  RabbitQueue,
  S3BlobStore,
  SmtpMailSender,
  SpoolMailSender,
  SpoolSmsSender,
  TwilioSmsSender,
} from '@chancery/adapters-services';
import type { BlobStore, Clock, Log, MailSender, Queue, SmsSender } from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';

/** Where the embedded senders put what they would have sent. */
export const spoolFolders = ({ dataDirectory }: Configuration) => ({
  mail: join(dataDirectory, 'mail'),
  sms: join(dataDirectory, 'sms'),
});

/** Whom the service calls: each port embedded by default, or outside where a variable names it. */
export const servicesModule = new ContainerModule(({ bind }) => {
  bind(tokens.queue)
    .toResolvedValue(openQueue, [tokens.configuration, tokens.log])
    .inSingletonScope()
    .onDeactivation((queue) => queue.close());
  bind(tokens.blobs).toResolvedValue(openBlobs, [tokens.configuration]).inSingletonScope();
  bind(tokens.mail)
    .toResolvedValue(openMail, [tokens.configuration, tokens.clock])
    .inSingletonScope()
    .onDeactivation((mail) => (mail instanceof SmtpMailSender ? mail.close() : undefined));
  bind(tokens.sms).toResolvedValue(openSms, [tokens.configuration, tokens.clock]).inSingletonScope();
});

function openQueue({ amqpUrl }: Configuration, log: Log): Queue {
  if (amqpUrl === null) return new InProcessQueue({ log });
  // The job itself stands in the database, where the poll finds it; only the wake-up is given up.
  const onDead = (jobId: string) =>
    log.error({ jobId }, 'the broker gave a wake-up up; the poll works the job');
  return new RabbitQueue(amqpUrl, { log, onDead });
}

const openBlobs = ({ blobUrl, dataDirectory }: Configuration): BlobStore =>
  blobUrl === null ? new DiskBlobStore(join(dataDirectory, 'blobs')) : new S3BlobStore(blobUrl);

const openMail = (configuration: Configuration, clock: Clock): MailSender =>
  configuration.smtpUrl === null
    ? new SpoolMailSender(spoolFolders(configuration).mail, clock)
    : new SmtpMailSender(configuration.smtpUrl, clock);

const openSms = (configuration: Configuration, clock: Clock): SmsSender =>
  configuration.twilio === null
    ? new SpoolSmsSender(spoolFolders(configuration).sms, clock)
    : new TwilioSmsSender(configuration.twilio);
