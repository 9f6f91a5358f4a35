import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../documents/index.ts';
import { plannedInstant, text } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { command } from '../ports.ts';
import { lifecycleActionStates, requestableKinds } from './action.ts';
import { actionNotApplicable } from './errors.ts';
import { lifecycleActionRequested } from './events.ts';
import { requestedKey } from './requested-key.ts';
import { startActions } from './start-actions.ts';
import { LifecycleActionView, unstartedView } from './views.ts';

const mostDaysAhead = 90;

export const createLifecycleAction = command({
  summary: 'Have the lifecycle worker do something for a document',
  description:
    'Sends a notice, opens the renewal that the policy wants, proposes the destruction of what has been kept long enough, has the document read, or computes its dates anew: by the same rules as if it had been planned. Nothing is ever destroyed by it.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents worker actions create' },
  input: z.strictObject({
    kind: z.enum(requestableKinds).describe('What is to be done.'),
    documentId: documentId(),
    params: z
      .strictObject({
        daysBefore: z
          .int()
          .min(-365)
          .max(730)
          .nullable()
          .default(null)
          .describe(
            'Of a notice: how many days before the date it counts as, or after it if negative; null of anything else.',
          ),
      })
      .default({ daysBefore: null })
      .describe('What it is about.'),
    dueAt: plannedInstant()
      .nullable()
      .default(null)
      .describe('When it is to happen, at most 90 days ahead; null is at once.'),
    reason: text(500, 3)
      .describe('Why it is asked for, which is kept in the audit ledger.')
      .meta({ examples: ['The client has asked for it'] }),
  }),
  output: z.object({ action: LifecycleActionView }),
  errors: [documentNotFound, documentInvalidState, actionNotApplicable],

  find: lifecycleToChange,

  async run({ kind, documentId: wanted, params, dueAt: asked, reason }, context) {
    const { found, lifecycleActions, user, now, newId, emit } = context;
    const dueAt = asked === null || asked < now ? now : asked;
    if (dueAt > plusDays(now, mostDaysAhead))
      throw invalidField(
        '/dueAt',
        'field.out_of_range',
        `Give an instant within the next ${mostDaysAhead} days.`,
      );
    if (found.document.status !== 'active') throw documentInvalidState();
    const id = newId();
    const { daysBefore } = params;
    const dedupeKey = await requestedKey({ id, kind, daysBefore, dueAt }, found, context);

    const action = {
      id,
      documentId: wanted,
      kind,
      status: lifecycleActionStates.begin('planned'),
      dueAt,
      params: { daysBefore, crossing: null, expiresOn: found.lifecycle.expiresOn },
      dedupeKey,
      requestedByUserId: user.userId,
      reason,
      mailIds: [],
      createdAt: now,
      finishedAt: null,
    };
    await lifecycleActions.add([action]);
    emit(lifecycleActionRequested, { actionId: id, documentId: wanted, kind, reason });
    if (dueAt > now) return { action: unstartedView(action) };
    await startActions([action], context);
    return { action: unstartedView((await lifecycleActions.find(id)) ?? action) };
  },
});
