import { z } from 'zod';
import {
  DocumentView,
  documentInvalidState,
  documentNotFound,
  onDocument,
  SignatureView,
} from '../documents/index.ts';
import { multiline, version } from '../kernel/shapes.ts';
import { documentToSign } from './document-to-sign.ts';
import { endRound } from './ended-round.ts';
import { aboutRound, documentVoided } from './events.ts';
import { command } from './ports.ts';
import { voidedRound } from './round.ts';
import { documentId } from './signing-input.ts';
import { signatureView } from './views.ts';

export const voidDocument = command({
  summary: 'Void a document that is out for signature',
  description:
    'Every signing link stops working at once, and the people who had one and were not done get a mail with the reason, as does the owner. Another round may follow.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    documentId: documentId(),
    reason: multiline(1000, 1)
      .describe('Why; shown to the people who had a link.')
      .meta({ examples: ['Wrong annex'] }),
    expectedVersion: version().optional(),
  }),
  output: z.object({ document: DocumentView, signature: SignatureView }),
  errors: [documentNotFound, documentInvalidState],

  find: documentToSign,
  may: onDocument('manage'),
  version: (document) => document.version,

  async run({ documentId, reason }, context) {
    const { found: document, rounds, signers, documentLibrary, documentShareEnds, user, now, emit } = context;
    const round = await rounds.currentOf(documentId);
    if (round === null) throw documentInvalidState();
    const people = await signers.of(round.id);
    const voided = voidedRound(round, { reason, byUserId: user.userId }, now);

    const ended = await endRound(
      document,
      people,
      { round: voided, reason: 'voided', notice: 'voided' },
      context,
    );
    await documentShareEnds.voided(documentId, user.userId, context);
    emit(documentVoided, { ...aboutRound(ended.document, ended.round), reason });
    return {
      document: await documentLibrary.view(ended.document, context),
      signature: signatureView(ended.document, ended.round, ended.people),
    };
  },
});
