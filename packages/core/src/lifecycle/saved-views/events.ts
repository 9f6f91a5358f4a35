import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { viewVisibilities } from './saved-view.ts';

const view = { viewId: id(), name: z.string(), visibility: z.enum(viewVisibilities), version: z.int() };
type AboutView = z.output<z.ZodObject<typeof view>>;
const ofView = {
  target: ({ viewId, version }: AboutView) => ({ kind: 'saved_view', id: viewId, version }),
  facts: ({ visibility }: AboutView) => ({ visibility }),
  detail: ({ name }: AboutView) => ({ name }),
};

export const savedViewSaved = event('saved_view.saved', z.strictObject(view), ofView);
export const savedViewDeleted = event('saved_view.deleted', z.strictObject(view), ofView);
