import type { EnginePool, PooledPdfSealer } from '@chancery/adapters-engines';
import type { Database, SidePool } from '@chancery/adapters-persistence';
import type {
  FileKeyVault,
  PemSealKeys,
  RootedKeyRing,
  RotatingTokenSigner,
  SelfMadeSealKeys,
} from '@chancery/adapters-services';
import type { Chancery, HostPorts, health, ReplaceableTimeZoneRules } from '@chancery/core';
import { hostPortNames, type identity, type integrations } from '@chancery/core/internal';
import type { ServiceIdentifier } from 'inversify';
import type { Configuration } from './configuration.ts';

/** inversify looks up the symbol; the type says what it finds. */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The ports of which the host uses more than the interface: it replaces keys and zone data. */
interface Narrowed {
  readonly pdfSealer: PooledPdfSealer;
  readonly sealKeys: SelfMadeSealKeys | PemSealKeys;
  readonly tokens: RotatingTokenSigner;
  readonly keyRing: RootedKeyRing;
  readonly keyVault: FileKeyVault;
  readonly timeZones: ReplaceableTimeZoneRules;
}

type PortTokens = {
  readonly [P in keyof HostPorts]: ServiceIdentifier<P extends keyof Narrowed ? Narrowed[P] : HostPorts[P]>;
};

/** One token for each port that the core declares, so that a host may bind an adapter of its own in its place. */
// The names agree with the type, because both are read off the same declarations.
const ports = Object.fromEntries(hostPortNames.map((name) => [name, token(name)])) as unknown as PortTokens;

/** The ports that a host may leave out. */
export const optionalPorts = {
  apiKeyUse: token<integrations.ApiKeyUse>('apiKeyUse'),
  sessionUse: token<identity.SessionUse>('sessionUse'),
} as const;

/** What the host makes of the ports. */
const made = {
  configuration: token<Configuration>('configuration'),
  database: token<Database>('database'),
  /** Null on the embedded database, which has one connection and one process. */
  sidePool: token<SidePool | null>('sidePool'),
  engines: token<EnginePool>('engines'),
  chancery: token<Chancery>('chancery'),
  health: token<health.Health>('health'),
} as const;

/** What the container holds. */
export const tokens: PortTokens & typeof optionalPorts & typeof made = {
  ...ports,
  ...optionalPorts,
  ...made,
};
