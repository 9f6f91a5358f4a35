import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { abandonedVersion } from '../amendments/opened-version.ts';
import { withdrawOpenAmendments } from '../amendments/withdraw-amendments.ts';
import {
  attestationReauthenticationFailed,
  entryInvalidState,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { provenSigner, signedUnder } from './attestation.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { coSignStates, entryStates } from './entry.ts';
import { artifactId, attestation, expectedVersion } from './entry-fields.ts';
import { onEntry } from './entry-permissions.ts';
import { errorReasonPlace, readEntry, shownEntry } from './entry-reading.ts';
import { aboutSavedEntry, entryEnteredInError } from './events.ts';
import { changedEntry, deniedEntry } from './seen-entry.ts';
import { EntryView } from './views.ts';

export const markEntryInError = action({
  summary: 'Mark an entry as entered in error',
  description:
    'For good: it can still be read, marked, and is answered by a new entry. One that was ever signed takes an attestation.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    reason: reason().describe('Why it should not have been made.'),
    replacementArtifactId: id()
      .optional()
      .describe('The id of the entry that was written in its place; none if there is none yet.'),
    attestation: attestation('attest.error.v1')
      .optional()
      .describe('What you state, and the proof that it is you; needed if the entry was ever signed.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [
    entryNotFound,
    entryInvalidState,
    attestationReauthenticationFailed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onEntry('mark'),
  version: ({ entry }) => entry.version,

  async prepare({ artifactId: of, attestation: given }, context) {
    const key = await keyOfEntry({ artifactId: of }, context);
    return { key, proof: given === undefined ? null : await provenSigner(given, context) };
  },

  async run({ reason: why, replacementArtifactId }, context) {
    const { found, prepared, entries, now, user, accessedBy, emit } = context;
    const seal = sealOf(prepared.key, context);
    const { entry } = found;
    const status = entryStates.next(entry.status, 'mark');
    const versions = await entries.versions(entry.id);
    const signed = versions.find(({ number }) => number === entry.currentVersion);
    if (signed !== undefined) {
      if (prepared.proof === null)
        throw invalidField('/attestation', 'field.required', 'Attest it, because the entry was signed.');
      const item = {
        artifactId: entry.id,
        versionNumber: signed.number,
        contentHash: signed.contentHash ?? '',
      };
      const asError = { role: 'author', meaning: 'error' } as const;
      await signedUnder(prepared.proof, 'attest.error.v1', [item], asError, context);
    }
    if (replacementArtifactId !== undefined)
      await linkReplacement(replacementArtifactId, found.entry, context);

    const abandoned = await abandonedVersion(entry, context);
    await withdrawOpenAmendments(entry, why, context);
    const saved = await entries.save({
      ...abandoned,
      status,
      signatureDueAt: null,
      coSignStatus: coSignStates.can(entry.coSignStatus, 'cancel')
        ? coSignStates.next(entry.coSignStatus, 'cancel')
        : entry.coSignStatus,
      errorAt: now,
      errorByUserId: user.userId,
      errorReasonSealed: seal.sealText(errorReasonPlace(entry.id), why),
      errorPriorStatus: entry.status,
      updatedByUserId: user.userId,
      updatedAt: now,
    });
    accessedBy(found.used);
    emit(entryEnteredInError, { ...aboutSavedEntry(saved), priorStatus: entry.status, reason: why });
    return { entry: shownEntry(await readEntry(saved, {}, context), seal) };
  },
});

/** The entry that was written in place of this one says so. */
async function linkReplacement(
  replacementId: string,
  { id: replaced, caseId }: { readonly id: string; readonly caseId: string },
  { entries }: Pick<RecordsPorts, 'entries'>,
): Promise<void> {
  const replacement = replacementId === replaced ? null : await entries.find(replacementId, 'for update');
  if (replacement === null || replacement.caseId !== caseId) throw entryNotFound();
  if (replacement.replacesArtifactId === replaced) return;
  if (replacement.replacesArtifactId !== null || replacement.status === 'entered_in_error')
    throw entryInvalidState();
  await entries.save({ ...replacement, replacesArtifactId: replaced });
}
