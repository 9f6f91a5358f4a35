import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { freshFileRequestLink } from './fresh-link.ts';
import { followUpDue } from './notices.ts';
import type { FileRequestsPorts } from './ports.ts';
import { type FileRequest, relinked } from './request.ts';

/** Mails the client a fresh link with what became of a file, or, without one, since more is asked for. */
export async function followUp(
  request: FileRequest,
  uploadId: string | null,
  context: Pick<FileRequestsPorts, 'fileRequests' | 'fileRequestLinks'> &
    Pick<FollowUpContext, 'now' | 'newId' | 'linkTokens' | 'keyRing' | 'cancelJobs' | 'emit'>,
): Promise<FileRequest> {
  const { now, emit } = context;
  const { request: after, link } = await freshFileRequestLink(
    request,
    { cause: uploadId === null ? 'items' : 'reject', delivery: 'email', message: null },
    (before, facts) => relinked(before, facts, now),
    context,
  );
  emit(followUpDue, { requestId: request.id, linkId: link.id, uploadId });
  return after;
}
