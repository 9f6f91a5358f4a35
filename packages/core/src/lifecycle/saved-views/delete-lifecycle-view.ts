import { z } from 'zod';
import { isManager } from '../../kernel/access.ts';
import { command } from '../ports.ts';
import { viewNotFound } from './errors.ts';
import { savedViewDeleted } from './events.ts';
import { viewId } from './save-lifecycle-view.ts';

export const deleteLifecycleView = command({
  summary: 'Delete a saved view',
  description: 'One of your own; owners and admins delete any that is shared.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'documents views delete' },
  input: z.strictObject({ viewId: viewId() }),
  output: z.object({ deleted: z.literal(true).describe('The view is gone.') }),
  errors: [viewNotFound],

  async run({ viewId: wanted }, { savedViews, user, emit }) {
    const { id, ownerUserId, name, visibility, version } = await savedViews.see(wanted, user.userId);
    // Whoever may not delete a shared view is told of none.
    if (ownerUserId !== user.userId && !isManager(user.membership?.role)) throw viewNotFound();
    await savedViews.delete(id);
    emit(savedViewDeleted, { viewId: id, name, visibility, version });
    return { deleted: true as const };
  },
});
