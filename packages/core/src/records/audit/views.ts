import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { checkpointReasons, type StoredCheckpoint } from './ports.ts';
import type { Verification } from './verification.ts';

const nullable = (about: string) => z.string().nullable().describe(about);
const seqOf = (about: string) => z.int().describe(about);

export const auditOutcomes = ['success', 'denied', 'failure'] as const;
const actorKinds = ['user', 'api_key', 'portal_recipient', 'public_link', 'operator', 'system'] as const;
const bases = [
  'role',
  'case_member',
  'author',
  'temporary_access',
  'break_glass',
  'portal',
  'link',
  'system',
  'none',
] as const;

export const AuditEventView = z
  .object({
    seq: seqOf('Its number in the ledger: 1, 2, 3 and so on, without a gap.'),
    id: shown.ownId(),
    occurredAt: shown.instant().describe('When it happened.'),
    action: z.string().describe('What happened, such as document.sent.'),
    outcome: z.enum(auditOutcomes).describe('Whether it was done, refused, or failed.'),
    actor: z
      .object({
        kind: z.enum(actorKinds).describe('What acted.'),
        id: nullable('The id of the person or of the key; null where there is none.'),
        displayName: nullable('The name of the person or of the key; null if it is not known.'),
        email: nullable('The address of the person; null if they have left.'),
      })
      .describe('Who did it.'),
    purposeOfUse: nullable('For which purpose; null if none was given.'),
    access: z
      .object({
        basis: z.enum(bases).describe('By what right the thing was reached.'),
        grantId: nullable('The grant or session that opened it; null if none did.'),
      })
      .describe('How the thing was reached.'),
    target: z
      .object({
        kind: z.string().describe('What kind of thing it was done to.'),
        id: z.string().describe('The id of that thing.'),
        version: z.int().nullable().describe('Its version; null if it has none.'),
      })
      .describe('What it was done to.'),
    refs: z
      .object({
        subjectId: nullable('The subject that it is about; null if it is about none.'),
        caseId: nullable('The case that it is about; null if it is about none.'),
        artifactId: nullable('The document or entry that it is about; null if it is about none.'),
      })
      .describe('The records that it is about.'),
    labels: z.array(z.string()).describe('The labels of confidentiality at that time.'),
    facts: z.record(z.string(), z.unknown()).describe('Ids, words of enumerations, numbers and dates.'),
    detail: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Names, reasons and addresses; null if there are none, or you may not see them.'),
    detailState: z
      .enum(['none', 'present', 'withheld', 'erased'])
      .describe('Whether the event has a detail, and whether it is shown.'),
    requestId: z.string().describe('The request that did it.'),
    correlationId: z.string().describe('What the caller named the request by.'),
    prevHash: z.string().describe('The hash of the event before it.'),
    hash: z.string().describe('Its own hash, over its bytes and that of the event before.'),
    checkpointSize: z
      .int()
      .nullable()
      .describe('The size of the smallest checkpoint that covers it; null if none does yet.'),
  })
  .meta({ id: 'AuditEvent', description: 'A line of the audit ledger.' });

export const CheckpointView = z
  .object({
    size: z.int().describe('How many events it covers.'),
    rootHash: z.string().describe('The root of the tree over them, in hexadecimal.'),
    text: z.string().describe('The signed note, with every cosignature (C2SP tlog-checkpoint).'),
    issuedAt: shown.instant().describe('When it was signed.'),
    reason: z.enum(checkpointReasons).describe('Why it was made.'),
    cosignatures: z
      .array(
        z.object({
          name: z.string().describe('The name of the witness.'),
          keyId: z.string().describe('The id of its key.'),
          cosignedAt: shown.instant().describe('When it says that it has checked it.'),
        }),
      )
      .describe('The witnesses who have cosigned it.'),
  })
  .meta({ id: 'Checkpoint', description: 'A signed statement of what the ledger held at one size.' });

export const checkpointView = ({
  note,
  cosignatures,
  size,
  rootHash,
  issuedAt,
  reason,
}: StoredCheckpoint): z.input<typeof CheckpointView> => ({
  size,
  rootHash,
  text: wholeNote({ note, cosignatures }),
  issuedAt,
  reason,
  cosignatures: cosignatures.map(({ name, keyId, cosignedAt }) => ({ name, keyId, cosignedAt })),
});

/** The note with the lines of its witnesses behind those of the log. */
export const wholeNote = ({ note, cosignatures }: Pick<StoredCheckpoint, 'note' | 'cosignatures'>): string =>
  note + cosignatures.map(({ line }) => line).join('');

export const VerificationView = z
  .object({
    ok: z.boolean().describe('False if anything in the range is not what was written.'),
    complete: z.boolean().describe('False if the time was up; go on from nextFromSeq.'),
    fromSeq: seqOf('The first event of the range.'),
    toSeq: seqOf('The last event of the range.'),
    headSeq: seqOf('The newest event when the verification began.'),
    headHash: z.string().describe('The hash of that event.'),
    eventsChecked: z.int().describe('How many events were recomputed.'),
    detailsChecked: z.int().describe('How many details agree with what the chain says of them.'),
    detailsErased: z
      .int()
      .describe('How many details were erased, as later events say, or had their key destroyed.'),
    checkpointsChecked: z.int().describe('How many checkpoints were compared with the recomputed tree.'),
    lastCheckpoint: z
      .object({
        size: z.int().describe('How many events it covers.'),
        issuedAt: shown.instant().describe('When it was signed.'),
      })
      .nullable()
      .describe('The newest checkpoint; null if there is none.'),
    firstBadSeq: z.int().nullable().describe('The first event that is wrong; null if none is.'),
    reason: nullable('What is wrong with it; null if nothing is.'),
    anchoredBy: z
      .enum(['genesis', 'checkpoint', 'unanchored'])
      .describe(
        'What the first event of the range hangs on: the beginning of the ledger, a checkpoint, or nothing known.',
      ),
    nextFromSeq: z.int().nullable().describe('Where to go on; null if the range was walked to its end.'),
    warnings: z
      .array(
        z.object({
          seq: seqOf('The event that it is about.'),
          code: z
            .enum(['time_regression', 'no_checkpoint'])
            .describe(
              'The clock went back by more than five minutes, or no checkpoint confirms the history.',
            ),
        }),
      )
      .describe('What is odd, and no fault; at most 100.'),
    durationMs: z.int().describe('How long it took.'),
    verifiedAt: shown.instant().describe('When it was done.'),
  })
  .meta({ id: 'VerificationReport', description: 'What a verification of the ledger has found.' });

export const verificationView = (
  { fault, nextFromSeq, warnings, ...verification }: Verification,
  { durationMs, verifiedAt }: { readonly durationMs: number; readonly verifiedAt: string },
): z.input<typeof VerificationView> => ({
  ...verification,
  ok: fault === null,
  complete: nextFromSeq === null,
  firstBadSeq: fault?.seq ?? null,
  reason: fault?.reason ?? null,
  nextFromSeq,
  warnings: [...warnings],
  durationMs,
  verifiedAt,
});
