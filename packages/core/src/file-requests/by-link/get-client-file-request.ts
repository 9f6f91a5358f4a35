import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { isCounted, mostUploads } from '../client-upload.ts';
import { aboutRequest, fileRequestOpened } from '../events.ts';
import { command, type FileRequestsPorts } from '../ports.ts';
import { type FileRequest, isClosed } from '../request.ts';
import { mostFileBytes } from '../request-item.ts';
import { ClientFileRequestView, clientItemView } from './client-view.ts';
import { clientThrottle, clientThrottles, clientToken, openedRequest } from './opened-request.ts';
import { entitlementsOfLink } from './room-for-upload.ts';

/** How long an opening counts as the same one, so that not every look is written down. */
const sameOpeningMinutes = 10;

export const getClientFileRequest = command({
  summary: 'See what a request for files asks for',
  description:
    'For anyone who has the link. What was sent by an earlier link of the same request is shown too. Whoever asks learns when the link was first opened.',
  access: 'anyone',
  cli: { command: 'file-requests links open' },
  always: true,
  countsAsRead: true,
  idempotent: false,
  throttle: clientThrottle(),
  throttles: clientThrottles,
  input: z.strictObject({ token: clientToken() }),
  output: ClientFileRequestView,
  errors: [linkNotFound, linkGone],

  async run(shownLink, context) {
    const { request } = await openedRequest(shownLink, context);
    await noteOpening(request, context);
    // Only from here on do the ports belong to the workspace of the link.
    const { memberDirectory, workspaceIdentity, clientUploads, settings, now } = context;
    const { name, logoUrl } = await workspaceIdentity.brand();
    const uploads = await clientUploads.of(request.id);
    const ofPlan = (await entitlementsOfLink(context)).limit('upload_max_bytes');
    const most = settings.directUploadMaxBytes;
    return {
      request: {
        ...request,
        items: request.items.map((item) => clientItemView(item, uploads)),
        closed: isClosed(request, now),
      },
      workspace: { name, logoUrl },
      sender: { displayName: (await memberDirectory.nameOf(request.ownerUserId)) ?? name },
      limits: {
        maxFileSizeBytes: Math.min(most, ofPlan ?? most, mostFileBytes),
        maxFiles: mostUploads,
        remainingFiles: Math.max(0, mostUploads - uploads.filter(isCounted).length),
      },
    };
  },
});

/** The first time is for everybody to know, later ones are for reminders, which leave alone whoever is at it. */
async function noteOpening(
  request: FileRequest,
  { fileRequests, now, emit }: Pick<FileRequestsPorts, 'fileRequests'> & Pick<WritingContext, 'now' | 'emit'>,
): Promise<void> {
  const isNews =
    request.lastOpenedAt === null || plusMinutes(request.lastOpenedAt, sameOpeningMinutes) <= now;
  if (isNews && (await fileRequests.noteOpening(request.id, now)))
    emit(fileRequestOpened, aboutRequest(request));
}
