import type { Chancery } from '@chancery/sdk';
import type { Practice } from './practice.ts';
import { signedNote } from './signed-note.ts';

const insurer = { name: 'Claims desk', organization: 'Example Insurance', email: 'claims@insurer.example' };

/** From the consent of a client to the link for the recipient, which it prints. */
export async function disclose(practice: Practice): Promise<void> {
  const { writer, lead } = practice;
  const note = await signedNote(practice);
  const { consent } = await writer.governance.createRecordConsent({
    subjectId: note.subjectId,
    category: 'disclosure',
    method: 'written',
    grantedBy: { kind: 'subject', name: 'Clara Client' },
    statementText: 'My insurer may read what was written down about my accident.',
    scope: { recipients: [insurer] },
  });

  const { authorization } = await writer.governance.createDisclosureAuthorization({
    subjectId: note.subjectId,
    caseId: note.caseId,
    basis: 'consent',
    consentId: consent.id,
    purposeOfUse: 'professional_operations',
    recipient: { kind: 'organization', ...insurer },
    scope: {},
  });
  const authorizationId = authorization.id;
  await lead.governance.decideDisclosureAuthorization({ authorizationId, decision: 'approve' });

  const packageId = await prepared(writer, authorizationId, note);
  // The preview is what the recipient will read; the digest says that this is what was approved.
  const { package: seen, preview } = await lead.governance.getReleasePackage({ packageId });
  console.log(`approved: ${preview?.items[0]?.content?.sections[0]?.value}`);
  await lead.governance.approveReleasePackage({ packageId, manifestSha256: seen.manifestSha256 });
  const { portalUrl } = await writer.governance.releaseReleasePackage({ packageId });
  console.log(`link ${portalUrl}`);
}

/** A package with the note, out of which the name of somebody else is taken. */
async function prepared(
  { governance }: Chancery,
  authorizationId: string,
  { artifactId, body }: { readonly artifactId: string; readonly body: string },
): Promise<string> {
  const name = 'Edgar';
  const start = [...body.slice(0, body.indexOf(name))].length;
  const { package: made } = await governance.createReleasePackage({
    authorizationId,
    title: 'The accident of May',
    coverNote: 'As agreed with Clara Client.',
    items: [
      {
        artifactId,
        redactions: [
          { part: 'section', key: 'body', start, end: start + [...name].length, code: 'THIRD_PARTY' },
        ],
      },
    ],
    portal: { delivery: 'manual' },
  });
  return made.id;
}
