import { utf8 } from '../kernel/crypto.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { type FileRequestLink, type FileRequestLinkEnd, sealOfFileRequestLink } from './link.ts';
import type { FileRequestsPorts } from './ports.ts';
import type { FileRequest, NewLink } from './request.ts';

export const fileRequestMailTopic = 'file_requests.mail';

/** What changing links takes; commands and reactions both have it. */
type Linking = Pick<FileRequestsPorts, 'fileRequests' | 'fileRequestLinks'> &
  Pick<WritingContext, 'now' | 'newId' | 'linkTokens' | 'keyRing' | 'cancelJobs'>;

type LinkOrder = Pick<FileRequestLink, 'cause' | 'delivery' | 'message'>;

/**
 * Makes a link for the client of a request, and ends every earlier one (CFR-2). `change` says what the new link makes of the
 * request. The token is for an answer; mails take the secret from beside the digest.
 */
export async function freshFileRequestLink(
  request: FileRequest,
  { cause, delivery, message }: LinkOrder,
  change: (request: FileRequest, link: NewLink) => FileRequest,
  context: Linking,
): Promise<{ readonly request: FileRequest; readonly link: FileRequestLink; readonly token: string }> {
  const { now, newId, linkTokens, keyRing, fileRequests, fileRequestLinks } = context;
  await endFileRequestLinks(request, 'superseded', context);
  const [id, token] = [newId(), linkTokens.random()];
  const link: FileRequestLink = {
    id,
    requestId: request.id,
    tokenHash: linkTokens.hash(token),
    linkVersion: (request.linkVersion ?? 0) + 1,
    cause,
    delivery,
    message,
    status: 'live',
    endedReason: null,
    expiresAt: request.expiresAt,
    sealedSecret: delivery === 'email' ? keyRing.seal(utf8(token), sealOfFileRequestLink(id)) : null,
    createdAt: now,
    endedAt: null,
  };
  await fileRequestLinks.add(link);
  const { linkVersion, expiresAt: linkExpiresAt } = link;
  const after = await fileRequests.save(change(request, { linkVersion, linkExpiresAt }));
  return { request: after, link, token };
}

/** Ends the link of a request, with the mail that would bring it. */
export async function endFileRequestLinks(
  { id }: Pick<FileRequest, 'id'>,
  reason: FileRequestLinkEnd,
  { now, fileRequestLinks, cancelJobs }: Pick<Linking, 'now' | 'fileRequestLinks' | 'cancelJobs'>,
): Promise<void> {
  await fileRequestLinks.end(id, reason, now);
  await cancelJobs({ type: 'file_request', id }, fileRequestMailTopic);
}
