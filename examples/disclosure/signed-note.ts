import type { Practice } from './practice.ts';

export interface SignedNote {
  readonly subjectId: string;
  readonly caseId: string;
  readonly artifactId: string;
  readonly body: string;
}

const body = 'She slipped on the stairs.\n\nHer neighbour Edgar called us.\n\nNothing is broken.';

/** A case of a client with one note, which the writer has signed after the lead has read it. */
export async function signedNote({ writer, lead, password }: Practice): Promise<SignedNote> {
  const { subject } = await lead.records.createSubject({ displayName: 'Clara Client' });
  const { user } = await writer.identity.getMe();
  const { case: opened } = await lead.records.createCase({
    title: 'The accident of May',
    caseType: 'general',
    subjectId: subject.id,
    status: 'active',
    members: [{ userId: user.id, role: 'contributor' }],
  });
  const { entry } = await writer.records.createEntry({
    caseId: opened.id,
    entryType: 'note',
    title: 'What happened',
    body,
  });
  const artifactId = entry.id;
  await writer.records.submitEntry({ artifactId });
  await lead.records.approveEntry({ artifactId });
  await writer.records.finalizeEntry({
    artifactId,
    attestation: {
      statementId: 'attest.author.v1',
      accepted: true,
      reauthentication: { method: 'password', value: password },
    },
  });
  return { subjectId: subject.id, caseId: opened.id, artifactId, body };
}
