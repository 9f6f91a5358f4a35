import { offer } from '../kernel/context-ports.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import type { ClientUpload } from './client-upload.ts';
import { seenUpload, viewerOf } from './found-request.ts';
import { type AcceptedUpload, ports } from './ports.ts';
import type { FileRequest } from './request.ts';

/** Reads the files that clients sent for other contexts, as the caller may see them themselves (records 11). */
export interface FileRequestReader {
  /** A file and its request, or `client_upload.not_found`. */
  upload(
    uploadId: string,
    asking: Pick<HandlerContext, 'user'>,
  ): Promise<FileRequest & { readonly upload: ClientUpload }>;
  /** At most so many files that somebody accepted and whose name has all these words, the latest first. */
  accepted(
    words: readonly string[],
    most: number,
    asking: Pick<HandlerContext, 'user'>,
  ): Promise<readonly AcceptedUpload[]>;
}

/** The ports that this context implements for others. */
export const offers = {
  fileRequestReader: offer(
    ports,
    (own): FileRequestReader => ({
      upload(uploadId, { user }) {
        const { fileRequests, caseAccess, clientUploads } = own();
        return seenUpload({ uploadId }, { fileRequests, caseAccess, clientUploads, user });
      },
      async accepted(words, most, { user }) {
        const { caseAccess, clientUploads } = own();
        return clientUploads.accepted({ words, viewer: await viewerOf({ caseAccess, user }) }, most);
      },
    }),
  ),
};
