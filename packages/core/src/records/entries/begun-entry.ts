import type { WritingContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type Purpose, type StatedLabels, statedLabels } from '../access/labels.ts';
import { purposeUsed } from '../access/purposes.ts';
import type { SeenCase } from '../cases/seen-case.ts';
import { entryInvalidState, subjectNotFound, templateArchived } from '../errors.ts';
import { requirePackType, workflowOf } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordTemplate } from '../templates/template.ts';
import { requireCoSigner } from './asked-co-signer.ts';
import type { EntrySource, RecordEntry } from './entry.ts';
import { labelledEntry } from './labelled-entry.ts';
import { requireEncounter } from './named-encounter.ts';
import { newDraft } from './new-draft.ts';
import { seenEntry } from './seen-entry.ts';
import { requirePast } from './written-sections.ts';

/** What somebody says about an entry that begins. */
interface Input {
  readonly title: string;
  readonly entryType: string;
  readonly subjectId?: string | undefined;
  readonly encounterId: string | null;
  readonly templateId?: string | undefined;
  readonly templateVersion?: number | undefined;
  readonly occurredAt?: string | undefined;
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly coSignFromUserId: string | null;
  readonly replacesArtifactId: string | null;
  readonly purposeOfUse?: Purpose | undefined;
  readonly source?: EntrySource;
}
type Context = RecordsPorts & WritingContext;

/** The entry as it would be stored. */
export async function begun(
  entryId: string,
  input: Input,
  found: SeenCase,
  context: Context,
): Promise<RecordEntry> {
  const { now, user } = context;
  const { template, version } = await pinned(input, context);
  if (input.entryType !== template?.entryType) await requirePackType('entryType', input.entryType, context);
  const workflow = await workflowOf(context);
  const occurredAt = input.occurredAt ?? now;
  requirePast(occurredAt, context);
  await requireReplaceable(input, context);
  await requireCoSigner(input.coSignFromUserId, found.case.id, context);
  await requireEncounter(input.encounterId, found.case.id, context);
  const entry = newDraft(
    {
      id: entryId,
      caseId: found.case.id,
      subjectId: await linkedSubject(input, found, context),
      encounterId: input.encounterId,
      entryType: input.entryType,
      title: input.title,
      occurredAt,
      ...{ ownMask: 0, effectiveMask: 0, authorUserId: user.userId },
      coSignerUserId: input.coSignFromUserId,
      replacesArtifactId: input.replacesArtifactId,
      source: input.source ?? null,
    },
    { template, templateVersion: version, workflow, now },
  );
  const standing = { ...found.standing, isAuthor: true };
  const asked = { ...labelsIn(input, template), purposeOfUse: input.purposeOfUse };
  return labelledEntry(entry, asked, { reader: found.reader, standing }, context);
}

/** The labels that are given, or else those of the template. */
function labelsIn(
  { confidentiality, additionalLabels }: Pick<Input, 'confidentiality' | 'additionalLabels'>,
  template: RecordTemplate | null,
) {
  const isGiven = confidentiality !== undefined || additionalLabels !== undefined;
  if (isGiven || template === null) return { confidentiality, additionalLabels };
  return statedLabels(template.defaultMask);
}

async function pinned(
  { templateId, templateVersion }: Pick<Input, 'templateId' | 'templateVersion'>,
  { recordTemplates }: Context,
): Promise<{ readonly template: RecordTemplate | null; readonly version: number | null }> {
  if (templateId === undefined) {
    if (templateVersion === undefined) return { template: null, version: null };
    throw invalidField('/templateVersion', 'field.unknown', 'Name the template too.');
  }
  const template = await recordTemplates.get(templateId);
  if (template.status === 'archived') throw templateArchived();
  const version = templateVersion ?? template.currentVersion;
  if (version > template.currentVersion)
    throw invalidField('/templateVersion', 'field.out_of_range', 'Name a version that there is.');
  return { template, version };
}

/** The subject of the case, or another one that is linked to it and that the caller sees. */
async function linkedSubject(
  { subjectId, purposeOfUse: purpose }: Pick<Input, 'subjectId' | 'purposeOfUse'>,
  { case: { id: of, primarySubjectId }, reader }: SeenCase,
  { caseSubjects, now }: Context,
): Promise<string> {
  if (subjectId === undefined || subjectId === primarySubjectId) return primarySubjectId;
  const linked = await caseSubjects.of(of, {
    reader,
    now,
    masks: Array.from({ length: 256 }, (_, mask) => mask),
    purpose: purposeUsed(purpose ?? null),
  });
  const known = linked.find((each) => each.subjectId === subjectId);
  if (known === undefined || known.displayName === null) throw subjectNotFound();
  return subjectId;
}

/** What was written into the wrong case is replaced in the right one, by somebody who sees both. */
async function requireReplaceable(
  { replacesArtifactId: artifactId, purposeOfUse }: Pick<Input, 'replacesArtifactId' | 'purposeOfUse'>,
  context: Context,
): Promise<void> {
  if (artifactId === null) return;
  const { entry } = await seenEntry({ artifactId, purposeOfUse }, context);
  if (entry.status !== 'entered_in_error') throw entryInvalidState();
}
