import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { abandonedVersion } from '../amendments/opened-version.ts';
import { withdrawOpenAmendments } from '../amendments/withdraw-amendments.ts';
import {
  attestationReauthenticationFailed,
  entryInvalidState,
  entryNotAuthor,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { provenSigner, signedUnder } from './attestation.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { coSignStates, entryStates, type RecordEntry } from './entry.ts';
import { artifactId, attestation, expectedVersion } from './entry-fields.ts';
import { onEntry } from './entry-permissions.ts';
import { errorReasonPlace, readEntry, shownEntry } from './entry-reading.ts';
import { aboutSavedEntry, entryEnteredInError } from './events.ts';
import { changedEntry, deniedEntry, seenEntry } from './seen-entry.ts';
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
    entryNotAuthor,
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

  async run({ reason: why, replacementArtifactId, purposeOfUse: purpose }, context) {
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
      await linkReplacement(
        { artifactId: replacementArtifactId, purposeOfUse: purpose },
        found.entry,
        context,
      );

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

/**
 * The entry that was written in place of this one says so, in whichever case the caller sees it (REC-51). In another case it
 * is for those to change who wrote it or lead there.
 */
async function linkReplacement(
  wanted: Parameters<typeof seenEntry>[0],
  replaced: Pick<RecordEntry, 'id' | 'caseId'>,
  context: Parameters<typeof seenEntry>[1],
): Promise<void> {
  if (wanted.artifactId === replaced.id) throw entryNotFound();
  const { entry, standing } = await seenEntry(wanted, context, 'for update');
  const isTheirs = entry.authorUserId === context.user.userId || standing.caseRole === 'lead';
  if (entry.caseId !== replaced.caseId && !isTheirs) throw entryNotAuthor();
  if (entry.replacesArtifactId === replaced.id) return;
  if (entry.replacesArtifactId !== null || entry.status === 'entered_in_error') throw entryInvalidState();
  await context.entries.save({ ...entry, replacesArtifactId: replaced.id });
}
