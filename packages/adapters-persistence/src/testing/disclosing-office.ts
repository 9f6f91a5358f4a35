import { noteOffice } from './note-office.ts';
import type { Person, world } from './world.ts';

type Governance = Awaited<ReturnType<typeof noteOffice>>['chancery']['governance'];
type NewAuthorization = Parameters<Governance['createDisclosureAuthorization']>[0];
type NewPackage = Parameters<Governance['createReleasePackage']>[0];

/** A note office in which Cy asks for disclosures and prepares packages, and Bo and Dee, who lead the case, decide. */
export async function disclosingOffice(over: Parameters<typeof world>[0] = {}) {
  const settings = { accessTokenSeconds: 5 * 366 * 86_400, ...over.settings };
  const here = await noteOffice({ ...over, settings });
  const { chancery, aCase, bo, cy, records } = here;
  const own = chancery.governance;
  const dee = await here.person('member', 'Dee');
  await records.addCaseMember({ caseId: aCase.id, userId: dee.id, role: 'lead' }, bo.session);
  const recipient = { kind: 'organization', name: 'Claims desk', email: 'claims@example.org' } as const;

  /** An entry that was signed. */
  const signed = async (input: object = {}) => {
    const { id } = await here.approved(input);
    const { entry } = await here.sign(id);
    return entry;
  };
  const ask = async (input: Partial<NewAuthorization> = {}, as: Person = cy) =>
    (
      await own.createDisclosureAuthorization(
        {
          subjectId: aCase.primarySubjectId,
          caseId: aCase.id,
          basis: 'other',
          legalReference: 'Contract of insurance, § 3',
          purposeOfUse: 'professional_operations',
          recipient,
          scope: {},
          ...input,
        },
        as.session,
      )
    ).authorization;
  const decide = async (
    authorizationId: string,
    decision: 'approve' | 'deny' | 'revoke' = 'approve',
    as: Person = bo,
    input: object = {},
  ) =>
    (await own.decideDisclosureAuthorization({ authorizationId, decision, ...input }, as.session))
      .authorization;
  const authorized = async (input: Partial<NewAuthorization> = {}) => decide((await ask(input)).id);
  const prepare = async (authorizationId: string, input: Partial<NewPackage> = {}, as: Person = cy) =>
    (
      await own.createReleasePackage(
        {
          authorizationId,
          title: 'Notes of spring',
          items: [],
          ...input,
        },
        as.session,
      )
    ).package;
  const read = (packageId: string, as: Person = bo) => own.getReleasePackage({ packageId }, as.session);
  const approvePackage = async (packageId: string, as: Person = bo, input: object = {}) => {
    const { manifestSha256 } = (await read(packageId, as)).package;
    return (await own.approveReleasePackage({ packageId, manifestSha256, ...input }, as.session)).package;
  };
  const release = (packageId: string, as: Person = cy, input: object = {}) =>
    own.releaseReleasePackage({ packageId, ...input }, as.session);
  /** A package of one new entry that was approved. */
  const approvedWith = async (
    authorizationId: string,
    portal: NewPackage['portal'] = { delivery: 'manual' },
    entry?: { readonly id: string },
  ) => {
    const { id: artifactId } = entry ?? (await signed());
    const { id } = await prepare(authorizationId, { items: [{ artifactId }], portal });
    return approvePackage(id);
  };
  /** Marks a signed entry as entered in error. */
  const mark = async (artifactId: string) => {
    const attestation = { ...here.attesting(), statementId: 'attest.error.v1' as const };
    await records.markEntryInError({ artifactId, reason: 'Another person', attestation }, bo.session);
  };
  /** What the ledger says of disclosures, oldest first. */
  const disclosed = async () =>
    (await here.happened()).filter(({ type }) => type.startsWith('disclosure.')).map(({ type }) => type);
  return {
    ...here,
    ...{ own, dee, recipient, signed, ask, decide, authorized, prepare, readPackage: read },
    ...{ approvePackage, release, approvedWith, mark, disclosed },
  };
}

/** The secret of a link that was given out. */
export const tokenOfLink = (portalUrl: string | null): string => portalUrl?.split('#token=')[1] ?? '';
