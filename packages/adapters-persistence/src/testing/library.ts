import type { documents } from '@chancery/core';
import { inParts } from '@chancery/core/testing';
import { type Person, type World, world } from './world.ts';

/** A file as a caller gives it. */
export const aFile = (fileName: string | null, content: string | Uint8Array = '%PDF-1.7\n%%EOF') => ({
  fileName,
  mediaType: null,
  content: inParts(typeof content === 'string' ? Buffer.from(content) : content),
});

type UploadInput = Parameters<World['chancery']['documents']['uploadDocument']>[0];

export interface Library extends World {
  readonly documents: World['chancery']['documents'];
  /** Holds as another context would place them. */
  readonly holds: {
    /** Places one if the document is in one of these states when its lock is had; `active` if none is named. */
    place(documentId: string, states?: readonly string[]): Promise<void>;
    /** Places one at once, on what nobody else is about to change. */
    mark(id: string): void;
    lift(documentId: string): void;
    on(documentId: string): boolean;
  };
  /** Uploads a file as the owner of the workspace, or as somebody else. */
  upload(
    input?: Partial<UploadInput>,
    as?: Person,
  ): Promise<Awaited<ReturnType<World['chancery']['documents']['uploadDocument']>>['document']>;
  folder(
    name: string,
    parentId?: string | null,
    as?: Person,
  ): Promise<{ readonly id: string; readonly version: number }>;
}

/** A world whose library can be filled in a line, and where holds can be placed. */
export async function library(options: Parameters<typeof world>[0] = {}): Promise<Library> {
  const held = new Set<string>();
  const here = await world({
    ...options,
    ports: {
      ...options.ports,
      answers: { documentHolds: () => [holdsIn(held)], ...options.ports?.answers },
    },
  });
  const { documents } = here.chancery;
  return {
    ...here,
    documents,
    holds: {
      // Under the lock that whoever places a hold takes.
      async place(documentId, states = ['active']) {
        const client = await here.database.pool.connect();
        try {
          await client.query('begin');
          const { rows } = await client.query<{ status: string }>(
            'select status from documents where id = $1 for update',
            [documentId],
          );
          if (states.includes(rows[0]?.status ?? '')) held.add(documentId);
          await client.query('commit');
        } finally {
          client.release();
        }
      },
      mark: (id) => void held.add(id),
      lift: (documentId) => void held.delete(documentId),
      on: (documentId) => held.has(documentId),
    },
    async upload(input = {}, as = here.owner) {
      return (await documents.uploadDocument({ file: aFile('letter.pdf'), ...input }, as.session)).document;
    },
    async folder(name, parentId = null, as = here.owner) {
      return (await documents.createDocumentFolder({ name, parentId }, as.session)).folder;
    },
  };
}

const holdsIn = (held: ReadonlySet<string>): documents.DocumentHolds => ({
  context: 'tests',
  on: async (documentIds) => documentIds.filter((id) => held.has(id)).map(holdOn),
  all: async () => [...held].map(holdOn),
});
const holdOn = (documentId: string) => ({ documentId, holdId: `hold on ${documentId}` });
