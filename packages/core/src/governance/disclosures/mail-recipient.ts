import { openedText } from '../../kernel/opened-text.ts';
import { governanceMailJobs } from '../jobs.ts';
import { type GovernancePorts, reaction } from '../ports.ts';
import { itemFlagMailDue, packageRevoked, portalLinkMailDue } from './events.ts';
import { portalReleaseMailTopic } from './mail-topics.ts';
import { portalItemFlaggedMail, portalReleaseMail, portalRevokedMail } from './mails/recipient-mail.ts';
import { portalAddress, sealOfPortalToken } from './portal-token.ts';
import { packageStatusAt, type ReleasePackage } from './release-package.ts';

const aggregate = ({ packageId }: { readonly packageId: string }) => ({
  type: 'release_package',
  id: packageId,
});

/** Mails a recipient the link of a package. */
export const mailPortalRelease = reaction(
  portalLinkMailDue,
  {
    topic: portalReleaseMailTopic,
    policy: governanceMailJobs,
    aggregate,
    mails: { beyond: 'refuse', outsiders: recipients },
  },
  async ({ packageId, tokenHash }, context) => {
    const { read, now, keyRing, settings, timeZones, mail } = context;
    const found = await read(async (ports) => {
      const addressed = await addressedPackage(packageId, ports);
      const token = await ports.portalTokens.get(tokenHash);
      return addressed === null || token?.status !== 'live' ? null : { ...addressed, token };
    });
    if (found === null || found.token.sealedToken === null) return;
    const { released, brand, timeZone, locale } = found;
    if (packageStatusAt(released, now) !== 'released') return;
    const secret = openedText(keyRing, found.token.sealedToken, sealOfPortalToken(tokenHash));
    await mail.send({
      key: tokenHash,
      to: found.to,
      ...portalReleaseMail({
        ...{ brand, locale, timeZone, rules: timeZones },
        recipientName: found.to.name,
        packageNumber: released.packageNumber,
        asksForCode: released.accessCodeHash !== null,
        expiresAt: released.expiresAt,
        link: portalAddress(settings.webUrl, secret),
      }),
    });
  },
);

/** Tells a recipient that what was released to them was withdrawn. */
export const mailPortalRevoked = reaction(
  packageRevoked,
  {
    topic: 'governance.mail_portal_revoked',
    policy: governanceMailJobs,
    aggregate,
    needs: ['packageId', 'tellsRecipient'],
    mails: { beyond: 'send', outsiders: recipients },
  },
  async ({ packageId, tellsRecipient }, context) => {
    const found = await context.read((ports) => addressedPackage(packageId, ports));
    if (found === null || !tellsRecipient) return;
    const { released, brand, locale, to } = found;
    const { packageNumber } = released;
    await context.mail.send({
      key: 'revoked',
      to,
      ...portalRevokedMail({ brand, locale, packageNumber, recipientName: to.name }),
    });
  },
);

/** Tells a recipient once that an entry was amended, or marked as entered in error, after it was released (GOV-8). */
export const mailPortalItemFlagged = reaction(
  itemFlagMailDue,
  {
    topic: 'governance.mail_portal_item_flagged',
    policy: governanceMailJobs,
    aggregate: ({ artifactId }) => ({ type: 'entry', id: artifactId }),
    mails: {
      beyond: 'send',
      outsiders: (events, ports) =>
        recipients(
          events.map(({ packageIds: [first = ''] }) => ({ packageId: first })),
          ports,
        ),
    },
  },
  async ({ artifactId, packageIds, flag }, { read, now, mail }) => {
    if (flag === 'none') return;
    const found = await read(async (ports) => {
      const packages: Addressed[] = [];
      for (const packageId of packageIds) {
        const addressed = await addressedPackage(packageId, ports);
        if (addressed !== null && packageStatusAt(addressed.released, now) === 'released')
          packages.push(addressed);
      }
      return packages;
    });
    const [first] = found;
    if (first === undefined) return;
    const { to, brand, locale } = first;
    const packageNumber = found.map(({ released }) => released.packageNumber).join(', ');
    await mail.send({
      ...{ key: `${artifactId}:${flag}`, to },
      ...portalItemFlaggedMail({ brand, locale, flag, packageNumber, recipientName: to.name }),
    });
  },
);

interface Addressed {
  readonly released: ReleasePackage;
  readonly to: { readonly address: string; readonly name: string };
  readonly brand: { readonly name: string; readonly logoUrl: string | null };
  readonly timeZone: string;
  readonly locale: string;
}

async function addressedPackage(
  packageId: string,
  { releasePackages, recordSubjects, workspaceIdentity }: GovernancePorts,
): Promise<Addressed | null> {
  const released = await releasePackages.get(packageId);
  if (released === null) return null;
  const { recipient } = released;
  const subject = recipient.kind === 'subject' ? await recordSubjects.get(released.subjectId) : null;
  const { name, logoUrl, defaultTimeZone, defaultLocale } = await workspaceIdentity.profile();
  return {
    released,
    to: { address: recipient.email, name: recipient.name },
    brand: { name, logoUrl },
    timeZone: defaultTimeZone,
    // The person speaks their own language if it is they who receive it.
    locale: subject?.language ?? defaultLocale,
  };
}

/** The addresses that these mails go to, of each who is no member of the workspace (PLT-30). */
async function recipients(
  events: readonly { readonly packageId: string }[],
  { releasePackages, memberDirectory }: GovernancePorts,
): Promise<readonly (readonly string[])[]> {
  const addresses: string[][] = [];
  for (const { packageId } of events) {
    const address = (await releasePackages.get(packageId))?.recipient.email ?? null;
    const isOutside = address !== null && (await memberDirectory.byEmail(address)) === null;
    addresses.push(isOutside ? [address] : []);
  }
  return addresses;
}
