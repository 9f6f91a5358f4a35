import { z } from 'zod';
import { policyDuplicate, policyTooMany } from '../errors.ts';
import { policyCreated } from '../events.ts';
import { requireRoom } from '../named-things.ts';
import { command } from '../ports.ts';
import { checkedPolicy } from './checked-policy.ts';
import { newExpirationPolicy, policyBound } from './expiration-policy.ts';
import { aboutPolicy } from './policy-facts.ts';
import { policyFields, usualNotices } from './policy-fields.ts';
import { shownPolicy } from './policy-use.ts';
import { ExpirationPolicyView } from './views.ts';

export const createExpirationPolicy = command({
  summary: 'Create an expiration policy',
  description:
    'A policy counts once it is assigned to the workspace, a type, a folder or a document. It says from what a date is counted, when notices are sent and how long documents are kept.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  input: z.strictObject({
    name: policyFields.name,
    description: policyFields.description.default(null),
    basis: policyFields.basis,
    duration: policyFields.duration.default(null),
    fixedDate: policyFields.fixedDate.default(null),
    graceDays: policyFields.graceDays.default(0),
    notices: policyFields.notices
      .optional()
      .describe(
        'When notices are sent, and to whom; by default 60, 30, 7 and 0 days before, to who keeps the document in force.',
      ),
    noticeLocalTime: policyFields.noticeLocalTime.default('09:00'),
    timeZone: policyFields.timeZone.default(null),
    requireConfirmation: policyFields.requireConfirmation.default(true),
    openRenewalDaysBefore: policyFields.openRenewalDaysBefore.default(null),
    revokeSharesOnExpiry: policyFields.revokeSharesOnExpiry.default(false),
    retention: policyFields.retention.default(null),
  }),
  output: z.object({ policy: ExpirationPolicyView }),
  errors: [policyDuplicate, policyTooMany],

  async run(input, context) {
    const { expirationPolicies, now, newId, emit } = context;
    const content = await checkedPolicy({ ...input, notices: input.notices ?? usualNotices }, context);
    await requireRoom({ name: content.name, id: null, isMore: true }, expirationPolicies, policyBound);

    const policy = newExpirationPolicy(newId(), content, now);
    await expirationPolicies.add(policy);
    emit(policyCreated, aboutPolicy(policy));
    return { policy: await shownPolicy(policy, context) };
  },
});
