import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../documents/index.ts';
import { memberNotFound } from '../../workspace/index.ts';
import { requireOwner } from '../lifecycles/checked-lifecycle.ts';
import { lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { onLifecycle } from '../lifecycles/lifecycle-permissions.ts';
import { command } from '../ports.ts';
import { renewalAlreadyOpen } from './errors.ts';
import { openCase } from './open-case.ts';
import { renewalFields } from './renewal-fields.ts';
import { RenewalCaseView, renewalView } from './views.ts';

export const openRenewal = command({
  summary: 'Open a renewal of a document',
  description:
    'Somebody is to get a replacement for it. A document has at most one open renewal; if there is one, its id is in the details of the refusal.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents renewals open' },
  input: z.strictObject({
    documentId: documentId(),
    dueOn: renewalFields.dueOn
      .nullable()
      .default(null)
      .describe(
        'By when the replacement should be there; null is the last day of the document, or in 30 days without one.',
      ),
    ownerUserId: renewalFields.ownerUserId
      .nullable()
      .default(null)
      .describe(
        'The id of the member who works on it; null is whoever keeps the document in force, or owns it.',
      ),
    priority: renewalFields.priority.default('medium'),
    note: renewalFields.note
      .nullable()
      .default(null)
      .describe('What those who work on it should know; null for nothing.'),
  }),
  output: z.object({ renewal: RenewalCaseView }),
  errors: [documentNotFound, documentInvalidState, memberNotFound, renewalAlreadyOpen],

  find: lifecycleToChange,
  may: onLifecycle('configure'),

  async run({ documentId: wanted, ...input }, context) {
    const { found, renewals, user } = context;
    const { document, lifecycle } = found;
    if (document.status !== 'active' || lifecycle.supersededByDocumentId !== null)
      throw documentInvalidState();
    const open = await renewals.openOf(wanted);
    if (open !== null)
      throw renewalAlreadyOpen({
        details: [{ path: '/documentId', code: 'renewal.already_open', message: open.id }],
      });
    await requireOwner(input.ownerUserId, null, context);

    const renewal = await openCase(found, { ...input, openedBy: 'user', byUserId: user.userId }, context);
    const shown = {
      ...renewal,
      documentName: document.name,
      timeZone: lifecycle.timeZone,
      reviewMeetings: [],
    };
    return { renewal: renewalView(shown, context) };
  },
});
