import { z } from 'zod';
import { storedFile } from '../../kernel/file-answer.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { id } from '../../kernel/shapes.ts';
import { clientUploadNotFound } from '../errors.ts';
import { goneReasonAt } from '../link.ts';
import { query } from '../ports.ts';
import { contentRefusals, servedUpload } from '../uploaded-content.ts';
import { clientThrottle, clientThrottles, clientToken, openedRequest } from './opened-request.ts';

export const getClientFileContent = query({
  summary: 'Download a file that was sent for a request',
  description:
    'For anyone who has the link; files of this request alone, whichever of its links they came by.',
  access: 'anyone',
  cli: { command: 'file-requests links download' },
  always: true,
  throttle: clientThrottle(clientUploadNotFound, ...contentRefusals),
  throttles: clientThrottles,
  input: z.strictObject({ token: clientToken(), uploadId: id().describe('The id of the file.') }),
  output: storedFile(),
  errors: [linkNotFound, linkGone, clientUploadNotFound, ...contentRefusals],

  async find({ token, uploadId }, context) {
    const { request, link } = await openedRequest({ token }, context);
    // Asked of the context only now, because repositories belong to the workspace that the transaction has entered.
    const upload = await context.clientUploads.get(uploadId);
    if (upload === null || upload.requestId !== request.id || upload.status === 'quarantined')
      throw clientUploadNotFound();
    return { upload, linkId: link.id };
  },

  run(_, context) {
    const { upload, linkId } = context.found;
    // A download under way ends with the link that it came by (CFR-2).
    return servedUpload(upload, 'attachment', context, async ({ fileRequestLinks, clock }) => {
      const link = await fileRequestLinks.get(linkId);
      return link !== null && goneReasonAt(link, clock.now()) === null;
    });
  },
});
