import { workspaceNotActive } from '../../kernel/access.ts';
import { type FailureType, requestInvalid } from '../../kernel/errors.ts';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkNotFound, nobody } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { type FileRequestLink, goneReasonAt } from '../link.ts';
import type { FileRequestsPorts } from '../ports.ts';
import type { FileRequest } from '../request.ts';

export const clientToken = () => secretToken().describe('The part of the link after #token=.');

/** A network is counted for links that open nothing, so that one office can send files together (THR-9). */
export const clientThrottle = (...passes: readonly FailureType[]) =>
  tokenMisses({ passes: [requestInvalid, workspaceNotActive, ...passes] });
/** Sixty calls a minute by one link, from wherever they come. */
export const clientThrottles = ofItsOwn;

/** What the link of a client leads to. */
export interface OpenedRequest {
  readonly workspaceId: string;
  readonly request: FileRequest;
  readonly link: FileRequestLink;
}

export type Opening = FileRequestsPorts &
  Pick<HandlerContext, 'linkTokens' | 'now'> &
  Pick<WritingContext, 'enterByLink'>;

/**
 * What a link opens, after entering its workspace. Throws `link.not_found` if there never was such a link, and `link.gone`
 * with the reason if it opens nothing any more. With a lock it is read under that lock.
 */
export async function openedRequest(
  { token }: { readonly token: string },
  context: Opening,
  lock?: 'for update',
): Promise<OpenedRequest> {
  const { linkTokens, enterByLink, now } = context;
  const place = (await context.fileRequestLinks.ofToken(linkTokens.hash(token))) ?? nobody;
  await enterByLink(place.workspaceId);
  // Asked of the context only now, because repositories belong to the workspace that the transaction has entered.
  const { fileRequests, fileRequestLinks } = context;
  const seen = await fileRequestLinks.get(place.id);
  if (seen === null) throw linkNotFound();
  const request = await fileRequests.get(seen.requestId, lock);
  const link = lock === undefined ? seen : await fileRequestLinks.get(place.id);
  if (request === null || link === null) throw linkNotFound();
  const gone = goneReasonAt(link, now);
  if (gone !== null) throw goneBecause(gone);
  return { workspaceId: place.workspaceId, request, link };
}
