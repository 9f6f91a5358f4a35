import type { Document } from '../../documents/index.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { ReadAction } from './action.ts';
import { actionNotFound } from './errors.ts';

interface FoundAction {
  readonly action: ReadAction;
  readonly document: Document | null;
}

/** The action with its document locked, so that of two people who replay it at once one does (OPS-3). */
export async function actionToChange(
  { actionId }: { readonly actionId: string },
  { lifecycleActions, documentLibrary }: LifecyclePorts,
): Promise<FoundAction> {
  const found = await lifecycleActions.find(actionId);
  const document = found && (await documentLibrary.get(found.documentId, 'for update'));
  const [action] = found === null ? [] : await lifecycleActions.among([actionId]);
  if (action === undefined) throw actionNotFound();
  return { action, document };
}
