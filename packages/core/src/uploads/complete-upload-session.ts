import { z } from 'zod';
import { dependencyUnavailable, versionConflict } from '../kernel/errors.ts';
import { requireVersion } from '../kernel/expected-version.ts';
import { version } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import { assemble, leaseOf, settle } from './assembly.ts';
import { sha256Hex } from './create-upload-session.ts';
import {
  uploadArchiveUnsafe,
  uploadChecksumMismatch,
  uploadExpired,
  uploadFailures,
  uploadIncomplete,
  uploadInvalidState,
  uploadNotFound,
  uploadRejected,
  uploadTypeNotAllowed,
} from './errors.ts';
import { uploadHandedOver } from './events.ts';
import { uploadSessionId } from './get-upload-session.ts';
import { action, type UploadRepository } from './ports.ts';
import { hasExpired, type UploadChunk, type UploadSession, wholeKey } from './upload-session.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

const pauseMs = 100;

type Begun =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'mine'; readonly session: UploadSession; readonly chunks: readonly UploadChunk[] };

const completion = z
  .strictObject({
    uploadSessionId: uploadSessionId(),
    sha256: sha256Hex().optional().describe('The SHA-256 that was declared, as a check.'),
    sizeBytes: z.int().min(1).optional().describe('The size that was declared, as a check.'),
    expectedVersion: version().optional(),
  })
  .meta({ examples: [{}] });

export const completeUploadSession = action({
  summary: 'Complete an upload',
  description:
    'Assembles the chunks, checks the file against its SHA-256, detects its type from the bytes and scans it. If that takes longer than 20 seconds, the status in the answer is assembling; then read the session until the status changes.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  cli: { command: 'uploads complete' },
  always: true,
  input: completion,
  output: UploadSessionAnswer,
  errors: [
    uploadNotFound,
    uploadIncomplete,
    uploadChecksumMismatch,
    uploadRejected,
    uploadArchiveUnsafe,
    uploadInvalidState,
    uploadExpired,
    uploadTypeNotAllowed,
    versionConflict,
  ],

  async prepare(input, { now, user, workspaceId, transact, newId, blobs, types, scanner, settings }) {
    const deadline = performance.now() + settings.assemblySeconds * 1000;
    const isOver = () => performance.now() >= deadline;
    for (;;) {
      const assemblyId = newId();
      const begun = await transact(({ uploads }) => begin(input, assemblyId, user.userId, now, uploads));
      if (begun.kind === 'done') return;
      if (begun.kind === 'wait') {
        // Another request or a job is assembling it (UPL-6).
        if (isOver()) return;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        continue;
      }

      const { session, chunks } = begun;
      const key = wholeKey(workspaceId, session.id, assemblyId);
      const outside = { blobs, types, scanner, settings };
      const verdict = await assemble(session, chunks, key, outside, isOver);
      const settled = await transact(async (context) => {
        if (verdict.kind === 'out_of_time') context.emit(uploadHandedOver, { uploadSessionId: session.id });
        return settle(session, assemblyId, verdict, context);
      });
      if (verdict.kind === 'scanner_away') throw dependencyUnavailable({ retryAfterSeconds: 30 });
      // Another attempt has the assembly now; what this one made for itself goes, what chunks lie in does not.
      if (verdict.kind === 'accepted' && settled === null) await blobs.delete(key);
      if (verdict.kind === 'out_of_time') return;
    }
  },

  async run({ uploadSessionId: id }, { now, user, uploads }) {
    const session = await uploads.own(id, user.userId);
    return { uploadSession: uploadSessionView(session, await uploads.progress(session), now) };
  },
});

/** Decides what this request has to do, in a transaction that settles it against all others. */
async function begin(
  input: z.output<typeof completion>,
  assemblyId: string,
  userId: string,
  now: string,
  uploads: UploadRepository,
): Promise<Begun> {
  const session = await uploads.own(input.uploadSessionId, userId);
  for (const field of ['sha256', 'sizeBytes'] as const)
    if (input[field] !== undefined && input[field] !== session[field])
      throw invalidField(
        `/${field}`,
        'upload.declared_otherwise',
        'Give what was declared at creation, or nothing.',
      );
  if (hasExpired(session, now)) throw uploadExpired();
  // Once it is being assembled, its version is that of the assembly, which the caller waits for.
  if (session.status === 'open') requireVersion(session.version, input.expectedVersion);
  if (session.status === 'completed' || session.status === 'consumed') return { kind: 'done' };
  if (session.status === 'failed')
    throw (uploadFailures[session.failure?.code ?? ''] ?? uploadInvalidState)();
  if (session.status === 'assembling' && (session.assembly?.until ?? '') > now) return { kind: 'wait' };
  if (session.status !== 'open' && session.status !== 'assembling') throw uploadInvalidState();

  const { missing } = await uploads.progress(session);
  if (missing.length > 0)
    throw uploadIncomplete({
      details: missing.slice(0, 100).map(({ start, end }) => ({
        path: '',
        code: 'upload.missing_range',
        message: `${start}-${end}`,
      })),
    });
  // An assembly whose lease ran out died with its process, so this request takes it over.
  const mine = await uploads.advance(
    session.id,
    session.status === 'open' ? { status: 'open' } : { status: 'assembling', dueAt: now },
    session.status === 'open' ? 'complete' : 'take_over',
    { assembly: leaseOf(assemblyId, now) },
    now,
  );
  return mine === null
    ? { kind: 'wait' }
    : { kind: 'mine', session: mine, chunks: await uploads.chunks(mine.id) };
}
