import type { Chancery, CreateReleasePackageInput } from '@chancery/sdk';
import { type Installation, storyPassword } from './installation.ts';
import { peopleOf } from './people.ts';

/** A practice that Ada owns; Cy writes notes and prepares packages, and Ada and Lea lead the case and approve. */
export async function openDisclosingPractice(installation: Installation) {
  const people = peopleOf(installation);
  const ada = await people.registerVerified('ada@example.com', 'Ada Lovelace');
  const join = (email: string, displayName: string) =>
    people.joinByInvitation(ada, { email, displayName, role: 'member' });
  const cy = await join('cy@example.com', 'Cy Twombly');
  const lea = await join('lea@example.com', 'Lea Seydoux');
  const idOf = async (person: Chancery) => (await person.identity.getMe()).user.id;
  const { subject } = await ada.records.createSubject({ displayName: 'Ann Smith' });
  const { case: recordCase } = await ada.records.createCase({
    title: 'Smith, custody',
    caseType: 'general',
    subjectId: subject.id,
    status: 'active',
    members: [
      { userId: await idOf(cy), role: 'contributor' },
      { userId: await idOf(lea), role: 'lead' },
    ],
  });

  /** A note of Cy's that was signed. */
  const signedNote = async (title: string, body: string) => {
    const { entry } = await cy.records.createEntry({ caseId: recordCase.id, entryType: 'note', title, body });
    const artifactId = entry.id;
    await cy.records.submitEntry({ artifactId });
    await lea.records.approveEntry({ artifactId });
    await cy.records.finalizeEntry({
      artifactId,
      attestation: {
        statementId: 'attest.author.v1',
        accepted: true,
        reauthentication: { method: 'password', value: storyPassword },
      },
    });
    return artifactId;
  };
  const recipient = { kind: 'organization', name: 'Claims desk', email: 'claims@insurer.example' } as const;
  /** A package that was prepared, approved and released; its link is in a mail. */
  const release = async (
    items: CreateReleasePackageInput['items'],
    portal: CreateReleasePackageInput['portal'] = {},
    to: object = {},
  ) => {
    const { authorization } = await cy.governance.createDisclosureAuthorization({
      subjectId: subject.id,
      caseId: recordCase.id,
      basis: 'other',
      legalReference: 'Contract of insurance, § 3',
      purposeOfUse: 'professional_operations',
      recipient: { ...recipient, ...to },
      scope: {},
    });
    await lea.governance.decideDisclosureAuthorization({
      authorizationId: authorization.id,
      decision: 'approve',
    });
    const { package: prepared } = await cy.governance.createReleasePackage({
      authorizationId: authorization.id,
      title: 'Notes of spring',
      coverNote: 'As you have asked for.',
      items,
      portal,
    });
    const packageId = prepared.id;
    const { manifestSha256 } = (await lea.governance.getReleasePackage({ packageId })).package;
    await lea.governance.approveReleasePackage({ packageId, manifestSha256 });
    const { package: released, portalUrl } = await cy.governance.releaseReleasePackage({ packageId });
    const address = { ...recipient, ...to }.email;
    const token = portalUrl?.split('#token=')[1] ?? (await people.mailedToken(address, 'portal'));
    return { packageId, packageNumber: released.packageNumber, token, path: `/portal#token=${token}` };
  };
  return { ada, cy, lea, subject, recordCase, signedNote, release };
}
