import { z } from 'zod';
import { multiline } from '../../kernel/shapes.ts';
import { partOf } from '../attachments/attachment.ts';
import { requireAmendableCase } from '../cases/case.ts';
import { onCase } from '../cases/seen-case.ts';
import { provenSigner } from '../entries/attestation.ts';
import { keyOfEntry, sealOf } from '../entries/case-key.ts';
import { artifactId, attestation, expectedVersion } from '../entries/entry-fields.ts';
import { readEntry, shownEntry } from '../entries/entry-reading.ts';
import { changedEntry, deniedEntry } from '../entries/seen-entry.ts';
import { EntryView } from '../entries/views.ts';
import {
  attestationReauthenticationFailed,
  caseInvalidState,
  entryInvalidState,
  entryNotFound,
  entryVersionNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { writtenAddendumKinds } from './addendum.ts';
import {
  addendumFileRefusals,
  addendumFiles,
  keptFiles,
  requireSoundFiles,
  sealedFiles,
} from './addendum-files.ts';
import { finalizedVersion, requireSigned, signedAddendum } from './signed-addendum.ts';
import { AddendumView, addendumView } from './views.ts';

export const addEntryAddendum = action({
  summary: 'Add to a signed entry',
  description:
    'The signed version stays as it is; what is added is signed by whoever adds it, who proves again that it is they. Files that come with it are sealed under the key of the case, and the signature covers them; an upload is used up by this, and when the call fails it stays as it is. Possible while the case is closed too.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    kind: z.enum(writtenAddendumKinds).describe('What it is.'),
    content: multiline(20_000, 1)
      .describe('What is to be added.')
      .meta({ examples: ['She called again.'] }),
    versionNumber: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('The signed version that it is added to; by default the newest.'),
    attachments: addendumFiles(),
    attestation: attestation('attest.addendum.v1').describe('What you state, and the proof that it is you.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ addendum: AddendumView, entry: EntryView }),
  errors: [
    entryNotFound,
    entryVersionNotFound,
    entryInvalidState,
    caseInvalidState,
    attestationReauthenticationFailed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    ...addendumFileRefusals,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('addendum'),
  version: ({ entry }) => entry.version,

  async prepare({ artifactId: id, attachments, attestation: given }, context) {
    requireSoundFiles(attachments);
    const key = await keyOfEntry({ artifactId: id }, context);
    if (attachments.length > 0) await context.transact((work) => requireTakesFiles(id, work));
    const proof = await provenSigner(given, context);
    return { key, proof, files: key === null ? [] : await sealedFiles(attachments, key, context) };
  },

  async run({ kind, content, versionNumber }, context) {
    const { found, prepared, cases, accessedBy } = context;
    const seal = sealOf(prepared.key, context);
    requireSigned(found.entry);
    requireAmendableCase(await cases.find(found.entry.caseId));
    const number = await finalizedVersion(found.entry, versionNumber ?? null, context);
    accessedBy(found.used);
    const { files, proof } = prepared;
    const written = { entry: found.entry, versionNumber: number, kind, content, amendmentId: null };
    const { addendum, signature, entry } = await signedAddendum(
      { ...written, attachments: files.map(partOf) },
      proof,
      seal,
      context,
    );
    const attachments = await keptFiles(files, { entry, addendumId: addendum.id }, seal, context);
    const named = await namedUsers([addendum.authorUserId], context);
    return {
      addendum: addendumView(addendum, { entry, signatures: [signature], attachments, named, seal }),
      entry: shownEntry(await readEntry(entry, {}, context), seal),
    };
  },
});

/** Before bytes are read for an entry that takes no addendum. */
async function requireTakesFiles(
  id: string,
  { entries, cases }: Pick<RecordsPorts, 'entries' | 'cases'>,
): Promise<void> {
  const entry = await entries.find(id);
  if (entry === null) return;
  requireSigned(entry);
  requireAmendableCase(await cases.find(entry.caseId));
}
