import { z } from 'zod';
import { Failure, type FailureDetail, versionConflict } from '../../kernel/errors.ts';
import { exampleValues } from '../../kernel/example-values.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { shown, version } from '../../kernel/shapes.ts';
import type { Purpose } from '../access/labels.ts';
import { mayOnCase } from '../cases/seen-case.ts';
import {
  attestationReauthenticationFailed,
  entryBatchBlocked,
  entryNotAuthor,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { provenSigner, signedUnder } from './attestation.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { artifactId, attestation } from './entry-fields.ts';
import { finalize, type Signable, signable } from './finalization.ts';
import { expectedContentHash } from './finalize-entry.ts';
import { changedEntry } from './seen-entry.ts';
import { reauthMethods } from './signature.ts';

const item = z
  .strictObject({
    artifactId: artifactId(),
    expectedVersion: version().optional(),
    expectedContentHash: expectedContentHash(),
  })
  .meta({ id: 'BatchFinalizeItem', description: 'One entry that is to be signed.' });
type Item = z.output<typeof item>;

const AttestationSessionView = z
  .object({
    id: shown.ownId(),
    signerUserId: z.string().describe('The id of the person who signed.'),
    statementId: z.string().describe('Which statement they made.'),
    reauthMethod: z.enum(reauthMethods).describe('By what they proved that it was they.'),
    openedAt: shown.instant().describe('When they proved it.'),
    closedAt: shown.instant().describe('When the last of it was signed.'),
    entryCount: z.int().describe('How many entries were signed.'),
    manifestSha256: z.string().describe('The SHA-256 of the list of what was signed, in canonical JSON.'),
  })
  .meta({ id: 'AttestationSession', description: 'One proof under which one or more things were signed.' });

const FinalizeResultView = z
  .object({
    artifactId: z.uuid().describe('The id of the entry.'),
    outcome: z.enum(['finalized', 'failed']).describe('Whether it was signed.'),
    signatureId: z.uuid().nullable().describe('The id of the signature; null if there is none.'),
    error: z
      .object({
        code: z.string().describe('Why not, for programs.'),
        message: z.string().describe('Why not, and what to do.'),
      })
      .nullable()
      .describe('Why it was not signed; null if it was.'),
  })
  .meta({ id: 'BatchFinalizeResult', description: 'What became of one entry of a batch.' });

export const batchFinalizeEntries = action({
  summary: 'Sign several entries at once',
  description:
    'With one proof that it is you. An atomic batch signs all of them or none; an independent one signs what it can.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  cli: { example: { items: [{ artifactId: exampleValues.id }] } },
  input: z.strictObject({
    items: z
      .array(item)
      .min(1)
      .max(50)
      .refine((items) => new Set(items.map((each) => each.artifactId)).size === items.length, {
        error: 'Name each entry once.',
        params: { code: 'field.duplicate' },
      })
      .describe('The entries to sign, in this order.'),
    attestation: attestation('attest.author.v1').describe('What you state, and the proof that it is you.'),
    mode: z
      .enum(['atomic', 'independent'])
      .default('atomic')
      .describe('Whether one that cannot be signed stops the others.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({
    attestationSession: AttestationSessionView,
    results: z.array(FinalizeResultView).describe('What became of each, in the order given.'),
  }),
  errors: [
    entryBatchBlocked,
    attestationReauthenticationFailed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],

  async prepare({ items, attestation: given }, context) {
    const keys = new Map<string, OpenedKey | null>();
    for (const { artifactId: id } of items) keys.set(id, await keyOfEntry({ artifactId: id }, context));
    return { keys, proof: await provenSigner(given, context) };
  },

  async run({ items, attestation: given, mode, purposeOfUse: purpose }, context) {
    const { prepared } = context;
    const looked = await lookedAt(items, purpose, prepared.keys, context);
    const failed = looked.filter((each) => !('ready' in each));
    if (failed.length > 0 && (mode === 'atomic' || failed.length === looked.length))
      throw entryBatchBlocked({ details: looked.flatMap((each, index) => blockedBy(each, index)) });

    const ready = looked.flatMap((each) => ('ready' in each ? [each.ready] : []));
    const toSign = ready.map(({ entry, version: { number }, contentHash }) => ({
      artifactId: entry.id,
      versionNumber: number,
      contentHash,
    }));
    const asAuthor = { role: 'author', meaning: 'authorship' } as const;
    const { session, signatures } = await signedUnder(
      prepared.proof,
      given.statementId,
      toSign,
      asAuthor,
      context,
    );
    for (const [index, each] of ready.entries()) {
      const signature = signatures[index];
      if (signature === undefined) throw new TypeError('Every entry was to be signed');
      const seal = sealOf(prepared.keys.get(each.entry.id) ?? null, context);
      await finalize(each, signature, seal, context);
    }
    return {
      attestationSession: session,
      results: looked.map((each) => ({
        artifactId: each.artifactId,
        outcome: 'ready' in each ? ('finalized' as const) : ('failed' as const),
        signatureId: signatures.find(({ entryId }) => entryId === each.artifactId)?.id ?? null,
        error: 'ready' in each ? null : { code: each.failure.code, message: each.failure.message },
      })),
    };
  },
});

type Looked = { readonly artifactId: string } & (
  | { readonly ready: Signable }
  | { readonly failure: Failure }
);
type Context = RecordsPorts & WritingContext;

/** Every entry under its lock, in an order in which two batches never wait for each other. */
async function lookedAt(
  items: readonly Item[],
  purpose: Purpose | undefined,
  keys: ReadonlyMap<string, OpenedKey | null>,
  context: Context,
): Promise<readonly Looked[]> {
  const looked = new Map<string, Looked>();
  for (const each of items.toSorted((a, b) => (a.artifactId < b.artifactId ? -1 : 1)))
    looked.set(each.artifactId, await lookedAtOne(each, purpose, keys.get(each.artifactId) ?? null, context));
  return items.flatMap((each) => looked.get(each.artifactId) ?? []);
}

async function lookedAtOne(
  { artifactId: id, expectedVersion, expectedContentHash: expected }: Item,
  purpose: Purpose | undefined,
  key: OpenedKey | null,
  context: Context,
): Promise<Looked> {
  try {
    const seen = await changedEntry({ artifactId: id, purposeOfUse: purpose }, context);
    if (!mayOnCase('write', seen)) throw entryNotAuthor();
    if (expectedVersion !== undefined && expectedVersion !== seen.entry.version) throw versionConflict();
    const ready = await signable(seen, expected ?? null, sealOf(key, context), context);
    context.accessedBy(seen.used);
    return { artifactId: id, ready };
  } catch (error) {
    if (error instanceof Failure) return { artifactId: id, failure: error };
    throw error;
  }
}

const blockedBy = (each: Looked, index: number): readonly FailureDetail[] =>
  'ready' in each
    ? []
    : [
        {
          path: `/items/${index}/artifactId`,
          code: each.failure.code,
          message: `${each.artifactId}: ${each.failure.message}`,
        },
      ];
