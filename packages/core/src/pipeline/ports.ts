import { type Bound, type Intersection, port } from '../kernel/context-ports.ts';
import type { PlanCatalog } from '../kernel/entitlements.ts';
import type { JobStore } from '../kernel/outbox.ts';
import type {
  Clock,
  HealthProbe,
  IdGenerator,
  KeyRing,
  LinkTokens,
  Log,
  MailSender,
  Queue,
  Random,
  SmsSender,
  Throttle,
  TimeZoneRules,
  TokenSigner,
} from '../kernel/ports.ts';
import type { KeyPrincipal, UserPrincipal } from '../kernel/principal.ts';
import type { RequestRates } from '../kernel/request-rates.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Answers } from './composition.ts';
import { type Contexts, contexts } from './contexts.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What the pipeline itself works with. */
const pipelinePorts = {
  clock: port<Clock>(),
  ids: port<IdGenerator>(),
  random: port<Random>(),
  unitOfWork: port<UnitOfWork>(),
  jobs: port<JobStore>(),
  queue: port<Queue>(),
  tokens: port<TokenSigner>(),
  keyRing: port<KeyRing>(),
  linkTokens: port<LinkTokens>(),
  throttle: port<Throttle>(),
  /** Counts signed-in people and keys; `throttle` counts what must hold exactly, and whoever has proven nothing yet. */
  requestRates: port<RequestRates>(),
  timeZones: port<TimeZoneRules>(),
  mail: port<MailSender>(),
  sms: port<SmsSender>(),
  plans: port<PlanCatalog>(),
  probes: port<readonly HealthProbe[]>(),
  settings: port<Settings>(),
  log: port<Log>(),
} as const;

/** What a host may leave out. */
interface OptionalPorts {
  /** Notes every request that a key was admitted for (KEY-4); memory alone, never waited for. */
  readonly apiKeyUse?: { note(key: KeyPrincipal, address: string, at: string): void };
  /** Notes every request that a session was admitted for; memory alone, never waited for. */
  readonly sessionUse?: { note(user: UserPrincipal, at: string): void };
  /** What the host answers in place of a context when another context asks. */
  readonly answers?: Partial<Answers<'asks'>>;
  readonly answersOutside?: Partial<Answers<'asksOutside'>>;
}

/** The services that the contexts name in their `ports.ts`, each once: one name is one port. */
export type Services = Intersection<
  {
    [C in keyof Contexts]: Bound<Contexts[C]['ports']['inside']> & Bound<Contexts[C]['ports']['outside']>;
  }[keyof Contexts]
>;

/** What a host binds: each name once, read off the declarations. */
export type HostPorts = Bound<typeof pipelinePorts> & Services;
export const hostPortNames = [
  ...new Set([
    ...Object.keys(pipelinePorts),
    ...Object.values(contexts).flatMap(({ ports: { inside, outside } }) => [
      ...Object.keys(inside),
      ...Object.keys(outside),
    ]),
  ]),
] as readonly (keyof HostPorts)[]; // the same sets as those of the type above

/**
 * The services that are slow or outside of the process, by name: no transaction waits for them (PLT-21). Not among them are
 * the throttles, though contexts name one as outside: they count in the database, on connections of their own, and every
 * call needs them between its credential and its permission (PLT-1).
 */
export const outsidePortNames: readonly (keyof HostPorts)[] = hostPortNames.filter(
  (name) =>
    ['jobs', 'queue', 'mail', 'sms', 'probes'].includes(name) ||
    (name !== 'throttle' && Object.values(contexts).some(({ ports: { outside } }) => name in outside)),
);

/** Everything the core asks of its host. */
export type ChanceryPorts = HostPorts & OptionalPorts;
