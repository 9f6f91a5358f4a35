import { type Database, jobStore, unitOfWork } from '@chancery/adapters-persistence';
import { FixedClock, OpenThrottle, PlainKeyRing, silentQueue } from '@chancery/adapters-persistence/testing';
import { HmacLinkTokens, SmtpMailSender } from '@chancery/adapters-services';
import {
  builtInPlans,
  type ChanceryPorts,
  createWorker,
  defaultSettings,
  momentTimeZoneRules,
  systemIds,
  systemRandom,
} from '@chancery/core';

/** The link keys of a test and of the processes that it starts: the links in mails are derived from them. */
export const remindingLinks = () => new HmacLinkTokens([{ number: 1, key: new Uint8Array(32).fill(7) }]);

/** What a process needs to mail reminders, and no more; its clock stands still. */
export function remindingWorker(database: Database, { now, smtpUrl }: { now: string; smtpUrl: string }) {
  const clock = new FixedClock(now);
  const mail = new SmtpMailSender(smtpUrl, clock);
  const ports = {
    clock,
    mail,
    ids: systemIds,
    random: systemRandom,
    unitOfWork: unitOfWork(database),
    jobs: jobStore(database),
    queue: silentQueue,
    keyRing: new PlainKeyRing(),
    linkTokens: remindingLinks(),
    throttle: new OpenThrottle(),
    timeZones: momentTimeZoneRules(),
    plans: builtInPlans,
    settings: defaultSettings,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } as unknown as ChanceryPorts; // reminders ask for none of the other ports
  return { worker: createWorker(ports), mail };
}
