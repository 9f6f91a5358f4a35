import { systemClock } from '@chancery/adapters-services';
import { builtInPlans, type Chancery, type ChanceryPorts, type Clock, createChancery, type HealthProbe, health, momentTimeZoneRules, systemIds, systemRandom } from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { probesModule } from '../probes/probes-module.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';

/** The ports in the order of the constructor below. */
const portTokens = [
  tokens.clock, tokens.ids, tokens.random, tokens.unitOfWork, tokens.jobs, tokens.queue, tokens.tokens, tokens.passwords, tokens.blocklist, tokens.keyRing,
  tokens.linkTokens, tokens.throttle, tokens.timeZones, tokens.devices, tokens.mail, tokens.sms, tokens.blobs, tokens.plans, tokens.probes, tokens.configuration, tokens.log,
] as const;

/** What the core brings itself, and the core. */
export const coreModule = new ContainerModule(({ bind }) => {
  bind(tokens.clock).toConstantValue(systemClock);
  bind(tokens.ids).toConstantValue(systemIds);
  bind(tokens.random).toConstantValue(systemRandom);
  bind(tokens.timeZones).toConstantValue(momentTimeZoneRules());
  bind(tokens.plans).toConstantValue(builtInPlans);
  bind(tokens.chancery).toResolvedValue(openChancery, [...portTokens]).inSingletonScope();
  bind(tokens.health)
    .toResolvedValue(
      (probes: readonly HealthProbe[], clock: Clock, { showsVersion }: Configuration) => health.createHealth({ probes, clock, ...(showsVersion ? { version } : {}) }),
      [tokens.probes, tokens.clock, tokens.configuration],
    )
    .inSingletonScope();
});

type P = ChanceryPorts;
function openChancery(
  clock: P['clock'], ids: P['ids'], random: P['random'], unitOfWork: P['unitOfWork'], jobs: P['jobs'], queue: P['queue'], tokenSigner: P['tokens'],
  passwords: P['passwords'], blocklist: P['blocklist'], keyRing: P['keyRing'], linkTokens: P['linkTokens'], throttle: P['throttle'],
  timeZones: P['timeZones'], devices: P['devices'], mail: P['mail'], sms: P['sms'], blobs: P['blobs'], plans: P['plans'], probes: P['probes'],
  { settings }: Configuration, log: P['log'],
): Chancery {
  return createChancery({
    clock, ids, random, unitOfWork, jobs, queue, tokens: tokenSigner, passwords, blocklist, keyRing, linkTokens, throttle, timeZones, devices, mail, sms, blobs, plans, probes, settings, log,
  });
}
export { probesModule };
