import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { exportColumns } from '../dashboard/column-names.ts';
import { shownFilters } from '../dashboard/filter-fields.ts';
import { boardSorts } from '../dashboard/ports.ts';
import { type SavedView, viewVisibilities } from './saved-view.ts';

export const SavedViewView = z
  .object({
    id: shown.ownId(),
    name: z.string().describe('The name of the view.'),
    filters: z
      .object(shownFilters)
      .describe('What the dashboard is filtered by; what is left out does not matter.'),
    columns: z
      .array(z.enum(exportColumns))
      .describe('What an export by this view has; empty for the usual columns.'),
    sort: z.enum(boardSorts).describe('What documents are ordered by.'),
    visibility: z.enum(viewVisibilities).describe('Whether only its owner sees it, or the workspace.'),
    isDefault: z.boolean().describe('Whether its owner begins with it.'),
    ownerUserId: z.string().describe('The id of who saved it.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'SavedView', description: 'Filters of the dashboard under a name.' });

export const savedViewView = ({ columns, ...view }: SavedView): z.input<typeof SavedViewView> => ({
  ...view,
  columns: [...columns],
});
