import { contexts, failure, type ReceivedFile, type UseCase } from '@chancery/core';
import { incomingFile } from '@chancery/core/internal';
import { z } from 'zod';

const thingRefused = failure('thing.refused', 'conflict', 'The state of the thing forbids it.');

/** What the use case below was given, for a test to see. */
export interface TakenFiles {
  readonly received: { readonly file: ReceivedFile; readonly name?: string | undefined }[];
}

/** Takes a file and, beside it, texts of every form. It belongs to no context, whose `command` would type it. */
export const takingFiles = (
  taken: TakenFiles,
  over: Partial<UseCase> = {},
  refuses: () => boolean = () => false,
): UseCase =>
  ({
    kind: 'command',
    ports: contexts.workspace.ports,
    summary: 'Take a file',
    access: { owner: 'any', admin: 'any' },
    input: z.strictObject({
      name: z.string().max(1000).optional(),
      count: z.int().optional(),
      tags: z.array(z.string()).optional(),
      file: incomingFile(),
    }),
    output: z.object({
      sizeBytes: z.int(),
      sha256: z.string(),
      blobKey: z.string(),
      name: z.string().nullable(),
      count: z.int().nullable(),
      tags: z.array(z.string()),
      fileName: z.string().nullable(),
      mediaType: z.string().nullable(),
    }),
    errors: [thingRefused],
    async run({
      file,
      name,
      count,
      tags,
    }: {
      file: ReceivedFile;
      name?: string;
      count?: number;
      tags?: string[];
    }) {
      taken.received.push({ file, name });
      if (refuses()) throw thingRefused();
      return { ...file, name: name ?? null, count: count ?? null, tags: tags ?? [] };
    },
    ...over,
  }) as unknown as UseCase;
