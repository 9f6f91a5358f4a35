import { join } from 'node:path';
import { type Database, isBackupUnderWay, NotifiedQueue } from '@chancery/adapters-persistence';
import {
  ClamdScanner,
  conferenceProviders,
  DiskBlobStore,
  DiskCheckpointSink,
  EmbeddedScanner,
  InProcessQueue,
  KeyRingCheckpointSigner,
  MailCheckpointSink,
  OpenidOidcClient,
  RabbitQueue,
  S3BlobStore,
  S3CheckpointSink,
  SmtpMailSender,
  SpoolMailSender,
  SpoolSmsSender,
  StandardWebhookSigner,
  TwilioSmsSender,
  UndiciEgressClient,
} from '@chancery/adapters-services';
import type {
  BlobStore,
  Clock,
  ConferenceProviders,
  ContentScanner,
  EgressClient,
  JobStore,
  KeyRing,
  Log,
  MailSender,
  OidcClient,
  Queue,
  records,
  SmsSender,
} from '@chancery/core';
import { ContainerModule } from 'inversify';
import { HeldBlobStore } from '../backup/held-blob-store.ts';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';
import { openDisclosures } from './disclosures.ts';

/** The folders into which the embedded senders write their messages. */
export const spoolFolders = ({ dataDirectory }: Configuration) => ({
  mail: join(dataDirectory, 'mail'),
  sms: join(dataDirectory, 'sms'),
});

/** The services that the server calls: each port is embedded by default, or outside if a variable names it. */
export const servicesModule = new ContainerModule(({ bind }) => {
  bind(tokens.queue)
    .toResolvedValue(openQueue, [
      tokens.configuration,
      tokens.log,
      tokens.database,
      tokens.jobs,
      tokens.clock,
    ])
    .inSingletonScope()
    .onDeactivation((queue) => queue.close());
  bind(tokens.egress)
    .toResolvedValue(openEgress, [tokens.configuration])
    .inSingletonScope()
    .onDeactivation((egress) => (egress instanceof UndiciEgressClient ? egress.close() : undefined));
  bind(tokens.oidc).toResolvedValue(openOidc, [tokens.configuration, tokens.clock]).inSingletonScope();
  bind(tokens.conference)
    .toResolvedValue(openConference, [tokens.configuration, tokens.keyRing])
    .inSingletonScope();
  bind(tokens.disclosures).toResolvedValue(openDisclosures, [tokens.configuration]).inSingletonScope();
  bind(tokens.webhookSigner).toConstantValue(new StandardWebhookSigner());
  bind(tokens.scanner).toResolvedValue(openScanner, [tokens.configuration]).inSingletonScope();
  bind(tokens.blobs)
    .toResolvedValue(
      (configuration: Configuration, database: Database) =>
        new HeldBlobStore(openBlobs(configuration), () => isBackupUnderWay(database)),
      [tokens.configuration, tokens.database],
    )
    .inSingletonScope();
  bind(tokens.mail)
    .toResolvedValue(openMail, [tokens.configuration, tokens.clock])
    .inSingletonScope()
    .onDeactivation((mail) => (mail instanceof SmtpMailSender ? mail.close() : undefined));
  bind(tokens.checkpointSigner)
    .toResolvedValue((keyRing: KeyRing) => new KeyRingCheckpointSigner(keyRing), [tokens.keyRing])
    .inSingletonScope();
  bind(tokens.checkpointSink)
    .toResolvedValue(openCheckpointSink, [tokens.configuration, tokens.mail, tokens.clock])
    .inSingletonScope()
    .onDeactivation((sink) => (sink instanceof S3CheckpointSink ? sink.close() : undefined));
  bind(tokens.sms).toResolvedValue(openSms, [tokens.configuration, tokens.clock]).inSingletonScope();
});

/** The broker if there is one; otherwise PostgreSQL carries wake-ups between processes, and memory within one. */
function openQueue(
  { amqpUrl, databaseUrl }: Configuration,
  log: Log,
  database: Database,
  jobs: JobStore,
  clock: Clock,
): Queue {
  const onDead = (jobId: string) => jobs.undeliverable(jobId, clock.now());
  if (amqpUrl !== null) return new RabbitQueue(amqpUrl, { log, onDead });
  const queue = new InProcessQueue({ log, onDead });
  return databaseUrl === null ? queue : new NotifiedQueue(queue, database.pool, databaseUrl, log);
}

const openConference = ({ baseUrl, conference }: Configuration, keyRing: KeyRing): ConferenceProviders =>
  conferenceProviders({ baseUrl, key: () => keyRing.derive('conference-embedded'), ...conference });

const openScanner = ({ scanUrl }: Configuration): ContentScanner =>
  scanUrl === null ? new EmbeddedScanner() : new ClamdScanner(scanUrl);

export const openBlobs = ({ blobUrl, dataDirectory }: Configuration): BlobStore =>
  blobUrl === null ? new DiskBlobStore(join(dataDirectory, 'blobs')) : new S3BlobStore(blobUrl);

const openMail = (configuration: Configuration, clock: Clock): MailSender =>
  configuration.smtpUrl === null
    ? new SpoolMailSender(spoolFolders(configuration).mail, clock)
    : new SmtpMailSender(configuration.smtpUrl, clock);

function openCheckpointSink(
  { checkpointSinkUrl, dataDirectory, settings }: Configuration,
  mail: MailSender,
  clock: Clock,
): records.CheckpointSink {
  if (checkpointSinkUrl === null) return new DiskCheckpointSink(join(dataDirectory, 'checkpoints'));
  return checkpointSinkUrl.startsWith('mailto:')
    ? new MailCheckpointSink(checkpointSinkUrl, settings.mailFrom, mail)
    : new S3CheckpointSink(checkpointSinkUrl, () => clock.now());
}

const openSms = (configuration: Configuration, clock: Clock): SmsSender =>
  configuration.twilio === null
    ? new SpoolSmsSender(spoolFolders(configuration).sms, clock)
    : new TwilioSmsSender(configuration.twilio);

const openEgress = ({ webhookAllowedRanges, egressProxyUrl }: Configuration): EgressClient =>
  new UndiciEgressClient({ allowedRanges: webhookAllowedRanges, proxyUrl: egressProxyUrl });

const openOidc = ({ providers, baseUrl }: Configuration, clock: Clock): OidcClient =>
  new OpenidOidcClient({ ...providers, baseUrl, clock });
