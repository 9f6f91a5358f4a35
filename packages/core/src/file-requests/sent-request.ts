import type { WritingContext } from '../kernel/handler-context.ts';
import { fileRequestInvalidState } from './errors.ts';
import { aboutRequest, fileRequestReminded, fileRequestSent } from './events.ts';
import { freshFileRequestLink } from './fresh-link.ts';
import { type FileRequestLink, fileRequestAddress } from './link.ts';
import { dueMailAtOf, localDays, usualExpiry } from './local-days.ts';
import { fileRequestMailDue } from './notices.ts';
import type { FileRequestsPorts } from './ports.ts';
import { type FileRequest, relinked, sent } from './request.ts';

type Context = FileRequestsPorts & WritingContext;

export interface Sending {
  readonly cause: 'send' | 'remind';
  readonly delivery: FileRequestLink['delivery'];
  readonly message: string | null;
}

/** Gives the client a link: the first one, or one that ends all others. The address is null unless it is to be handed over. */
export async function sentRequest(
  before: FileRequest,
  { cause, delivery, message }: Sending,
  context: Context,
): Promise<{ readonly request: FileRequest; readonly url: string | null }> {
  const { user, now, emit, settings } = context;
  const isFirst = before.status === 'draft';
  if (isFirst && cause === 'remind') throw fileRequestInvalidState();
  const { request, link, token } = await freshFileRequestLink(
    isFirst ? await readyToSend(before, context) : before,
    { cause, delivery, message },
    (current, facts) => (isFirst ? sent(current, facts, user.userId, now) : relinked(current, facts, now)),
    context,
  );
  const { id: linkId, linkVersion } = link;
  emit(isFirst ? fileRequestSent : fileRequestReminded, {
    ...aboutRequest(request),
    linkVersion,
    cause,
    delivery,
  });
  if (delivery === 'email') emit(fileRequestMailDue, { requestId: request.id, linkId, linkVersion, cause });
  return { request, url: delivery === 'link' ? fileRequestAddress(settings.webUrl, token) : null };
}

/** An end that nobody has chosen is counted from the first sending on; one that was chosen must not be over. */
async function readyToSend(request: FileRequest, context: Context): Promise<FileRequest> {
  const { now } = context;
  const days = await localDays(context);
  const dueMailAt = dueMailAtOf(request.dueOn, days, now);
  if (request.expiresByDefault)
    return { ...request, dueMailAt, expiresAt: usualExpiry(request.dueOn, days, now) };
  if (request.expiresAt <= now)
    throw fileRequestInvalidState({
      message: 'The link would have ended already; set a later expiresAt first.',
    });
  return { ...request, dueMailAt };
}
