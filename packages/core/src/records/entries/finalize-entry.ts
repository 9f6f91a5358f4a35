import { z } from 'zod';
import { attachmentNotClean } from '../attachments/errors.ts';
import { onCase } from '../cases/seen-case.ts';
import {
  attestationReauthenticationFailed,
  entryContentChanged,
  entryInvalidState,
  entryNotAuthor,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { provenSigner, signedUnder } from './attestation.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { artifactId, attestation, expectedVersion } from './entry-fields.ts';
import { readEntry, shownEntry } from './entry-reading.ts';
import { finalize, signable } from './finalization.ts';
import { reportChanged } from './reviewed-snapshot.ts';
import { changedEntry, deniedEntry } from './seen-entry.ts';
import { SignatureView, signatureView } from './signature-view.ts';
import { EntryView } from './views.ts';

export const expectedContentHash = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Give the contentHash of the entry as you read it.')
    .optional()
    .describe('The contentHash that you read; another one is refused with entry.content_changed.');

export const finalizeEntry = action({
  summary: 'Sign an entry',
  description:
    'For its author, once it is approved: it never changes again. Whoever signs proves again that it is they.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    attestation: attestation('attest.author.v1').describe('What you state, and the proof that it is you.'),
    expectedContentHash: expectedContentHash(),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ entry: EntryView, signature: SignatureView }),
  errors: [
    entryNotFound,
    entryNotAuthor,
    entryInvalidState,
    entryContentChanged,
    attachmentNotClean,
    attestationReauthenticationFailed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('write'),
  version: ({ entry }) => entry.version,

  async prepare({ artifactId: id, attestation: given }, context) {
    const key = await keyOfEntry({ artifactId: id }, context);
    await reportChanged(id, key, context);
    return { key, proof: await provenSigner(given, context) };
  },

  async run({ attestation: given, expectedContentHash: expected }, context) {
    const { found, prepared, accessedBy } = context;
    const seal = sealOf(prepared.key, context);
    const ready = await signable(found, expected ?? null, seal, context);
    accessedBy(found.used);
    const item = {
      artifactId: ready.entry.id,
      versionNumber: ready.version.number,
      contentHash: ready.contentHash,
    };
    const asAuthor = { role: 'author', meaning: 'authorship' } as const;
    const { signatures } = await signedUnder(prepared.proof, given.statementId, [item], asAuthor, context);
    const [signature] = signatures;
    if (signature === undefined) throw new TypeError('One version was to be signed');
    const entry = await finalize(ready, signature, seal, context);
    const named = await namedUsers([signature.signerUserId], context);
    return {
      entry: shownEntry(await readEntry(entry, {}, context), seal),
      signature: signatureView(signature, named),
    };
  },
});
