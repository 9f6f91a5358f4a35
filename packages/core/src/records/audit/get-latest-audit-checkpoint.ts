import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import { query } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { auditCheckpointNotFound } from './errors.ts';
import { ledgerAsker } from './reader.ts';
import { wholeNote } from './views.ts';

export const getLatestAuditCheckpoint = query({
  summary: 'Read the newest checkpoint as a signed note',
  description: 'For witnesses, and for whoever keeps checkpoints elsewhere.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records audit latest-checkpoint' },
  input: z.strictObject({}),
  output: madeFile('text/plain'),
  errors: [auditCheckpointNotFound],

  find: ledgerAsker,
  may: onLedger('verify'),

  async run(_, { checkpointLog }) {
    const newest = await checkpointLog.newest();
    if (newest === null) throw auditCheckpointNotFound();
    return plainText('checkpoint.txt', wholeNote(newest));
  },
});

/** A text that is shown and not saved, and that no cache keeps. */
export const plainText = (fileName: string, content: string) => ({
  mediaType: 'text/plain; charset=utf-8',
  fileName,
  disposition: 'inline' as const,
  content,
  etag: null,
  cacheControl: null,
});
