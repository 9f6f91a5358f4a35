import { groupBy } from '../../../kernel/grouping.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { Subject } from '../subject.ts';
import { type UnitedIdentifier, type UnitedSubject, united, unitedIdentifiers } from './united-subject.ts';

/** A subject and its identifiers with those of all that was merged into it. */
export interface FoundUnion {
  readonly subject: UnitedSubject;
  readonly identifiers: readonly UnitedIdentifier[];
}

/** The unions of these subjects, in their order, by two statements that are sent together, however many they are. */
export async function unionsOf(
  subjects: readonly Subject[],
  { subjects: repository, subjectIdentifiers }: Pick<RecordsPorts, 'subjects' | 'subjectIdentifiers'>,
): Promise<readonly FoundUnion[]> {
  const ids = subjects.map(({ id }) => id);
  const [merged, all] = await Promise.all([repository.mergedInto(ids), subjectIdentifiers.ofUnions(ids)]);
  const members = groupBy(merged, ({ canonicalSubjectId }) => canonicalSubjectId);
  const identifiers = groupBy(all, ({ subjectId }) => subjectId);
  return subjects.map((subject) => {
    const joining = members.get(subject.id) ?? [];
    const known = [subject, ...joining].flatMap(({ id }) => identifiers.get(id) ?? []);
    return { subject: united(subject, joining), identifiers: unitedIdentifiers(subject.id, known) };
  });
}
