import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../documents/index.ts';
import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import { multiline, shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { onLifecycle } from '../lifecycles/lifecycle-permissions.ts';
import { LifecycleView, lifecycleView } from '../lifecycles/views.ts';
import { command } from '../ports.ts';
import { riskNotOpen } from './errors.ts';
import { lifecycleRiskAcknowledged } from './events.ts';
import { openRisks } from './open-risks.ts';
import { riskCodes } from './risk.ts';
import { mostDays, mostReason, riskFields } from './risk-fields.ts';

export const acknowledgeLifecycleRisk = command({
  summary: 'Accept a risk of a document for some time',
  description:
    'The risk stays open and is shown as acknowledged through that day. Accepting expiring or expired also keeps notices about the date back until then, unless the date changes.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents risks acknowledge', example: { risk: 'expiring' } },
  input: z.strictObject({
    documentId: documentId(),
    ...riskFields,
    reason: multiline(mostReason, 3)
      .describe('Why it is accepted.')
      .meta({ examples: ['The landlord has promised the new lease for January'] }),
  }),
  output: z.object({
    acknowledgement: z
      .object({
        risk: z.enum(riskCodes).describe('The risk that is accepted.'),
        until: shown.date().describe('The last day on which it is.'),
        reason: z.string().describe('Why.'),
        byUserId: z.string().describe('The id of who accepted it.'),
        at: shown.instant().describe('When they did.'),
      })
      .describe('What was accepted.'),
    lifecycle: LifecycleView,
  }),
  errors: [documentNotFound, documentInvalidState, riskNotOpen],

  find: lifecycleToChange,
  may: onLifecycle('configure'),

  async run({ documentId: wanted, risk, until, reason }, context) {
    const { found, lifecycleBoard, riskAcknowledgements, user, now, timeZones, emit } = context;
    if (found.document.status !== 'active') throw documentInvalidState();
    const { expiresOn: forExpiresOn, timeZone } = found.lifecycle;
    const today = localDate(now, timeZone, timeZones);
    if (until < today || until > daysLater(today, mostDays))
      throw invalidField(
        '/until',
        'field.out_of_range',
        `Give a day from today on, at most ${mostDays} days ahead.`,
      );
    const [facts] = await lifecycleBoard.facts([wanted], now);
    const isOpen = facts !== undefined && openRisks(facts, now, timeZones).some(({ code }) => code === risk);
    if (!isOpen) throw riskNotOpen();

    const acknowledgement = { documentId: wanted, risk, until, forExpiresOn, reason };
    await riskAcknowledgements.put({ ...acknowledgement, byUserId: user.userId, at: now });
    emit(lifecycleRiskAcknowledged, acknowledgement);
    return {
      acknowledgement: { risk, until, reason, byUserId: user.userId, at: now },
      lifecycle: await lifecycleView(found, context),
    };
  },
});
