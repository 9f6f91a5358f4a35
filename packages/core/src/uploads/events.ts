import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { uploadPurposes } from './upload-session.ts';

const target = ({ uploadSessionId }: { uploadSessionId: string }) => ({
  kind: 'upload_session',
  id: uploadSessionId,
});

export const uploadCreated = event(
  'upload.created',
  z.strictObject({
    uploadSessionId: z.uuid(),
    purpose: z.enum(uploadPurposes),
    sizeBytes: z.int(),
    sha256: z.string(),
    fileName: z.string(),
  }),
  {
    target,
    facts: ({ purpose, sizeBytes, sha256 }) => ({ purpose, sizeBytes, sha256 }),
    detail: ({ fileName }) => ({ fileName }),
  },
);

export const uploadCompleted = event(
  'upload.completed',
  z.strictObject({
    uploadSessionId: z.uuid(),
    mimeType: z.string(),
    /** `skipped` means that no scanner was available; the context that uses the file has it scanned later (UPL-15). */
    scan: z.enum(['clean', 'skipped']),
  }),
  { target, facts: ({ mimeType, scan }) => ({ mimeType, scan }) },
);

export const uploadFailed = event(
  'upload.failed',
  z.strictObject({ uploadSessionId: z.uuid(), code: z.string() }),
  { target, facts: ({ code }) => ({ code }) },
);

export const uploadAborted = event('upload.aborted', z.strictObject({ uploadSessionId: z.uuid() }), {
  target,
});

export const uploadSessionExpired = event('upload.expired', z.strictObject({ uploadSessionId: z.uuid() }), {
  target,
});

export const uploadConsumed = event(
  'upload.consumed',
  z.strictObject({ uploadSessionId: z.uuid(), kind: z.enum(uploadPurposes), id: z.string() }),
  { target, facts: ({ kind, id }) => ({ kind, consumerId: id }) },
);

/** Objects of a session are no longer needed. It has no ledger line, since it follows an event that has one. */
export const uploadBytesReleased = event(
  'upload.bytes_released',
  z.strictObject({ uploadSessionId: z.uuid() }),
  null,
);

/** A request could not wait for the end of an assembly, so a job takes it over. */
export const uploadHandedOver = event(
  'upload.handed_over',
  z.strictObject({ uploadSessionId: z.uuid() }),
  null,
);
