import type { WritingContext } from '../../kernel/handler-context.ts';
import { daysLater } from '../../kernel/plain-dates.ts';
import { finalizedVersion, requireSigned } from '../addenda/signed-addendum.ts';
import { requireAmendableCase } from '../cases/case.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { workflowOf } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';
import { type Amendment, type AmendmentRequest, amendmentStates, sealedRequest } from './amendment.ts';
import { aboutAmendment, amendmentRequested } from './events.ts';
import { todayIn } from './today.ts';

export interface AmendmentAsked extends AmendmentRequest {
  /** Null names the newest one. */
  readonly versionNumber: number | null;
  readonly requestedByKind: Amendment['requestedByKind'];
  /** Null for the portal. */
  readonly requestedByUserId: string | null;
  readonly notifyPriorRecipients: boolean;
}

type Context = Pick<RecordsPorts, 'amendments' | 'entries' | 'cases' | 'recordPacks' | 'workspaceIdentity'> &
  Pick<WritingContext, 'now' | 'newId' | 'emit' | 'timeZones'>;

/** Somebody asks for a change of a signed entry, which is locked. */
export async function requestAmendment(
  entry: RecordEntry,
  asked: AmendmentAsked,
  seal: EntrySeal,
  context: Context,
): Promise<Amendment> {
  const { amendments, cases, newId, now, emit } = context;
  requireSigned(entry);
  requireAmendableCase(await cases.find(entry.caseId));
  const { requesterName, reason, requestedChange, requestedByKind, requestedByUserId } = asked;
  const { amendmentDays } = await workflowOf(context);
  const id = newId();
  const amendment: Amendment = {
    id,
    entryId: entry.id,
    versionNumber: await finalizedVersion(entry, asked.versionNumber, context),
    requestedByKind,
    requestedByUserId,
    requestSealed: sealedRequest({ id }, { requesterName, reason, requestedChange }, seal),
    status: amendmentStates.begin('requested'),
    dueOn: daysLater(await todayIn(context), amendmentDays),
    extendedOnce: false,
    ...undecided,
    notifyPriorRecipients: asked.notifyPriorRecipients,
    remindedOn: null,
    createdAt: now,
    updatedByUserId: requestedByUserId,
    updatedAt: now,
    version: 1,
  };
  await amendments.add(amendment);
  emit(amendmentRequested, { ...aboutAmendment(amendment, entry), requestedByKind, reason });
  return amendment;
}

const undecided = {
  decidedByUserId: null,
  decidedAt: null,
  decisionSealed: null,
  singlePerson: false,
  denialBasis: null,
  openedVersion: null,
  denialAddendumId: null,
  disagreementAddendumId: null,
  rebuttalAddendumId: null,
} as const;
