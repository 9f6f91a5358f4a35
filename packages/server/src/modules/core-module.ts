import { readFileSync } from 'node:fs';
import { StripeBillingProcessor, systemClock } from '@chancery/adapters-services';
import {
  type BillingProcessor,
  billing,
  builtInPlans,
  type ChanceryPorts,
  type Clock,
  createChancery,
  type HealthProbe,
  health,
  type IdGenerator,
  identity,
  integrations,
  type Log,
  momentTimeZoneRules,
  type PlanCatalog,
  systemIds,
  systemRandom,
  type UnitOfWork,
} from '@chancery/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { type Configuration, ConfigurationError } from '../configuration.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';

const { clock, ids, random, unitOfWork, jobs, queue, passwords, blocklist, keyRing, linkTokens } = tokens;
const { totp, passkeys } = tokens;
const {
  throttle,
  throttleStandIn,
  timeZones,
  devices,
  mail,
  sms,
  blobs,
  types,
  scanner,
  egress,
  conference,
  webhookSigner,
  plans,
  payments,
  oidc,
  probes,
  settings,
  log,
  apiKeyUse,
  sessionUse,
} = tokens;

/** Every port of the core by its name there; one that is missing does not compile. */
const portTokens: {
  readonly [P in keyof ChanceryPorts]-?: ServiceIdentifier<NonNullable<ChanceryPorts[P]>>;
} = {
  clock,
  ids,
  random,
  unitOfWork,
  jobs,
  queue,
  passwords,
  blocklist,
  totp,
  passkeys,
  keyRing,
  linkTokens,
  throttle,
  throttleStandIn,
  devices,
  mail,
  sms,
  blobs,
  types,
  scanner,
  egress,
  conference,
  webhookSigner,
  plans,
  payments,
  oidc,
  probes,
  settings,
  log,
  apiKeyUse,
  sessionUse,
  // Rules whose data the host replaces.
  timeZones: timeZones as ServiceIdentifier<ChanceryPorts['timeZones']>,
  // A signer is more than its port: the host replaces its keys.
  tokens: tokens.tokens as ServiceIdentifier<ChanceryPorts['tokens']>,
};
const portNames = Object.keys(portTokens);

/** What the core brings itself, and the core. */
export const coreModule = new ContainerModule(({ bind }) => {
  bind(clock).toConstantValue(systemClock);
  bind(ids).toConstantValue(systemIds);
  bind(random).toConstantValue(systemRandom);
  bind(timeZones).toConstantValue(momentTimeZoneRules());
  bind(plans).toResolvedValue(openPlans, [tokens.configuration]).inSingletonScope();
  bind(payments).toResolvedValue(openPayments, [tokens.configuration, clock, ids, plans]).inSingletonScope();
  bind(settings).toResolvedValue(
    (configuration: Configuration) => configuration.settings,
    [tokens.configuration],
  );
  bind(apiKeyUse)
    .toResolvedValue(
      (units: UnitOfWork, lines: Log) => new integrations.ApiKeyUse({ unitOfWork: units, log: lines }),
      [unitOfWork, log],
    )
    .inSingletonScope();
  bind(sessionUse)
    .toResolvedValue(
      (units: UnitOfWork, lines: Log) => new identity.SessionUse({ unitOfWork: units, log: lines }),
      [unitOfWork, log],
    )
    .inSingletonScope();
  bind(tokens.chancery)
    // Names and values come from one table in one order, which is all that the type cannot say.
    .toResolvedValue<unknown[]>(
      (...values) =>
        createChancery(
          Object.fromEntries(
            portNames.map((name, index) => [name, values[index]]),
          ) as unknown as ChanceryPorts,
        ),
      Object.values(portTokens),
    )
    .inSingletonScope();
  bind(tokens.health).toResolvedValue(openHealth, [probes, clock, tokens.configuration]).inSingletonScope();
});

function openPlans({ plansFile }: Configuration): PlanCatalog {
  if (plansFile === null) return builtInPlans;
  try {
    return billing.readPlanFile(readFileSync(plansFile, 'utf8'));
  } catch (error) {
    const reason = error instanceof billing.PlanFileFault ? error.message : 'it cannot be read';
    throw new ConfigurationError([`CHANCERY_PLANS_FILE: ${reason}.`]);
  }
}

function openPayments(
  { stripe, settings: { billing: chosen } }: Configuration,
  time: Clock,
  newIds: IdGenerator,
  catalog: PlanCatalog,
): BillingProcessor {
  if (stripe !== null) {
    const { secretKey, webhookSecrets, baseUrl } = stripe;
    return new StripeBillingProcessor({
      secretKey,
      webhookSecrets,
      ...(baseUrl === null ? {} : { baseUrl }),
    });
  }
  const collection = chosen.collection === 'manual' ? 'manual' : 'none';
  return new billing.EmbeddedBillingProcessor({ clock: time, ids: newIds, plans: catalog, collection });
}

const openHealth = (
  all: readonly HealthProbe[],
  time: Clock,
  { showsVersion }: Configuration,
): health.Health => health.createHealth({ probes: all, clock: time, ...(showsVersion ? { version } : {}) });
