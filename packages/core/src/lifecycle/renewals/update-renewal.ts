import { z } from 'zod';
import { documentInvalidState, documentNotFound, viewerOf } from '../../documents/index.ts';
import { planFeatureNotIncluded } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, multiline, version } from '../../kernel/shapes.ts';
import { memberNotFound } from '../../workspace/index.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import {
  renewalAlreadyOpen,
  renewalCycle,
  renewalInvalidState,
  renewalNotFound,
  renewalReplacementInvalid,
} from './errors.ts';
import {
  renewalCancelled,
  renewalNotRenewed,
  renewalReopened,
  renewalSubmitted,
  renewalUpdated,
} from './events.ts';
import { type FoundRenewal, renewalToChange } from './found-renewal.ts';
import { type RenewalCase, renewalChanges, stepped } from './renewal.ts';
import { type ChangeInput, changedBy, requireFields } from './renewal-changes.ts';
import { aboutRenewal } from './renewal-facts.ts';
import { caseId, renewalFields } from './renewal-fields.ts';
import { onRenewalWhen } from './renewal-permissions.ts';
import { RenewalCaseView, renewalView } from './views.ts';

const ending = ['close_not_renewed', 'cancel', 'reopen'] as const;
const isEnding = ({ action }: ChangeInput) => ending.some((each) => each === action);
const isWithdrawal = ({ action }: ChangeInput) => action === 'withdraw_replacement';

export const updateRenewal = command({
  summary: 'Work on a renewal',
  description:
    'Start it, give it to somebody else, move its day, note something, submit the replacement or take it back, and end or reopen it. Whoever works on it may do most of that; ending and reopening are for those who manage the document or keep it in force. Every plan allows all of it but reopening.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'documents renewals update', example: { action: 'start' } },
  input: z.strictObject({
    caseId: caseId(),
    action: z
      .enum(renewalChanges)
      .describe('What to do.')
      .meta({ examples: ['start'] }),
    ownerUserId: renewalFields.ownerUserId.optional().describe('Who is to work on it; with assign.'),
    dueOn: renewalFields.dueOn.optional().describe('By when the replacement should be there; with set_due.'),
    priority: renewalFields.priority.optional(),
    note: renewalFields.note.optional(),
    replacementDocumentId: id()
      .optional()
      .describe('The id of the document that is to take the place; with submit_replacement.'),
    reason: multiline(2000, 1).optional().describe('Why it ends; with close_not_renewed and cancel.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ renewal: RenewalCaseView }),
  errors: [
    renewalNotFound,
    renewalInvalidState,
    renewalAlreadyOpen,
    renewalReplacementInvalid,
    renewalCycle,
    documentNotFound,
    documentInvalidState,
    memberNotFound,
    planFeatureNotIncluded,
  ],

  find: renewalToChange,
  may: [
    onRenewalWhen('it is ended or reopened', isEnding, 'end'),
    onRenewalWhen('a replacement is taken back', isWithdrawal, 'withdraw'),
    onRenewalWhen(
      'anything else is done',
      (input: ChangeInput) => !isEnding(input) && !isWithdrawal(input),
      'work',
    ),
  ],
  version: ({ renewal }) => renewal.version,

  async run({ caseId: _, expectedVersion: __, ...input }, context) {
    const { found, renewals, user, now, entitlements } = context;
    requireFields(input);
    // What was begun is finished or given up on every plan (BIL-3); this alone begins anew.
    if (input.action === 'reopen') entitlements.requireFeature('document_lifecycle');
    await requireDocuments(input, found, context);
    const changed = await changedBy(input, found, context);
    const note = input.reason ?? input.note ?? null;
    const step = { at: now, byUserId: user.userId, action: input.action, note };
    const after = await renewals.save(stepped(changed, step));
    tell(after, note, input, found, context);
    const { documentName, timeZone, reviewMeetings } = found.renewal;
    return { renewal: renewalView({ ...after, documentName, timeZone, reviewMeetings }, context) };
  },
});

/** Passes if the caller sees the replacement, and if what is to be reopened can still be renewed. */
async function requireDocuments(
  { action, replacementDocumentId }: ChangeInput,
  { renewal, document, lifecycle }: FoundRenewal,
  { documentLibrary, renewals, user }: WritingContext & LifecyclePorts,
): Promise<void> {
  if (replacementDocumentId !== undefined) await documentLibrary.find(replacementDocumentId, viewerOf(user));
  if (action !== 'reopen') return;
  const open = await renewals.openOf(renewal.documentId);
  if (open !== null && open.id !== renewal.id)
    throw renewalAlreadyOpen({
      details: [{ path: '/caseId', code: 'renewal.already_open', message: open.id }],
    });
  if (document.status !== 'active' || lifecycle.supersededByDocumentId !== null) throw documentInvalidState();
}

function tell(
  renewal: RenewalCase,
  note: string | null,
  { action }: ChangeInput,
  { document }: FoundRenewal,
  { emit }: Pick<WritingContext, 'emit'>,
): void {
  const about = aboutRenewal(renewal, document);
  const { replacementDocumentId, submittedByUserId } = renewal;
  if (action === 'submit_replacement' && replacementDocumentId !== null && submittedByUserId !== null)
    emit(renewalSubmitted, { ...about, replacementDocumentId, submittedByUserId });
  else emit(eventOf[action] ?? renewalUpdated, { ...about, action, note });
}

/** The changes that have an event of their own. */
const eventOf: Partial<Record<ChangeInput['action'], typeof renewalNotRenewed>> = {
  close_not_renewed: renewalNotRenewed,
  cancel: renewalCancelled,
  reopen: renewalReopened,
};
