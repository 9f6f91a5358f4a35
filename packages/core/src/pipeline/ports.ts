import type { BillingProcessor } from '../kernel/billing-processor.ts';
import type { ConferenceProviders } from '../kernel/conference.ts';
import type { PlanCatalog } from '../kernel/entitlements.ts';
import type { OidcClient } from '../kernel/oidc-client.ts';
import type { JobStore } from '../kernel/outbox.ts';
import type {
  BlobStore,
  Clock,
  ContentScanner,
  DeviceParser,
  EgressClient,
  HealthProbe,
  IdGenerator,
  KeyRing,
  LinkTokens,
  Log,
  MailSender,
  PasskeyVerifier,
  PasswordBlocklist,
  PasswordHasher,
  Queue,
  Random,
  SmsSender,
  Throttle,
  TimeZoneRules,
  TokenSigner,
  TotpVerifier,
  TypeDetector,
  WebhookSigner,
} from '../kernel/ports.ts';
import type { KeyPrincipal, UserPrincipal } from '../kernel/principal.ts';
import type { Settings } from '../kernel/settings.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Everything the core asks of its host. */
export interface ChanceryPorts {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly random: Random;
  readonly unitOfWork: UnitOfWork;
  readonly jobs: JobStore;
  readonly queue: Queue;
  readonly tokens: TokenSigner;
  readonly passwords: PasswordHasher;
  readonly blocklist: PasswordBlocklist;
  readonly totp: TotpVerifier;
  readonly passkeys: PasskeyVerifier;
  readonly keyRing: KeyRing;
  readonly linkTokens: LinkTokens;
  readonly throttle: Throttle;
  /** Counts in this process alone, for signed-in people and keys while `throttle` is away (THR-14). */
  readonly throttleStandIn: Throttle;
  readonly timeZones: TimeZoneRules;
  readonly devices: DeviceParser;
  readonly conference: ConferenceProviders;
  readonly mail: MailSender;
  readonly sms: SmsSender;
  readonly blobs: BlobStore;
  readonly types: TypeDetector;
  readonly scanner: ContentScanner;
  readonly egress: EgressClient;
  readonly webhookSigner: WebhookSigner;
  readonly plans: PlanCatalog;
  readonly payments: BillingProcessor;
  readonly oidc: OidcClient;
  readonly probes: readonly HealthProbe[];
  readonly settings: Settings;
  readonly log: Log;
  /** Told of every request that a key was admitted for (KEY-4); memory alone, never waited for. */
  readonly apiKeyUse?: { note(key: KeyPrincipal, address: string, at: string): void };
  /** Told of every request that a session was admitted for; memory alone, never waited for. */
  readonly sessionUse?: { note(user: UserPrincipal, at: string): void };
}
