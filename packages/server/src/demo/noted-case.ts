import type { DemoItem, DemoOffice } from './office.ts';

const notes = [
  ['First interview', 'The client asks for help with her landlord. She brings the lease and three letters.'],
  ['Call with the landlord', 'He agrees to wait until the end of the month.'],
] as const;

/** A case with a client and two notes, written by one colleague, approved by another and signed. */
export async function notedCase(
  office: DemoOffice,
): Promise<DemoItem & { readonly caseId: string; readonly subjectId: string }> {
  const { chancery, ada, grace, barbara, password } = office;
  const { records } = chancery;
  const { subject } = await records.createSubject(
    { displayName: 'Joan Clarke', contacts: [{ system: 'email', value: 'joan@example.org' }] },
    ada.caller,
  );
  const { case: opened } = await records.createCase(
    {
      title: 'Clarke, tenancy',
      caseType: 'advisory',
      subjectId: subject.id,
      status: 'active',
      members: [
        { userId: barbara.id, role: 'contributor' },
        { userId: grace.id, role: 'reviewer' },
      ],
    },
    ada.caller,
  );
  for (const [title, body] of notes) {
    const { entry } = await records.createEntry(
      { caseId: opened.id, entryType: 'note', title, body },
      barbara.caller,
    );
    const artifactId = entry.id;
    await records.submitEntry({ artifactId }, barbara.caller);
    await records.approveEntry({ artifactId }, grace.caller);
    await records.finalizeEntry(
      {
        artifactId,
        attestation: {
          statementId: 'attest.author.v1',
          accepted: true,
          reauthentication: { method: 'password', value: password },
        },
      },
      barbara.caller,
    );
  }
  return {
    what: `A case with two signed notes, ${opened.caseNumber}`,
    open: `npx chancery records cases entries list ${opened.id}`,
    caseId: opened.id,
    subjectId: subject.id,
  };
}
