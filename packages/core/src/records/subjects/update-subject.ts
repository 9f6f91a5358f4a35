import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { isRestricted } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import { sayRelabelled } from '../access/say-relabelled.ts';
import { isByGrant } from '../access/used-access.ts';
import {
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectHasOpenCases,
  subjectInvalidState,
  subjectNotFound,
  subjectReferenceTaken,
} from '../errors.ts';
import { aboutSubject, recordOfSubject, subjectStatusChanged, subjectUpdated } from '../events.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { keysOfSubjects } from './identifier-values.ts';
import { matchKeysOf } from './match-keys.ts';
import { requireFreeReference } from './new-subject.ts';
import { relabelled } from './relabelled.ts';
import { deniedSubject, onSubject, type SeenSubject, seenSubject } from './seen-subject.ts';
import { shownSubject } from './shown-subject.ts';
import { composedName, inStatus, livingStatuses, requireLiving, type Subject } from './subject.ts';
import { completed, requireSound } from './subject-content.ts';
import { purposeOfUse, reason, subjectFields, subjectId } from './subject-fields.ts';
import { SubjectView } from './views.ts';

const { confidentiality, additionalLabels, ...content } = z.object(subjectFields).partial().shape;

type Wanted = { readonly status?: Subject['status'] | undefined };
const isArchived = ({ subject }: SeenSubject, { status }: Wanted): boolean =>
  status === 'archived' && subject.status !== 'archived';
const isUnarchived = ({ subject }: SeenSubject, { status }: Wanted): boolean =>
  status !== undefined && status !== 'archived' && subject.status === 'archived';
/** A records manager puts a subject into the archive without being able to change it. */
const changesMore = (
  found: SeenSubject,
  {
    subjectId: _,
    purposeOfUse: __,
    expectedVersion: ___,
    status,
    ...fields
  }: Wanted & Readonly<Record<string, unknown>>,
): boolean =>
  Object.values(fields).some((value) => value !== undefined) ||
  !(isArchived(found, { status }) || isUnarchived(found, { status }));

export const updateSubject = action({
  summary: 'Change a subject',
  description: 'A list replaces the stored one, null empties a field, and what is left out stays.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { example: { pronouns: 'she/her' } },
  input: z.strictObject({
    subjectId: subjectId(),
    ...content,
    confidentiality,
    additionalLabels,
    confidentialityReason: reason().optional().describe('Why a label is removed; needed if one is.'),
    status: z.enum(livingStatuses).optional().describe('Whether people work with it.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version(),
  }),
  output: z.object({ subject: SubjectView }),
  errors: [
    subjectNotFound,
    subjectInvalidState,
    subjectHasOpenCases,
    subjectReferenceTaken,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
    recordsLabelLoweringNotAllowed,
  ],
  denial: deniedSubject,

  find: (input, context) => seenSubject(input, context, 'for update'),
  may: [
    onlyWhen('more than the archive changes', changesMore, onSubject('update')),
    onlyWhen('it goes into the archive', isArchived, onSubject('archive')),
    onlyWhen('it comes out of the archive', isUnarchived, onSubject('unarchive')),
  ],
  version: ({ subject }) => subject.version,

  prepares: () => false,
  prepare: ({ subjectId: of }, context) => keysOfSubjects([of], context),

  async run(input, context) {
    const { subject, used } = context.found;
    const known = { keys: context.prepared };
    requireLiving(subject);
    const labelled = relabelled(context.found, input);
    const after = { ...changed(subject, input, context), ...labelled };
    requirePurpose(after.effectiveMask, input.purposeOfUse ?? null);
    if (sameJson(after, subject))
      return { subject: await shownSubject(subject, context.found, known, context) };
    requireSound(after, context);
    if (after.status === 'archived' && subject.status !== 'archived')
      await requireNoOpenCase(subject, context);
    if (after.externalReference !== subject.externalReference) {
      await context.subjects.lockUniqueness();
      await requireFreeReference(after, context);
    }

    const { now, user } = context;
    const saved = await context.subjects.save({ ...after, updatedAt: now, updatedByUserId: user.userId });
    await refreshKeys(saved, context);
    if (saved.effectiveMask !== subject.effectiveMask) await context.cases.relabelOfSubject(saved.id);
    if (isRestricted(saved.effectiveMask | subject.effectiveMask) || isByGrant(used))
      context.accessedBy(used);
    sayChanged(subject, saved, context);
    sayRelabelled(recordOfSubject(saved), subject.ownMask, saved.ownMask, {
      reason: input.confidentialityReason ?? '',
      emit: context.emit,
    });
    return { subject: await shownSubject(saved, context.found, known, context) };
  },
});

type Context = RecordsPorts & WritingContext;

/** Whoever a case is open about is not put aside. */
async function requireNoOpenCase({ id }: Subject, { cases }: Context): Promise<void> {
  if ((await cases.openOfSubject(id)).length > 0) throw subjectHasOpenCases();
}

/** The fields of which a line in the ledger tells that they changed; labels and status have lines of their own. */
const toldFields = Object.keys(content) as readonly (keyof typeof content)[];

function changed(
  subject: Subject,
  {
    status,
    ...input
  }: { readonly [F in keyof typeof content]?: z.output<(typeof content)[F]> } & {
    readonly status?: Subject['status'] | undefined;
  },
  context: Context,
): Subject {
  const given = Object.fromEntries(
    Object.entries(completed(input, context)).filter(
      ([field, value]) => value !== undefined && (toldFields as readonly string[]).includes(field),
    ),
  ) as Partial<Subject>; // the fields of `content` are those of a subject
  const wasComposed = subject.displayName === composedName(subject.name);
  const named = given.name !== undefined && given.displayName === undefined && wasComposed;
  return {
    ...subject,
    ...given,
    ...(named ? { displayName: composedName(given.name ?? null) } : {}),
    status: inStatus(subject.status, status ?? subject.status),
  };
}

async function refreshKeys(subject: Subject, context: Context): Promise<void> {
  const identifiers = await context.subjectIdentifiers.of([subject.id]);
  await context.subjectMatchKeys.replace(subject.id, matchKeysOf(subject, identifiers, context));
}

function sayChanged(before: Subject, after: Subject, { emit }: Pick<Context, 'emit'>): void {
  const about = aboutSubject(after);
  const fields = toldFields.filter((field) => !sameJson(before[field], after[field]));
  const only = (subject: Subject) =>
    JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, subject[field]]))));
  if (fields.length > 0) emit(subjectUpdated, { ...about, before: only(before), after: only(after) });
  if (before.status !== after.status)
    emit(subjectStatusChanged, { ...about, from: before.status, to: after.status });
}
