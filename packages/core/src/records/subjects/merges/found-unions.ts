import { groupBy } from '../../../kernel/grouping.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { Subject } from '../subject.ts';
import { type UnitedIdentifier, type UnitedSubject, united, unitedIdentifiers } from './united-subject.ts';

/** A subject and its identifiers with those of all that was merged into it. */
export interface FoundUnion {
  readonly subject: UnitedSubject;
  readonly identifiers: readonly UnitedIdentifier[];
}

/** The unions of these subjects, in their order, in two statements however many they are. */
export async function unionsOf(
  subjects: readonly Subject[],
  { subjects: repository, subjectIdentifiers }: Pick<RecordsPorts, 'subjects' | 'subjectIdentifiers'>,
): Promise<readonly FoundUnion[]> {
  const ids = subjects.map(({ id }) => id);
  const members = groupBy(await repository.mergedInto(ids), ({ canonicalSubjectId }) => canonicalSubjectId);
  const all = [...ids, ...[...members.values()].flat().map(({ id }) => id)];
  const identifiers = groupBy(await subjectIdentifiers.of(all), ({ subjectId }) => subjectId);
  return subjects.map((subject) => {
    const merged = members.get(subject.id) ?? [];
    const known = [subject, ...merged].flatMap(({ id }) => identifiers.get(id) ?? []);
    return { subject: united(subject, merged), identifiers: unitedIdentifiers(subject.id, known) };
  });
}
