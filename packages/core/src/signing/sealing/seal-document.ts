import { z } from 'zod';
import {
  DocumentView,
  documentInvalidState,
  documentNotFound,
  onDocument,
  SealView,
} from '../../documents/index.ts';
import { version } from '../../kernel/shapes.ts';
import { documentToSign } from '../document-to-sign.ts';
import { command } from '../ports.ts';
import { queuedSeal, sealStates } from '../seal.ts';
import { documentId } from '../signing-input.ts';
import { sealView } from '../views.ts';
import { sealDue } from './events.ts';

export const sealDocument = command({
  summary: 'Have a completed document sealed again',
  description:
    'For a seal that has failed or still waits: all attempts begin anew. A document that is sealed already is answered as it is.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({ documentId: documentId(), expectedVersion: version().optional() }),
  output: z.object({ document: DocumentView, seal: SealView }),
  errors: [documentNotFound, documentInvalidState],

  find: documentToSign,
  may: onDocument('manage'),
  version: (document) => document.version,

  async run({ documentId }, context) {
    const { found: document, rounds, documentLibrary, now, emit } = context;
    const round = await rounds.currentOf(documentId);
    if (round?.status !== 'completed' && round?.status !== 'sealed') throw documentInvalidState();
    // While it is being sealed there is nothing to ask for.
    const isAsked = round.status === 'completed' && sealStates.can(round.seal.status, 'queue');
    const after = isAsked
      ? await rounds.save({ ...round, seal: queuedSeal(round.seal), updatedAt: now })
      : round;
    if (isAsked) emit(sealDue, { documentId, roundId: round.id });
    return { document: await documentLibrary.view(document, context), seal: sealView(after) };
  },
});
