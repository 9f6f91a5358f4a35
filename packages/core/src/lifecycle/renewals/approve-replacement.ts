import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { multiline, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import type { DocumentInLifecycle } from '../lifecycles/found-lifecycle.ts';
import { LifecycleView, lifecycleView } from '../lifecycles/views.ts';
import { documentDate } from '../policies/policy-fields.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { renewalCycle, renewalInvalidState, renewalNotFound, renewalReplacementInvalid } from './errors.ts';
import { renewalCompleted, renewalRejected } from './events.ts';
import { type FoundRenewal, renewalToChange } from './found-renewal.ts';
import { decided, renewalDecisions, renewalStates, stepped } from './renewal.ts';
import { aboutRenewal } from './renewal-facts.ts';
import { caseId, singlePersonReason } from './renewal-fields.ts';
import { onRenewal } from './renewal-permissions.ts';
import { requireReplacement } from './replacement.ts';
import { superseded, takenOver } from './superseding.ts';
import { RenewalCaseView, renewalView } from './views.ts';

export const approveReplacement = command({
  summary: 'Approve or reject the replacement of a document',
  description:
    'Approved, it takes the place of the old document, with its type, its owner and its own policy; the old one stays where it is, and needs no notices any more. Somebody other than who submitted it has to decide.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'documents renewals decide', example: { decision: 'approve' } },
  input: z.strictObject({
    caseId: caseId(),
    decision: z
      .enum(renewalDecisions)
      .describe('What you decide.')
      .meta({ examples: ['approve'] }),
    note: multiline(2000).optional().describe('What is to be said with it; a rejection needs it.'),
    expiresOn: documentDate().optional().describe('The last day of validity of the replacement.'),
    issuedOn: documentDate().optional().describe('When the replacement was issued.'),
    copy: z
      .array(z.enum(takenOver))
      .max(takenOver.length)
      .default(['type', 'owner', 'policy'])
      .describe('What the replacement takes over. Dates are never taken over.'),
    singlePersonReason: singlePersonReason().optional(),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    renewal: RenewalCaseView,
    lifecycle: LifecycleView.describe('Of the old document.'),
    replacementLifecycle: LifecycleView.describe('Of the document that was submitted.'),
  }),
  errors: [
    renewalNotFound,
    renewalInvalidState,
    renewalReplacementInvalid,
    renewalCycle,
    ...secondPersonErrors,
  ],

  find: ({ caseId: id }, context) => renewalToChange({ caseId: id }, context),
  may: onRenewal('approve'),
  version: ({ renewal }) => renewal.version,

  async run({ decision, ...input }, context) {
    const { found, renewals, user, now, emit } = context;
    const { renewal, document } = found;
    const note = input.note ?? null;
    if (!renewalStates.can(renewal.status, decision)) throw renewalInvalidState();
    if (decision === 'reject' && (note ?? '') === '')
      throw invalidField('/note', 'field.required', 'Say why you reject it.');
    const reason = input.singlePersonReason ?? null;
    const singlePerson = decision === 'approve' && (await isAlone(found, reason, context));
    const [old, replacement] =
      decision === 'approve' ? await approved(input, found, context) : await unchanged(found, context);

    const said = { decision, note, singlePerson, singlePersonReason: singlePerson ? reason : null };
    const { documentName, timeZone, reviewMeetings, ...before } = renewal;
    const step = { at: now, byUserId: user.userId, action: decision, note };
    const after = await renewals.save(stepped(decided(before, said, user.userId, now), step));
    emit(decision === 'approve' ? renewalCompleted : renewalRejected, {
      ...aboutRenewal(after, document),
      replacementDocumentId: replacement.document.id,
      submittedByUserId: after.submittedByUserId ?? user.userId,
      singlePerson,
      singlePersonReason: said.singlePersonReason,
      note,
    });
    return {
      renewal: renewalView({ ...after, documentName, timeZone, reviewMeetings }, context),
      lifecycle: await lifecycleView(old, context),
      replacementLifecycle: await lifecycleView(replacement, context),
    };
  },
});

type Context = WritingContext & LifecyclePorts;
interface Given {
  readonly copy: readonly (typeof takenOver)[number][];
  readonly expiresOn?: string | undefined;
  readonly issuedOn?: string | undefined;
}
type Both = readonly [old: DocumentInLifecycle, replacement: DocumentInLifecycle];

/** REN-3: whoever submitted it may approve it only where nobody else could; true if that is so. */
async function isAlone(
  { renewal, document }: FoundRenewal,
  reason: string | null,
  context: Context,
): Promise<boolean> {
  const { submittedByUserId, submittedAt } = renewal;
  const { singlePerson } = await context.secondPersonRule.check(context, {
    step: 'renewal.approve',
    target: { kind: 'renewal', id: renewal.id },
    requesterIds: submittedByUserId === null ? [] : [submittedByUserId],
    countedFrom: submittedAt ?? context.now,
    mayAlso: [document.ownerUserId],
    reason,
    actor: context.user.userId,
  });
  return singlePerson;
}

async function approved(
  { copy, expiresOn, issuedOn }: Given,
  found: FoundRenewal,
  context: Context,
): Promise<Both> {
  const replacement = await requireReplacement(found.renewal, found.replacement, context);
  return superseded(
    found,
    replacement,
    { copy, expiresOn: expiresOn ?? null, issuedOn: issuedOn ?? null },
    context,
  );
}

async function unchanged(
  { document, lifecycle, replacement }: FoundRenewal,
  { lifecycles, now }: Context,
): Promise<Both> {
  if (replacement === null) throw renewalReplacementInvalid();
  return [
    { document, lifecycle },
    { document: replacement, lifecycle: await lifecycles.read(replacement.id, now) },
  ];
}
