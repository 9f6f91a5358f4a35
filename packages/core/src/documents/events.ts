import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import type { WebhookEntry } from '../kernel/webhook-events.ts';
import { type Document, documentStates, documentVisibilities } from './document.ts';

const document = {
  documentId: id(),
  name: z.string(),
  status: z.enum(documentStates.states),
  visibility: z.enum(documentVisibilities),
  version: z.int(),
};
interface AboutDocument {
  readonly documentId: string;
  readonly name: string;
  readonly status: string;
  readonly visibility: string;
  readonly version: number;
}

/** The data about a document that its events carry. */
export const factsOf = ({
  id: documentId,
  name,
  status,
  visibility,
  version,
}: Document): AboutDocument & {
  status: Document['status'];
  visibility: Document['visibility'];
} => ({ documentId, name, status, visibility, version });

const target = ({ documentId, version }: Pick<AboutDocument, 'documentId' | 'version'>) => ({
  kind: 'document',
  id: documentId,
  version,
});
const refs = ({ documentId }: Pick<AboutDocument, 'documentId'>) => ({ artifactId: documentId });
const visibility = ({ visibility }: AboutDocument) => ({ visibility });
const named = ({ name }: AboutDocument) => ({ name });

/** What is said of a restricted document would tell of it those who may not see it, so nothing is (LIB-4). */
const outside = {
  webhook: {
    context: 'lifecycle',
    data: ({ documentId, status, visibility, version }) =>
      visibility === 'restricted' ? null : { documentId, status, version },
  } satisfies WebhookEntry<AboutDocument>,
} as const;

export const documentCreated = event(
  'document.created',
  z.strictObject({
    ...document,
    mimeType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    scan: z.enum(['clean', 'skipped']),
  }),
  {
    target,
    refs,
    facts: ({ visibility, mimeType, sizeBytes, sha256, scan }) => ({
      visibility,
      mimeType,
      sizeBytes,
      sha256,
      scan,
    }),
    detail: named,
  },
  outside,
);

export const documentUpdated = event(
  'document.updated',
  z.strictObject({ ...document, changed: z.array(z.string()) }),
  {
    target,
    refs,
    facts: ({ visibility, changed }) => ({ visibility, changed }),
    detail: named,
  },
);

export const documentContentRead = event(
  'document.content_read',
  z.strictObject({ documentId: id(), version: z.int(), variant: z.string(), sha256: z.string() }),
  { target, refs, facts: ({ variant, sha256 }) => ({ variant, sha256 }) },
);

export const documentTrashed = event(
  'document.trashed',
  z.strictObject(document),
  { target, refs, facts: visibility, detail: named },
  outside,
);

export const documentRestored = event(
  'document.restored',
  z.strictObject(document),
  { target, refs, facts: visibility, detail: named },
  outside,
);

const destroyed = z.strictObject({ ...document, sizeBytes: z.int(), sha256: z.string() });
const ofDestroyed = {
  target,
  refs,
  facts: ({ visibility, sizeBytes, sha256 }: z.output<typeof destroyed>) => ({
    visibility,
    sizeBytes,
    sha256,
  }),
  detail: named,
};
/** Destroyed out of the trash or of quarantine. */
export const documentPurged = event('document.purged', destroyed, ofDestroyed, outside);
/** Destroyed at the end of its retention period. */
export const documentWasDisposed = event('document.disposed', destroyed, ofDestroyed, outside);

export const documentQuarantined = event(
  'document.quarantined',
  z.strictObject({ ...document, ownerUserId: userId() }),
  { target, refs, facts: visibility, detail: named },
  outside,
);

export const documentReleased = event('document.released', z.strictObject(document), {
  target,
  refs,
  facts: visibility,
  detail: named,
});

/** The bytes of a document were taken from it. It has no ledger line, since it follows an event that has one. */
export const documentBytesReleased = event(
  'document.bytes_released',
  z.strictObject({ documentId: id() }),
  null,
);

/** A request had no time to look into a PDF, so a job does. It has no ledger line, since it follows an event that has one. */
export const documentLeftUninspected = event(
  'document.left_uninspected',
  z.strictObject({ documentId: id(), versionId: id() }),
  null,
);
