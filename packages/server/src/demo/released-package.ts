import type { DemoItem, DemoOffice } from './office.ts';

/**
 * The notes of a case, given to the client they are about: asked for by who writes them, decided and approved by the lead,
 * and read by the recipient on a page of their own.
 */
export async function releasedPackage(
  { chancery, ada, barbara }: DemoOffice,
  { caseId, subjectId }: { readonly caseId: string; readonly subjectId: string },
): Promise<DemoItem> {
  const { governance, records } = chancery;
  const { authorization } = await governance.createDisclosureAuthorization(
    {
      subjectId,
      caseId,
      basis: 'subject_access_request',
      purposeOfUse: 'professional_operations',
      recipient: { kind: 'subject', name: 'Joan Clarke', email: 'joan@example.org' },
      scope: {},
    },
    barbara.caller,
  );
  await governance.decideDisclosureAuthorization(
    { authorizationId: authorization.id, decision: 'approve' },
    ada.caller,
  );
  const { entries } = await records.listCaseEntries({ caseId }, barbara.caller);
  const { package: prepared } = await governance.createReleasePackage(
    {
      authorizationId: authorization.id,
      title: 'Your notes',
      coverNote: 'What was written down about your tenancy, as you asked.',
      items: entries.map(({ id }) => ({ artifactId: id })),
      portal: { delivery: 'manual' },
    },
    barbara.caller,
  );
  const packageId = prepared.id;
  const { package: seen } = await governance.getReleasePackage({ packageId }, ada.caller);
  await governance.approveReleasePackage({ packageId, manifestSha256: seen.manifestSha256 }, ada.caller);
  const { portalUrl } = await governance.releaseReleasePackage({ packageId }, barbara.caller);
  if (portalUrl === null) throw new Error('The link of the package was mailed and not shown');
  return { what: 'Notes released to the client, as the client reads them', open: portalUrl };
}
