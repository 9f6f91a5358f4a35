import type { Bound, Intersection } from '../kernel/context-ports.ts';
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
import type { Settings } from '../kernel/settings.ts';
import type { Answers } from './composition.ts';
import type { Contexts } from './contexts.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What the pipeline itself works with. */
interface PipelinePorts {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly random: Random;
  readonly unitOfWork: UnitOfWork;
  readonly jobs: JobStore;
  readonly queue: Queue;
  readonly tokens: TokenSigner;
  readonly keyRing: KeyRing;
  readonly linkTokens: LinkTokens;
  readonly throttle: Throttle;
  /** Counts in this process alone, for signed-in people and keys while `throttle` is away (THR-14). */
  readonly throttleStandIn: Throttle;
  readonly timeZones: TimeZoneRules;
  readonly mail: MailSender;
  readonly sms: SmsSender;
  readonly plans: PlanCatalog;
  readonly probes: readonly HealthProbe[];
  readonly settings: Settings;
  readonly log: Log;
  /** What the host answers in place of a context, where one asks another. */
  readonly answers?: Partial<Answers<'asks'>>;
  readonly answersOutside?: Partial<Answers<'asksOutside'>>;
  /** Notes every request that a key was admitted for (KEY-4); memory alone, never waited for. */
  readonly apiKeyUse?: { note(key: KeyPrincipal, address: string, at: string): void };
  /** Notes every request that a session was admitted for; memory alone, never waited for. */
  readonly sessionUse?: { note(user: UserPrincipal, at: string): void };
}

/** The services that the contexts name in their `ports.ts`, each once: one name is one port. */
export type Services = Intersection<
  {
    [C in keyof Contexts]: Bound<Contexts[C]['ports']['inside']> & Bound<Contexts[C]['ports']['outside']>;
  }[keyof Contexts]
>;

/** Everything the core asks of its host. */
export type ChanceryPorts = PipelinePorts & Services;
