import { z } from 'zod';
import { id, multiline, text, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { writesOfRecords } from '../../records/index.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import { breakGlassInvalidState, breakGlassNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { awaitsReview, endOf, reviewDecisions, reviewedEmergency } from './emergency.ts';
import { aboutEmergency, breakGlassNoticeDue, breakGlassReviewed } from './events.ts';
import { foundEmergency, onEmergency } from './found-emergency.ts';
import { shownEmergency } from './shown-emergency.ts';
import { BreakGlassView } from './views.ts';

export const reviewBreakGlass = command({
  summary: 'Review emergency access',
  description:
    'By a privacy officer who did not take it; without one by an owner, then by an admin. With needs_follow_up the decision stays open until what is named is done.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance access break-glass-review' },
  input: z.strictObject({
    sessionId: id().describe('The id of the emergency access.'),
    decision: z.enum(reviewDecisions).describe('What you find.'),
    notes: multiline(5000, 20)
      .describe('What you say of it, in at least 20 characters.')
      .meta({ examples: ['The patient was unconscious; nothing else was opened'] }),
    followUp: text(1000)
      .nullable()
      .default(null)
      .describe('What is still to be done; needed for needs_follow_up, else null.'),
    singlePersonReason: text(1000, 20)
      .optional()
      .describe('Why you decide this alone; where you are the only one who could.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ session: BreakGlassView }),
  errors: [breakGlassNotFound, breakGlassInvalidState, ...secondPersonErrors],

  find: ({ sessionId }, context) => foundEmergency(sessionId, context, 'for update'),
  may: onEmergency('review'),
  version: ({ emergency }) => emergency.version,

  async run({ decision, notes, followUp, singlePersonReason = null }, context) {
    const { emergencies, found, user, now, emit, secondPersonRule } = context;
    const { emergency } = found;
    if ((decision === 'needs_follow_up') !== (followUp !== null))
      throw invalidField('/followUp', 'field.invalid', 'Say what is to be done for needs_follow_up alone.');
    if (!awaitsReview(emergency, now)) throw breakGlassInvalidState();
    const { singlePerson } = await secondPersonRule.check(context, {
      ...{ step: 'break_glass.review', target: { kind: 'break_glass', id: emergency.id } },
      ...{ requesterIds: [emergency.userId], countedFrom: endOf(emergency), mayAlso: [] },
      ...{ reason: singlePersonReason, actor: user.userId },
    });

    const review = { decision, reviewerUserId: user.userId, notes, followUp, singlePerson };
    const saved = await emergencies.save(reviewedEmergency(emergency, review, now));
    const { decision: _, reviewerUserId: __, ...said } = review;
    emit(breakGlassReviewed, { ...aboutEmergency(saved, found), decision, ...said, singlePersonReason });
    const occasion = decision === 'needs_follow_up' ? 'needs_follow_up' : 'reviewed';
    emit(breakGlassNoticeDue, { sessionId: saved.id, toUserId: saved.userId, occasion });
    return { session: await shownEmergency(saved, context) };
  },
});
