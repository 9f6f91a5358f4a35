import type { Settings } from '../../kernel/settings.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { isReadHere } from '../extraction/text-extractor.ts';
import type { DocumentInLifecycle } from '../lifecycles/found-lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { requestableKinds } from './action.ts';
import { actionNotApplicable } from './errors.ts';
import { noticeKey, renewalKey } from './wanted-actions.ts';

interface Requested {
  readonly id: string;
  readonly kind: (typeof requestableKinds)[number];
  readonly daysBefore: number | null;
  readonly dueAt: Instant;
}

type Context = LifecyclePorts & { readonly now: Instant; readonly settings: Settings };

/**
 * The key of an action that somebody asks for, if the document wants it by then: the same as if it had been planned, so that
 * nothing happens twice (OPS-5, LIF-11). What was planned under it gives way.
 */
export async function requestedKey(
  requested: Requested,
  found: DocumentInLifecycle,
  context: Context,
): Promise<string> {
  const key = await keyOf(requested, found, context);
  const { lifecycleActions, now } = context;
  const there = await lifecycleActions.ofDocuments([found.document.id]);
  const same = there.find(({ dedupeKey }) => dedupeKey === key);
  if (same !== undefined && same.status !== 'planned') throw actionNotApplicable();
  if (same !== undefined) await lifecycleActions.end(same.id, 'cancel', now);
  return key;
}

async function keyOf(
  { id, kind, daysBefore, dueAt }: Requested,
  { document, lifecycle }: DocumentInLifecycle,
  { renewals, retentionCandidates, settings }: Context,
): Promise<string> {
  const { expiresOn, supersededByDocumentId, renewalAt, renewalOpenedFor, retentionDueAt } = lifecycle;
  const isInForce = expiresOn !== null && supersededByDocumentId === null;
  if (kind === 'send_notice') {
    if (daysBefore === null)
      throw invalidField('/params/daysBefore', 'field.required', 'Say how many days before the date.');
    return isInForce ? noticeKey(document.id, daysBefore, expiresOn) : refused();
  }
  if (kind === 'open_renewal') {
    const isWanted = renewalAt !== null && renewalAt <= dueAt && renewalOpenedFor !== expiresOn;
    const isOpen = (await renewals.openOf(document.id)) !== null;
    return isInForce && isWanted && !isOpen ? renewalKey(document.id, expiresOn) : refused();
  }
  if (kind === 'create_candidate') {
    const isOver = retentionDueAt !== null && retentionDueAt <= dueAt;
    if (!isOver || (await retentionCandidates.liveOf([document.id])).length > 0) refused();
  }
  if (kind === 'run_extraction') {
    const isReadable =
      isReadHere(document.mimeType, settings) && !document.contentFlags.includes('encrypted');
    if (!isReadable) refused();
  }
  return `request:${id}`;
}

const refused = (): never => {
  throw actionNotApplicable();
};
