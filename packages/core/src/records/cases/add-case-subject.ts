import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { requireMayRemove } from '../access/label-change.ts';
import { noLabels } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import {
  caseInvalidState,
  caseNotFound,
  caseSubjectAlreadyLinked,
  caseSubjectLimit,
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectInvalidState,
  subjectNotFound,
} from '../errors.ts';
import { command, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import type { Subject } from '../subjects/subject.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { type CaseSubject, mostCaseSubjects, type RecordCase, requireOpenCase } from './case.ts';
import { caseId, linkFields } from './case-fields.ts';
import { labellerOf, savedCase } from './changed-case.ts';
import { aboutCase, caseSubjectLinked } from './events.ts';
import { linkableSubject } from './linkable-subjects.ts';
import { requireStillSeen } from './new-case.ts';
import { deniedCase, onCase, type SeenCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { CaseSubjectView, CaseView, caseSubjectView } from './views.ts';

export const addCaseSubject = command({
  summary: 'Link a subject to a case',
  description:
    'As primary it becomes what the case is about: its labels then decide who reads the case, and the former primary subject becomes a client.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({ caseId: caseId(), ...linkFields, purposeOfUse: purposeOfUse() }),
  output: z.object({ caseSubject: CaseSubjectView, case: CaseView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    caseSubjectAlreadyLinked,
    caseSubjectLimit,
    subjectNotFound,
    subjectInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
    recordsLabelLoweringNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: onCase('link'),

  async run({ caseId: _, purposeOfUse: purpose, ...link }, context) {
    const { found } = context;
    requireOpenCase(found.case);
    const asked = { subjectId: link.subjectId, purposeOfUse: purpose };
    const subject = await linkableSubject(asked, context, 'for update');
    const after = link.role === 'primary' ? aboutAnother(found, subject) : found.case;
    requirePurpose(after.effectiveMask, purpose ?? null);
    requireStillSeen(after, found.reader, found.standing);

    const linked = await stored(link, context);
    const saved = await savedCase(after, context);
    context.accessedBy(found.used);
    context.emit(caseSubjectLinked, {
      ...aboutCase(saved),
      linkedSubjectId: subject.id,
      role: link.role,
    });
    return {
      caseSubject: caseSubjectView({ ...linked, displayName: subject.displayName }),
      case: await shownCase({ ...found, case: saved }, purpose ?? null, context),
    };
  },
});

type Context = RecordsPorts & WritingContext & { readonly found: SeenCase };

/** The case about another subject; whoever makes it easier to read that way has to be allowed to (REC-5). */
function aboutAnother(found: SeenCase, { id, effectiveMask }: Subject): RecordCase {
  const after = found.case.ownMask | effectiveMask;
  const removed = found.case.effectiveMask & ~after;
  if (removed !== noLabels) requireMayRemove(removed, labellerOf(found));
  return { ...found.case, primarySubjectId: id, effectiveMask: after };
}

/** A new link, or the one that there is as the primary one; the primary subject before becomes a client (REC-21). */
async function stored(
  link: Pick<CaseSubject, 'subjectId' | 'role' | 'relationship' | 'startsOn'>,
  { caseSubjects, found, newId, now }: Context,
): Promise<CaseSubject> {
  const links = await caseSubjects.activeOf(found.case.id);
  const known = links.find(({ subjectId }) => subjectId === link.subjectId);
  if (known !== undefined && (link.role !== 'primary' || known.role === 'primary'))
    throw caseSubjectAlreadyLinked();
  if (known === undefined && links.length >= mostCaseSubjects) throw caseSubjectLimit();

  const primary = links.find(({ role }) => role === 'primary');
  if (link.role === 'primary' && primary !== undefined)
    await caseSubjects.save({ ...primary, role: 'client' });
  if (known !== undefined) {
    const changed = { ...known, ...link };
    await caseSubjects.save(changed);
    return changed;
  }
  const added = {
    id: newId(),
    caseId: found.case.id,
    ...link,
    endsOn: null,
    linkedAt: now,
    endedAt: null,
  };
  await caseSubjects.add([added]);
  return added;
}
