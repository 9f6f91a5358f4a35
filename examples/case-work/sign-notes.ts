import type { Team } from './team.ts';

/** The writer signs all that was approved with one proof that it is they: all of it, or nothing. */
export async function signNotes(
  { writer: { records }, writerPassword }: Team,
  caseId: string,
): Promise<void> {
  const items: { artifactId: string }[] = [];
  for await (const { id } of records.listCaseEntriesAll({ caseId, status: 'approved', authorUserId: 'me' }))
    items.push({ artifactId: id });
  if (items.length === 0) {
    console.log('Nothing waits for a signature.');
    return;
  }
  const { results } = await records.batchFinalizeEntries({
    items,
    attestation: {
      statementId: 'attest.author.v1',
      accepted: true,
      reauthentication: { method: 'password', value: writerPassword },
    },
  });
  console.log(`signed: ${results.filter(({ outcome }) => outcome === 'finalized').length}`);
}
