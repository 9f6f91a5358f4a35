import type { MeetingPlace } from './meeting-place.ts';

/** The note that benches write. */
export const note = { entryType: 'note', title: 'Call', body: 'She called this morning.' };

/** An entry in a case of its own, about a subject of its own, by the server itself, with a content to open. */
export async function writtenEntry(
  place: MeetingPlace,
): Promise<Record<'subjectId' | 'caseId' | 'entryId', string>> {
  const created = async <T>(path: string, body: object) =>
    place.data<T>({ path: `/api/v1/records/${path}`, method: 'POST', body });
  const { subject } = await created<{ subject: { id: string } }>('subjects', { displayName: 'Ann Walker' });
  const { case: aCase } = await created<{ case: { id: string } }>('cases', {
    ...{ title: 'Walker', caseType: 'general', subjectId: subject.id, status: 'active' },
  });
  const { entry } = await created<{ entry: { id: string } }>(`cases/${aCase.id}/entries`, note);
  return { subjectId: subject.id, caseId: aCase.id, entryId: entry.id };
}
