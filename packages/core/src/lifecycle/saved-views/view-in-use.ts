import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { BoardInput } from '../dashboard/board-fields.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { SavedView } from './saved-view.ts';

interface InUse {
  /** The filters that count: those of the view, as far as nothing else was said. */
  readonly input: BoardInput;
  readonly view: SavedView | null;
}

/** What is asked of the dashboard by a saved view and by what is said beside it; `view.not_found` if it is not seen. */
export async function viewInUse(
  { viewId, ...given }: BoardInput & { readonly viewId?: string | undefined },
  { savedViews, user }: Pick<LifecyclePorts, 'savedViews'> & Pick<HandlerContext, 'user'>,
): Promise<InUse> {
  if (viewId === undefined) return { input: given, view: null };
  const view = await savedViews.see(viewId, user.userId);
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { input: { ...view.filters, sort: view.sort, ...said }, view };
}
