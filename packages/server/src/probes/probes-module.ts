import type { EnginePool } from '@chancery/adapters-engines';
import type { Database } from '@chancery/adapters-persistence';
import type {
  BillingProcessor,
  BlobStore,
  Clock,
  ContentScanner,
  HealthProbe,
  JobStore,
  KeyRing,
  KeyVault,
  MailSender,
  OidcClient,
  Queue,
  SealKeyProvider,
  SmsSender,
} from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';
import {
  billingProbe,
  blobStoreProbe,
  databaseProbe,
  diskProbe,
  enginesProbe,
  identityProbe,
  keyRingProbe,
  keyVaultProbe,
  migrationsProbe,
  outboxProbe,
  queueProbe,
  replicaProbe,
  scannerProbe,
  sealProbe,
  senderProbe,
  signingKeysProbe,
} from './probes.ts';

export const probesModule = new ContainerModule(({ bind }) => {
  const { configuration, database, keyRing, blobs, queue, jobs, mail, sms, clock, scanner, oidc, engines } =
    tokens;
  const { sealKeys, keyVault, payments } = tokens;
  bind(tokens.probes)
    .toResolvedValue(allProbes, [
      configuration,
      database,
      keyRing,
      blobs,
      queue,
      jobs,
      mail,
      sms,
      clock,
      scanner,
      oidc,
      engines,
      sealKeys,
      keyVault,
      payments,
    ])
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
  scanner: ContentScanner,
  oidc: OidcClient,
  engines: EnginePool,
  sealKeys: SealKeyProvider,
  keyVault: KeyVault,
  payments: BillingProcessor,
): readonly HealthProbe[] {
  const { amqpUrl, scanUrl, smtpUrl, twilio, databaseUrl, dataDirectory, providers } = configuration;
  return [
    databaseProbe(database),
    migrationsProbe(database),
    ...(database.replicas === undefined ? [] : [replicaProbe(database.replicas)]),
    keyRingProbe(keyRing),
    keyVaultProbe(keyVault, clock),
    blobStoreProbe(blobs, clock),
    queueProbe(queue, amqpUrl !== null),
    outboxProbe(jobs, clock),
    signingKeysProbe(database),
    senderProbe('mailer', mail, smtpUrl !== null, clock),
    senderProbe('sms', sms, twilio !== null, clock),
    billingProbe(payments),
    scannerProbe(scanner, scanUrl !== null, clock),
    enginesProbe(engines),
    sealProbe(sealKeys, clock),
    identityProbe('apple', oidc, providers.apple !== null, clock),
    identityProbe('google', oidc, providers.google !== null, clock),
    ...(databaseUrl === null ? [diskProbe(dataDirectory)] : []),
  ];
}
