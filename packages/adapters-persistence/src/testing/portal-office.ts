import { createHash } from 'node:crypto';
import { disclosingOffice, tokenOfLink } from './disclosing-office.ts';
import { aFile } from './library.ts';
import { aStranger, type world } from './world.ts';

type Governance = Awaited<ReturnType<typeof disclosingOffice>>['own'];
type NewPackage = Parameters<Governance['createReleasePackage']>[0];

/** An office that releases packages, and whoever holds their links. */
export async function portalOffice(over: Parameters<typeof world>[0] = {}) {
  const here = await disclosingOffice(over);
  const { own, authorized, prepare, signed, approvePackage, release } = here;
  const recipient = aStranger();
  const held = (token: string) => ({ authorization: `Bearer ${token}` });

  /** A package of entries that were signed, released to somebody, with the secret of its link. */
  const released = async (
    portal: NewPackage['portal'] = {},
    {
      items,
      entries = 1,
      to = {},
    }: { readonly items?: NewPackage['items']; readonly entries?: number; readonly to?: object } = {},
  ) => {
    const { id: authorizationId } = await authorized({
      recipient: { ...here.recipient, ...to },
    });
    const chosen = items ?? [];
    for (let at = chosen.length; items === undefined && at < entries; at += 1) {
      const entry = await signed({ body: `She called.\n\nHer aunt Eve drinks.\n\nNote ${at + 1}.` });
      chosen.push({ artifactId: entry.id });
    }
    const { id } = await prepare(authorizationId, {
      coverNote: 'As asked for.',
      items: chosen,
      portal: { delivery: 'manual', ...portal },
    });
    await approvePackage(id);
    const { package: made, portalUrl } = await release(id);
    return { made, packageId: id, token: tokenOfLink(portalUrl) };
  };
  /** An entry with a file that was signed. */
  const signedWithFile = async (
    content: string | Uint8Array = 'Potassium 4.1 mmol/l',
    input: object = {},
  ) => {
    const { id } = await here.begin(input);
    const { attachment } = await here.records.uploadEntryAttachment(
      { artifactId: id, file: aFile('lab.txt', content) },
      here.cy.session,
    );
    await here.submit(id);
    await here.approve(id);
    await here.sign(id);
    return { artifactId: id, attachmentId: attachment.id };
  };
  const content = (token: string, of: { packageId: string; itemId: string; attachmentId: string }) =>
    own.getPortalAttachmentContent({ token, ...of }, recipient);
  const look = async (token: string) => (await own.getPortal(held(token), recipient)).package;
  const read = async (token: string, packageId: string) =>
    (await own.getPortalPackage({ ...held(token), packageId }, recipient)).package;
  const listed = (token: string, input: object = {}) =>
    own.listPortalPackages({ ...held(token), ...input }, recipient);
  const decide = async (
    token: string,
    decision: 'accept' | 'decline' = 'accept',
    input: Partial<Parameters<Governance['decidePortalConsent']>[0]> = {},
  ) => {
    const terms = (await look(token).catch(() => null))?.terms?.text ?? '';
    return own.decidePortalConsent(
      {
        token,
        kind: 'release_terms',
        decision,
        signerName: 'Cleo Clerk',
        signerRelationship: 'recipient',
        statementSha256: createHash('sha256').update(terms).digest('hex'),
        agreedToElectronic: true,
        typedSignature: 'Cleo Clerk',
        ...input,
      },
      recipient,
    );
  };
  const say = (
    token: string,
    type: Parameters<Governance['addPortalInteraction']>[0]['type'],
    input: Partial<Parameters<Governance['addPortalInteraction']>[0]> = {},
  ) => own.addPortalInteraction({ token, type, ...input }, recipient);
  const take = async (token: string, input: object = {}) =>
    (await own.exportPortalPackage({ ...held(token), ...input }, recipient)).export;
  /** What the ledger says of the portal, oldest first. */
  const noticed = async () => (await here.happened()).filter(({ type }) => type.startsWith('portal.'));
  return {
    ...here,
    signedWithFile,
    content,
    released,
    look,
    read,
    listed,
    decide,
    say,
    take,
    noticed,
    asRecipient: recipient,
    held,
  };
}
