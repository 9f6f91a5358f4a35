import type { Database } from '@chancery/adapters-persistence';
import type { JoseTokenSigner, MasterKeyRing } from '@chancery/adapters-services';
import type {
  BlobStore,
  Chancery,
  Clock,
  DeviceParser,
  HealthProbe,
  health,
  IdGenerator,
  integrations,
  JobStore,
  LinkTokens,
  Log,
  MailSender,
  PasswordBlocklist,
  PasswordHasher,
  PlanCatalog,
  Queue,
  Random,
  Settings,
  SmsSender,
  Throttle,
  TimeZoneRules,
  UnitOfWork,
} from '@chancery/core';
import type { ServiceIdentifier } from 'inversify';
import type { Configuration } from './configuration.ts';

/** inversify finds by the symbol; the type says what is found. */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** What the container holds: one token for each port, so that a host may bind an adapter of its own in its place. */
export const tokens = {
  configuration: token<Configuration>('Configuration'),
  database: token<Database>('Database'),
  log: token<Log>('Log'),
  clock: token<Clock>('Clock'),
  ids: token<IdGenerator>('IdGenerator'),
  random: token<Random>('Random'),
  unitOfWork: token<UnitOfWork>('UnitOfWork'),
  jobs: token<JobStore>('JobStore'),
  queue: token<Queue>('Queue'),
  tokens: token<JoseTokenSigner>('TokenSigner'),
  passwords: token<PasswordHasher>('PasswordHasher'),
  blocklist: token<PasswordBlocklist>('PasswordBlocklist'),
  keyRing: token<MasterKeyRing>('KeyRing'),
  linkTokens: token<LinkTokens>('LinkTokens'),
  throttle: token<Throttle>('Throttle'),
  timeZones: token<TimeZoneRules>('TimeZoneRules'),
  devices: token<DeviceParser>('DeviceParser'),
  mail: token<MailSender>('MailSender'),
  sms: token<SmsSender>('SmsSender'),
  blobs: token<BlobStore>('BlobStore'),
  plans: token<PlanCatalog>('PlanCatalog'),
  probes: token<readonly HealthProbe[]>('HealthProbes'),
  settings: token<Settings>('Settings'),
  apiKeyUse: token<integrations.ApiKeyUse>('ApiKeyUse'),
  chancery: token<Chancery>('Chancery'),
  health: token<health.Health>('Health'),
} as const;
