import { changesTo } from '../kernel/changes.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { invalidField } from '../kernel/validation.ts';
import { memberNotFound } from '../workspace/index.ts';
import type { ClientUpload } from './client-upload.ts';
import { fileRequestItemInUse } from './errors.ts';
import { dueMailAtOf, localDays, requireDueDay, requireExpiry, usualExpiry } from './local-days.ts';
import { newItem, requirePlaces } from './new-request.ts';
import type { FileRequestsPorts } from './ports.ts';
import { type FileRequest, fileRequestStates, remindedFrom } from './request.ts';
import type { KeptItemInput, RequestChanges } from './request-fields.ts';
import { isWidened, type RequestItem } from './request-item.ts';

type Context = FileRequestsPorts & WritingContext;

/** The request as it is to be, and the names of the fields that say something else than before. */
export async function changedRequest(
  request: FileRequest,
  uploads: readonly ClientUpload[],
  { items: kept, ...given }: RequestChanges,
  context: Context,
): Promise<{ readonly after: FileRequest; readonly changed: readonly string[] }> {
  const changes = changesTo(request, {
    ...given,
    ...(given.message === '' ? { message: null } : {}),
    items: kept && keptItems(request, uploads, kept, context.newId),
  });
  const changed = Object.keys(changes);
  if (changed.length === 0) return { after: request, changed };
  const wanted: FileRequest = { ...request, ...changes };

  fileRequestStates.next(request.status, 'edit');
  await requireFitting(wanted, new Set(changed), context);
  const dated = await redated(wanted, given, new Set(changed), context);
  const { now } = context;
  const after = { ...dated, updatedAt: now };
  // A reminder that was put off stays put off.
  const isRescheduled = changed.includes('reminders') || after.expiresAt !== request.expiresAt;
  return { after: isRescheduled ? remindedFrom(after, now) : after, changed };
}

async function requireFitting(
  wanted: FileRequest,
  changed: ReadonlySet<string>,
  context: Context,
): Promise<void> {
  if (changed.has('folderId') || changed.has('items'))
    await requirePlaces(wanted.folderId, wanted.items, context);
  if (changed.has('ownerUserId')) await requireOwner(wanted.ownerUserId, context);
}

/** Owners are active members and no guests. */
async function requireOwner(ownerUserId: string, { memberDirectory }: Context): Promise<void> {
  const [owner] = await memberDirectory.find([ownerUserId]);
  if (owner === undefined || owner.role === 'guest' || owner.status !== 'active') throw memberNotFound();
}

/** With the instants that follow from the due date and from the chosen end. */
async function redated(
  wanted: FileRequest,
  { expiresAt }: RequestChanges,
  changed: ReadonlySet<string>,
  context: Context,
): Promise<FileRequest> {
  if (!changed.has('dueOn') && !changed.has('expiresAt')) return wanted;
  const { now } = context;
  const days = await localDays(context);
  if (changed.has('dueOn') && wanted.dueOn !== null) requireDueDay(wanted.dueOn, days);
  if (changed.has('expiresAt')) requireExpiry(wanted.expiresAt, now);
  const dueMailAt = changed.has('dueOn') ? dueMailAtOf(wanted.dueOn, days, now) : wanted.dueMailAt;
  if (expiresAt !== undefined) return { ...wanted, dueMailAt, expiresByDefault: false };
  if (!wanted.expiresByDefault) return { ...wanted, dueMailAt };
  return { ...wanted, dueMailAt, expiresAt: usualExpiry(wanted.dueOn, days, wanted.sentAt ?? now) };
}

/** The items as they are to be, each with the id that it has. One that files came for stays, and takes no less (CFR-16). */
function keptItems(
  { items }: FileRequest,
  uploads: readonly ClientUpload[],
  given: readonly KeptItemInput[],
  newId: () => string,
): readonly RequestItem[] {
  const used = new Set(uploads.map(({ itemId }) => itemId));
  const left = new Map(items.map((item) => [item.id, item]));
  const kept = given.map((input, at) => {
    if (input.id === undefined) return newItem(input, newId());
    const before = left.get(input.id);
    if (before === undefined)
      throw invalidField(
        `/items/${at}/id`,
        'field.not_an_option',
        'Give the id of an item of this request once, or leave it out.',
      );
    left.delete(before.id);
    if (used.has(before.id) && !isWidened(before, input)) throw fileRequestItemInUse();
    return { ...newItem(input, before.id), status: before.status };
  });
  if ([...left.keys()].some((id) => used.has(id))) throw fileRequestItemInUse();
  return kept;
}
