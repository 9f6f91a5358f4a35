import type { WritingContext } from '../../kernel/handler-context.ts';
import type { ClientUpload } from '../client-upload.ts';
import type { FileRequestsPorts } from '../ports.ts';
import type { FileRequest } from '../request.ts';
import { settledRequest } from '../settled-request.ts';

/** A file that is decided on, with its request, which is locked. */
export interface Reviewing {
  readonly request: FileRequest;
  readonly upload: ClientUpload;
}

export type ReviewContext = FileRequestsPorts & WritingContext;

/** Stores the decision, and what it makes of the request. */
export async function keptDecision(
  { request, upload }: Reviewing,
  context: ReviewContext,
): Promise<Reviewing> {
  await context.clientUploads.save(upload);
  const uploads = await context.clientUploads.of(request.id);
  return { upload, request: await settledRequest(request, uploads, context) };
}
