import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { VerificationView } from '../audit/views.ts';
import type { RecordsPorts } from '../ports.ts';
import { changedBy, type NamedUsers, namedUsers, nobodyOr, UserRef } from '../subjects/user-refs.ts';
import {
  faultKinds,
  type IntegrityCheck,
  type IntegrityCounts,
  integrityCheckStates,
  integrityScopes,
} from './check.ts';

const counts = (): Record<keyof IntegrityCounts, z.ZodInt> => ({
  events: z.int().describe('Events of the ledger.'),
  entries: z.int().describe('Entries, with all that was submitted and added.'),
  attachments: z.int().describe('Files, read whole.'),
  signatures: z.int().describe('Signatures.'),
  searchRows: z.int().describe('Rows of the search index.'),
  clocks: z.int().describe('Clocks of retention.'),
});

export const IntegrityCheckView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    scope: z.array(z.enum(integrityScopes)).describe('What is checked.'),
    caseId: z.uuid().nullable().describe('The case that it is limited to; null for all of them.'),
    fromSeq: z.int().nullable().describe('The first event; null for the beginning of the ledger.'),
    toSeq: z.int().nullable().describe('The last event; null for the newest.'),
    sampleRate: z.number().describe('Which part of the files is read.'),
    status: z.enum(integrityCheckStates.states).describe('How far it is, and how it ended.'),
    checked: z.object(counts()).describe('How much was compared.'),
    unchecked: z
      .object(counts())
      .describe(
        'How much there is that was not compared: because its key was destroyed, a job is still to write it, or it is not in the sample.',
      ),
    faults: z
      .array(
        z.object({
          kind: z.enum(faultKinds).describe('What is wrong.'),
          id: z.uuid().optional().describe('Its id; of a clock that of its case, left out of an event.'),
          seq: z.int().optional().describe('The number of the event; left out of anything else.'),
          code: z.string().describe('What is wrong with it.'),
        }),
      )
      .describe('What was found to be wrong; empty if nothing was.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.nullable().describe('Who asked for it; null of one from before this was noted.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
    startedAt: shown.instant().nullable().describe('When it began; null if it waits.'),
    finishedAt: shown.instant().nullable().describe('When it ended; null until then.'),
    verification: VerificationView.nullable().describe(
      'What was found about the ledger; null until it ends.',
    ),
  })
  .meta({ id: 'IntegrityCheck', description: 'A check of what is stored against what was written.' });

interface ShownWith {
  readonly workspaceId: string;
  readonly named: NamedUsers;
}

const checkView = (
  { scope, faults, progress: _, createdByUserId, ...check }: IntegrityCheck,
  { workspaceId, named }: ShownWith,
): z.input<typeof IntegrityCheckView> => ({
  ...check,
  workspaceId,
  scope: [...scope],
  faults: [...faults],
  createdBy: nobodyOr(createdByUserId, named),
  // Somebody asks for it, and from then on it goes on by itself.
  updatedAt: check.finishedAt ?? check.startedAt ?? check.createdAt,
  updatedBy: check.startedAt === null && check.finishedAt === null ? nobodyOr(createdByUserId, named) : null,
});

export async function shownChecks(
  checks: readonly IntegrityCheck[],
  { workspaceId, memberDirectory }: Pick<RecordsPorts, 'memberDirectory'> & { readonly workspaceId: string },
): Promise<z.input<typeof IntegrityCheckView>[]> {
  const people = checks.map(({ createdByUserId }) => createdByUserId).filter((each) => each !== null);
  const named = await namedUsers(people, { memberDirectory });
  return checks.map((check) => checkView(check, { workspaceId, named }));
}
