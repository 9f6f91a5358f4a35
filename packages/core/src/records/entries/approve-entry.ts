import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import {
  entryContentChanged,
  entryInvalidState,
  entryNotFound,
  entryReviewerRequired,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import type { ReviewPolicy } from '../templates/template.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { awaitsApproval, type EntryVersion, stepped } from './entry.ts';
import { artifactId, expectedVersion, singlePersonReason, stepReason } from './entry-fields.ts';
import { onEntry, standingsOnEntry } from './entry-permissions.ts';
import { outcomeReasonPlace, readEntry, shownEntry } from './entry-reading.ts';
import { aboutEntry, entryApproved } from './events.ts';
import { reportChanged, requireUnchanged } from './reviewed-snapshot.ts';
import { changedEntry, deniedEntry, type SeenEntry, workingVersion } from './seen-entry.ts';
import { EntryView } from './views.ts';

export const approveEntry = action({
  summary: 'Approve an entry',
  description:
    'Its author signs it then. Who may approve is up to its review policy; for peer and lead it is somebody else than the author.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    reason: stepReason(),
    singlePersonReason: singlePersonReason(),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [
    entryNotFound,
    entryInvalidState,
    entryReviewerRequired,
    entryContentChanged,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    ...secondPersonErrors,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onEntry('approve'),
  version: ({ entry }) => entry.version,

  async prepare(input, context) {
    const key = await keyOfEntry(input, context);
    await reportChanged(input.artifactId, key, context);
    return key;
  },

  async run({ reason, singlePersonReason: aloneBecause }, context) {
    const { found, prepared: key, entries, now, user, accessedBy, emit } = context;
    const seal = sealOf(key, context);
    requireReviewer(found, user.userId);
    const working = await workingVersion(found.entry, context);
    if (!awaitsApproval(working)) throw entryInvalidState();
    const singlePerson = await settledAlone(found, working, aloneBecause ?? null, context);
    await requireUnchanged(working, seal, context);

    const { entry, version } = stepped(found.entry, working, 'approve');
    const of = { entryId: entry.id, number: working.number, submission: working.submission };
    const sealed = reason === null ? null : seal.sealText(outcomeReasonPlace(of), reason);
    await entries.settleSubmission(of, 'approved', sealed);
    await entries.saveVersion({ ...version, approvedByUserId: user.userId, approvedAt: now, singlePerson });
    const saved = await entries.save({ ...entry, updatedByUserId: user.userId, updatedAt: now });
    accessedBy(found.used);
    emit(entryApproved, { ...aboutEntry(saved), versionNumber: working.number, singlePerson, reason });
    return { entry: shownEntry(await readEntry(saved, {}, context), seal) };
  },
});

/** Who approves by each policy, beside the author where the policy is theirs (records 5.4). */
export const entryReviewers = {
  author: ['reviewer', 'lead'],
  peer: ['reviewer', 'contributor', 'lead'],
  lead: ['lead'],
} as const satisfies Readonly<Record<ReviewPolicy, readonly string[]>>;

function requireReviewer(found: SeenEntry, userId: string): void {
  const { reviewPolicy, authorUserId } = found.entry;
  if (reviewPolicy === 'author' && authorUserId === userId) return;
  const able: readonly string[] = entryReviewers[reviewPolicy];
  if (!standingsOnEntry(found, userId).some((standing) => able.includes(standing)))
    throw entryReviewerRequired();
}

/** Under `peer` and `lead` somebody else approves than whoever wrote it; the rule of the second person alone makes an exception. */
async function settledAlone(
  { entry }: SeenEntry,
  { submittedAt }: EntryVersion,
  reason: string | null,
  context: RecordsPorts & WritingContext,
): Promise<boolean> {
  const { caseMembers, secondPersonRule, now, user } = context;
  if (entry.reviewPolicy === 'author' || entry.authorUserId !== user.userId) return false;
  const able: readonly string[] = entryReviewers[entry.reviewPolicy];
  const members = await caseMembers.activeOf(entry.caseId, now);
  const { singlePerson } = await secondPersonRule.check(context, {
    step: 'entry.approve',
    target: { kind: 'entry', id: entry.id },
    requesterIds: [entry.authorUserId],
    countedFrom: submittedAt ?? now,
    mayAlso: members.filter(({ role }) => able.includes(role)).map(({ userId }) => userId),
    reason,
    actor: user.userId,
  });
  return singlePerson;
}
