import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import { inWorkspace } from '../in-workspace.ts';
import { reaction, scheduled } from '../ports.ts';
import { concludeVerification } from './conclude-verification.ts';
import { ledgerIdField } from './events.ts';
import { auditJobs } from './jobs.ts';
import type { SweptLedger } from './ports.ts';
import { walkLedger } from './walk-ledger.ts';

/** A part of the nightly verification is to be done; the ledger itself says where it goes on. */
export const ledgerVerificationDue = event(
  'audit.verification_due',
  z.strictObject({ ledgerId: ledgerIdField() }),
  null,
);

const atHour = 2;
/** How long one job verifies before another goes on. */
const secondsAtOnce = 60;

/** The night that an instant belongs to: it begins at two o'clock of the zone. */
const nightOf = (instant: Instant, zone: string, timeZones: TimeZoneRules): string =>
  timeZones.wall(plusMinutes(instant, -atHour * 60), zone).slice(0, 10);

const isDue = (
  { timeZone, verifiedAt, isWalked }: SweptLedger,
  now: Instant,
  timeZones: TimeZoneRules,
): boolean => {
  const zone = timeZone !== null && timeZones.has(timeZone) ? timeZone : 'UTC';
  if (isWalked) return false;
  return verifiedAt === null || nightOf(verifiedAt, zone, timeZones) < nightOf(now, zone, timeZones);
};

/** Begins the verification of each ledger at two o'clock of its zone; one that was missed is made up for. */
export const beginNightlyVerifications = scheduled(
  { topic: 'audit.nightly_due', cron: '*/15 * * * *', policy: auditJobs, databaseRole: 'identity' },
  async ({ read, transact, now, timeZones }) => {
    for (const swept of await read(({ ledgerSweep }) => ledgerSweep.all()))
      if (isDue(swept, now, timeZones))
        await inWorkspace(
          swept.ledgerId,
          transact,
        )(async ({ auditTrail, checkpointLog, emit }) => {
          const head = await auditTrail.head();
          if (head === null || head.seq === 0) return;
          const log = await checkpointLog.log();
          await checkpointLog.saveLog({ ...log, walk: { nextSeq: 1, headSeq: head.seq } });
          emit(ledgerVerificationDue, { ledgerId: swept.ledgerId });
        });
  },
);

/** Verifies a part of a ledger, up to the head that it had when the night began (REC-79). */
export const verifyNightly = reaction(
  ledgerVerificationDue,
  {
    topic: 'audit.verify_nightly',
    policy: { ...auditJobs, leaseSeconds: 600 },
    mails: 'members',
    givenUp: ({ ledgerId }, { transact }) =>
      inWorkspace(
        ledgerId,
        transact,
      )(async ({ checkpointLog }) => {
        const log = await checkpointLog.log();
        await checkpointLog.saveLog({ ...log, walk: null });
      }),
  },
  async ({ ledgerId }, { transact, keyRing, keyVault }) => {
    const unit = inWorkspace(ledgerId, transact);
    const walk = await unit(async ({ checkpointLog }) => (await checkpointLog.log()).walk);
    if (walk === null) return;
    const begun = performance.now();
    const walked = await walkLedger({
      ...{ ledgerId, keyRing, keyVault, details: true, fromSeq: walk.nextSeq, toSeq: walk.headSeq },
      unit,
      goesOn: () => performance.now() - begun < secondsAtOnce * 1000,
    });
    if (walked === null) return;
    await unit(async (context) => {
      const { checkpointLog, emit } = context;
      const log = await checkpointLog.log();
      if (walked.fault === null && walked.nextFromSeq !== null) {
        await checkpointLog.saveLog({ ...log, walk: { ...walk, nextSeq: walked.nextFromSeq } });
        emit(ledgerVerificationDue, { ledgerId });
        return;
      }
      await checkpointLog.saveLog({ ...log, walk: null });
      // The parts before have found nothing, so that this speaks of the whole.
      const eventsChecked = walk.nextSeq - 1 + walked.eventsChecked;
      await concludeVerification(
        ledgerId,
        { ...walked, fromSeq: 1, eventsChecked, headSeq: walked.toSeq },
        context,
      );
    });
  },
);
