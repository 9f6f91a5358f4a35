import type { Database } from '@chancery/adapters-persistence';
import type {
  BlobStore,
  Clock,
  HealthProbe,
  JobStore,
  KeyRing,
  MailSender,
  Queue,
  SmsSender,
} from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';
import {
  blobStoreProbe,
  databaseProbe,
  diskProbe,
  keyRingProbe,
  migrationsProbe,
  outboxProbe,
  queueProbe,
  senderProbe,
} from './probes.ts';

export const probesModule = new ContainerModule(({ bind }) => {
  const { configuration, database, keyRing, blobs, queue, jobs, mail, sms, clock } = tokens;
  bind(tokens.probes)
    .toResolvedValue(allProbes, [configuration, database, keyRing, blobs, queue, jobs, mail, sms, clock])
    .inSingletonScope();
});

/** The dependencies of platform 5.11 that this build has. */
function allProbes(
  configuration: Configuration,
  database: Database,
  keyRing: KeyRing,
  blobs: BlobStore,
  queue: Queue,
  jobs: JobStore,
  mail: MailSender,
  sms: SmsSender,
  clock: Clock,
): readonly HealthProbe[] {
  const { amqpUrl, smtpUrl, twilio, databaseUrl, dataDirectory } = configuration;
  return [
    databaseProbe(database),
    migrationsProbe(database),
    keyRingProbe(keyRing),
    blobStoreProbe(blobs, clock),
    queueProbe(queue, amqpUrl !== null),
    outboxProbe(jobs, clock),
    senderProbe('mailer', mail, smtpUrl !== null, clock),
    senderProbe('sms', sms, twilio !== null, clock),
    ...(databaseUrl === null ? [diskProbe(dataDirectory)] : []),
  ];
}
