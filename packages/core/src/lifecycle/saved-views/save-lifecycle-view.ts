import { z } from 'zod';
import { isManager } from '../../kernel/access.ts';
import { permissionDenied } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, version, visibleName } from '../../kernel/shapes.ts';
import { exportColumns } from '../dashboard/column-names.ts';
import { filterFields } from '../dashboard/filter-fields.ts';
import { boardSorts } from '../dashboard/ports.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { distinct } from '../types/type-fields.ts';
import { viewDuplicate, viewNotFound, viewTooMany } from './errors.ts';
import { savedViewSaved } from './events.ts';
import {
  mostColumns,
  mostFilterBytes,
  mostOwnViews,
  mostSharedViews,
  type SavedView,
  viewVisibilities,
} from './saved-view.ts';
import { SavedViewView, savedViewView } from './views.ts';

export const viewId = () => id().describe('The id of the saved view.');

export const saveLifecycleView = command({
  summary: 'Save filters of the dashboard under a name',
  description:
    'Makes a view, or with viewId replaces one of your own. Only owners and admins share views with the workspace.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents views save', example: { name: 'Expired' } },
  input: z.strictObject({
    viewId: viewId().optional(),
    name: visibleName(80).describe('The name of the view; each of yours has another one.'),
    filters: z
      .strictObject(filterFields)
      .refine((filters) => Buffer.byteLength(JSON.stringify(filters)) <= mostFilterBytes, {
        error: `Give filters of at most ${mostFilterBytes} bytes.`,
        params: { code: 'field.length' },
      })
      .default({})
      .describe('What the dashboard is filtered by; what is left out does not matter.')
      .meta({ examples: [{ status: 'expired,in_grace' }] }),
    columns: distinct(z.enum(exportColumns), mostColumns)
      .default([])
      .describe('What an export by this view has; empty for the usual columns.'),
    sort: z.enum(boardSorts).default('expiresOn').describe('What documents are ordered by.'),
    visibility: z
      .enum(viewVisibilities)
      .default('private')
      .describe('Whether only you see it, or everybody in the workspace.'),
    isDefault: z
      .boolean()
      .default(false)
      .describe('Whether you begin with it; no other view of yours does then.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ savedView: SavedViewView }),
  errors: [viewNotFound, viewDuplicate, viewTooMany],

  async find({ viewId: wanted }, { savedViews, user }) {
    await savedViews.lock();
    const before = wanted === undefined ? null : await savedViews.see(wanted, user.userId);
    if (before !== null && before.ownerUserId !== user.userId) throw viewNotFound();
    return before;
  },
  // A new one has no version that could be another.
  version: (before, { expectedVersion }) => before?.version ?? expectedVersion ?? 1,

  async run({ viewId: _, expectedVersion: __, ...content }, context) {
    const { found: before, savedViews, user, now, newId, emit } = context;
    if (content.visibility === 'workspace' && !isManager(user.membership?.role)) throw permissionDenied();
    await requireRoom(content, before, context);

    const view = {
      ...(before ?? { id: newId(), ownerUserId: user.userId, createdAt: now, version: 1 }),
      ...content,
      updatedAt: now,
    };
    if (before === null) await savedViews.add(view);
    const saved = before === null ? view : await savedViews.save(view);
    if (saved.isDefault) await savedViews.clearDefault(user.userId, saved.id);
    const { id: savedId, name, visibility, version: current } = saved;
    emit(savedViewSaved, { viewId: savedId, name, visibility, version: current });
    return { savedView: savedViewView(saved) };
  },
});

/** Passes if the view may have its name, and be one more of its owner and of the workspace. */
async function requireRoom(
  { name, visibility }: Pick<SavedView, 'name' | 'visibility'>,
  before: SavedView | null,
  { savedViews, user }: LifecyclePorts & WritingContext,
): Promise<void> {
  const { own, shared } = await savedViews.counts(user.userId);
  const isShared = visibility === 'workspace' && before?.visibility !== 'workspace';
  if ((before === null && own >= mostOwnViews) || (isShared && shared >= mostSharedViews))
    throw viewTooMany();
  if (await savedViews.isNamed(user.userId, name, before?.id ?? null)) throw viewDuplicate();
}
