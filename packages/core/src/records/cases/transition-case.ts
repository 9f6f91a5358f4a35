import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { text, version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  caseInvalidState,
  caseLastLead,
  caseNotFound,
  caseOnDispositionReview,
  caseOpenItems,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { command, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import {
  type CaseStatus,
  caseStates,
  daysToRestore,
  isLed,
  isOpenStatus,
  moved,
  type RecordCase,
} from './case.ts';
import { caseId } from './case-fields.ts';
import { savedCase } from './changed-case.ts';
import { aboutCase, caseStatusChanged } from './events.ts';
import { requireNothingOpen } from './open-items.ts';
import { deniedCase, onCase, type SeenCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { cancelPending } from './transfers/end-pending.ts';
import { CaseView } from './views.ts';

interface Wanted {
  readonly status: CaseStatus;
}
const movesArchive = ({ case: { status } }: SeenCase, wanted: Wanted): boolean =>
  wanted.status === 'archived' || status === 'archived';
const movesWork = (found: SeenCase, wanted: Wanted): boolean => !movesArchive(found, wanted);
const opensAgain = ({ case: { status } }: SeenCase, wanted: Wanted): boolean =>
  isOpenStatus(wanted.status) && !isOpenStatus(status);

export const transitionCase = command({
  summary: 'Move a case to another status',
  description:
    'Closing needs closureOutcome and ends what was granted on the case for a time. A cancelled case is taken up again within 30 days.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'records cases move', example: { status: 'on_hold' } },
  input: z.strictObject({
    caseId: caseId(),
    status: z.enum(caseStates.states).describe('Where it shall stand.'),
    reason: reason().describe('Why; it stands in the ledger.'),
    closureOutcome: text(200)
      .optional()
      .describe('How the case ended; needed to close it.')
      .meta({ examples: ['Agreement reached'] }),
    carryFollowUps: z
      .boolean()
      .default(false)
      .describe('Closes it although somebody still has something to do in it.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version().optional(),
  }),
  output: z.object({ case: CaseView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    caseOpenItems,
    caseOnDispositionReview,
    caseLastLead,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: [
    onlyWhen('it neither goes into the archive nor comes out of it', movesWork, onCase('status')),
    onlyWhen('it goes into the archive or comes out of it', movesArchive, onCase('archive')),
  ],
  async limit(input, { found, entitlements }) {
    if (opensAgain(found, input)) await entitlements.take('open_cases');
  },
  version: ({ case: { version: current } }) => current,

  async run({ status, reason: why, closureOutcome, carryFollowUps, purposeOfUse: purpose }, context) {
    const { found, now, entitlements, emit } = context;
    const before = found.case;
    const to = moved(before.status, status);
    const closes = to === 'closed' && before.status !== 'archived';
    if (closes && closureOutcome === undefined)
      throw invalidField('/closureOutcome', 'field.required', 'Say how the case ended.');
    await requireMovable(before, to, context);
    if (closes) await requireNothingOpen(found, carryFollowUps, context);
    // What was decided of a case is carried out on it as it was decided (records 5.2).
    if (await context.caseRetention.isApproved(before.id)) throw caseOnDispositionReview();

    if (closes) await context.recordStandings.endGrantsOnCase(before.id, null, now);
    if (isOpenStatus(before.status) && !isOpenStatus(to)) {
      await entitlements.release('open_cases');
      await cancelPending(before, context.user.userId, context);
    }
    const saved = await savedCase(
      { ...before, status: to, statusChangedAt: now, ...closure(before, to, closureOutcome ?? null, now) },
      context,
    );
    context.accessedBy(found.used);
    emit(caseStatusChanged, {
      ...aboutCase(saved),
      ...{ version: saved.version, from: before.status, to, reason: why },
      closureOutcome: closes ? saved.closureOutcome : null,
    });
    return { case: await shownCase({ ...found, case: saved }, purpose ?? null, context) };
  },
});

type Context = RecordsPorts & WritingContext;

/** A case that opens again needs somebody who leads it, and a cancelled one is not forgotten yet. */
async function requireMovable(
  before: RecordCase,
  to: CaseStatus,
  { caseMembers, now }: Pick<Context, 'caseMembers' | 'now'>,
): Promise<void> {
  if (before.status === 'cancelled' && plusDays(before.statusChangedAt, daysToRestore) < now)
    throw caseInvalidState();
  if (isOpenStatus(to) && !isOpenStatus(before.status) && !isLed(await caseMembers.activeOf(before.id, now)))
    throw caseLastLead();
}

/** A closed case says when and how it ended, an open one does not. */
function closure(
  before: RecordCase,
  to: CaseStatus,
  closureOutcome: string | null,
  now: RecordCase['openedAt'],
): Pick<RecordCase, 'closedAt' | 'closureOutcome'> {
  if (isOpenStatus(to)) return { closedAt: null, closureOutcome: null };
  if (to === 'closed' && before.status !== 'archived') return { closedAt: now, closureOutcome };
  return { closedAt: before.closedAt, closureOutcome: before.closureOutcome };
}
