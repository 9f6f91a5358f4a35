import { systemClock } from '@chancery/adapters-services';
import {
  builtInPlans,
  type ChanceryPorts,
  type Clock,
  createChancery,
  type HealthProbe,
  health,
  integrations,
  type Log,
  momentTimeZoneRules,
  systemIds,
  systemRandom,
  type UnitOfWork,
} from '@chancery/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';

const { clock, ids, random, unitOfWork, jobs, queue, passwords, blocklist, keyRing, linkTokens } = tokens;
const { throttle, timeZones, devices, mail, sms, blobs, plans, probes, settings, log, apiKeyUse } = tokens;

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
  keyRing,
  linkTokens,
  throttle,
  timeZones,
  devices,
  mail,
  sms,
  blobs,
  plans,
  probes,
  settings,
  log,
  apiKeyUse,
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
  bind(plans).toConstantValue(builtInPlans);
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

const openHealth = (
  all: readonly HealthProbe[],
  time: Clock,
  { showsVersion }: Configuration,
): health.Health => health.createHealth({ probes: all, clock: time, ...(showsVersion ? { version } : {}) });
