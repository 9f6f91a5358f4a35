import { readFileSync } from 'node:fs';
import { readsHeic } from '@chancery/adapters-engines';
import { openStripe, systemClock } from '@chancery/adapters-services';
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
  type Log,
  momentTimeZoneRules,
  type PlanCatalog,
  systemIds,
  systemRandom,
  type UnitOfWork,
} from '@chancery/core';
import { hostPortNames, identity, integrations } from '@chancery/core/internal';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { optionalPorts, tokens } from '../tokens.ts';
import { version } from '../version.ts';

const { configuration, chancery, health: readiness, ...ports } = tokens;
const portNames = [...hostPortNames, ...Object.keys(optionalPorts)] as readonly (keyof typeof ports)[];

/** The core, and the ports that it implements itself. */
export const coreModule = new ContainerModule(({ bind }) => {
  bind(ports.clock).toConstantValue(systemClock);
  bind(ports.ids).toConstantValue(systemIds);
  bind(ports.random).toConstantValue(systemRandom);
  bind(ports.timeZones).toConstantValue(momentTimeZoneRules());
  bind(ports.plans).toResolvedValue(openPlans, [configuration]).inSingletonScope();
  bind(ports.payments)
    .toResolvedValue(openPayments, [configuration, ports.clock, ports.ids, ports.plans])
    .inSingletonScope();
  bind(ports.settings).toResolvedValue(
    ({ settings }: Configuration) => ({ ...settings, lacksHeic: !readsHeic() }),
    [configuration],
  );
  bind(ports.apiKeyUse)
    .toResolvedValue(
      (unitOfWork: UnitOfWork, log: Log) => new integrations.ApiKeyUse({ unitOfWork, log }),
      [ports.unitOfWork, ports.log],
    )
    .inSingletonScope();
  bind(ports.sessionUse)
    .toResolvedValue(
      (unitOfWork: UnitOfWork, log: Log) => new identity.SessionUse({ unitOfWork, log }),
      [ports.unitOfWork, ports.log],
    )
    .inSingletonScope();
  bind(chancery)
    // Names and values come from one table in the same order, which the type cannot express.
    .toResolvedValue<unknown[]>(
      (...values) =>
        createChancery(
          Object.fromEntries(
            portNames.map((name, index) => [name, values[index]]),
          ) as unknown as ChanceryPorts,
        ),
      portNames.map((name) => ports[name]),
    )
    .inSingletonScope();
  bind(readiness).toResolvedValue(openHealth, [ports.probes, ports.clock, configuration]).inSingletonScope();
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

async function openPayments(
  { stripe, settings: { billing: chosen } }: Configuration,
  time: Clock,
  newIds: IdGenerator,
  catalog: PlanCatalog,
): Promise<BillingProcessor> {
  if (stripe !== null) {
    const { secretKey, webhookSecrets, baseUrl } = stripe;
    return openStripe({
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
