import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, type LinkGoneReason, nobody } from '../../kernel/links.ts';
import { type Shown, secretOfLink } from '../consents/portal/opened-consent.ts';
import { type PortalRequirement, requirementsOf } from '../disclosures/portal-package.ts';
import type {
  PortalSession,
  PortalToken,
  PortalTokenStatus,
  RecipientActivity,
} from '../disclosures/portal-token.ts';
import { packageStatusAt, type ReleasePackage, recipientKey } from '../disclosures/release-package.ts';
import {
  portalAccessCodeRequired,
  portalConsentRequired,
  portalLocked,
  portalNotAPackageToken,
  portalTokenInvalid,
  releasePackageNotFound,
} from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';

export type Opening = GovernancePorts &
  Pick<HandlerContext, 'linkTokens' | 'now'> &
  Pick<WritingContext, 'enterByLink' | 'accessedBy'>;

/** Which package is asked for by a link; by default its own. */
export interface AskedPackage extends Shown {
  readonly packageId?: string | undefined;
}

/** The link that somebody holds, in the workspace that it leads to, which the transaction has entered. */
export interface OpenedLink {
  readonly workspaceId: string;
  readonly token: PortalToken;
  /** What the right access code has opened; null of whoever shows the link itself. */
  readonly session: PortalSession | null;
  /** The package that the link was made for. */
  readonly own: ReleasePackage;
}

/** A package that its recipient asks for, and how far it is open to them. */
export interface OpenedPackage extends OpenedLink {
  readonly released: ReleasePackage;
  readonly activity: RecipientActivity;
  readonly requires: readonly PortalRequirement[];
}

const ends: Readonly<Record<Exclude<PortalTokenStatus, 'live'>, LinkGoneReason>> = {
  replaced: 'replaced',
  revoked: 'revoked',
  expired: 'expired',
};

/** The link of a package, or a session that was opened by its code. Throws if it opens nothing any more (PORT-4). */
export async function openedLink(shown: Shown, context: Opening): Promise<OpenedLink> {
  const secret = secretOfLink(shown);
  const { linkTokens, enterByLink, now } = context;
  const hash = linkTokens.hash(secret);
  const found = await context.portalTokens.ofSecret(hash);
  if (found === null) {
    const place = await context.consents.ofToken(hash);
    await enterByLink((place ?? nobody).workspaceId);
    throw place === null ? portalTokenInvalid() : portalNotAPackageToken();
  }
  await enterByLink(found.workspaceId);
  // Asked of the context only now, because repositories belong to the workspace that the transaction has entered.
  const { portalTokens, releasePackages } = context;
  const token = await portalTokens.get(found.tokenHash);
  const session = found.sessionHash === null ? null : await portalTokens.session(found.sessionHash);
  const own = token && (await releasePackages.get(token.packageId));
  if (token === null || own === null) throw portalTokenInvalid();
  if (token.status !== 'live') throw goneBecause(ends[token.status]);
  requireReleased(own, now);
  if (session !== null) await requireLiveSession(session, context);
  context.accessedBy({
    access: { basis: 'portal', grantId: null },
    purposeOfUse: own.purposeOfUse,
    portalLink: token.tokenHash,
  });
  return { workspaceId: found.workspaceId, token, session, own };
}

function requireReleased(released: ReleasePackage, now: string): void {
  const status = packageStatusAt(released, now);
  if (status !== 'released') throw goneBecause(status === 'expired' ? 'expired' : 'revoked');
}

/** A session ends after half an hour, and with the link of the package whose code opened it. */
async function requireLiveSession(
  { expiresAt, packageId, createdAt }: PortalSession,
  { portalTokens, now }: Pick<Opening, 'portalTokens' | 'now'>,
): Promise<void> {
  const link = await portalTokens.live(packageId);
  if (expiresAt <= now || link === null || link.createdAt > createdAt) throw goneBecause('expired');
}

/**
 * The package that the link is shown for. By a link its recipient reaches the other packages that were released to them in
 * this workspace, each under its own terms and code; what was released to others does not exist (PORT-5).
 */
export async function openedPackage(
  asked: AskedPackage,
  context: Opening & Pick<WritingContext, 'keyRing'>,
  lock?: 'for update',
): Promise<OpenedPackage> {
  const opened = await evenLocked(asked, context, lock);
  if (opened.activity.lockedAt !== null) throw portalLocked();
  return opened;
}

/** The same, whether or not wrong codes have locked it. */
export async function evenLocked(
  asked: AskedPackage,
  context: Opening & Pick<WritingContext, 'keyRing'>,
  lock?: 'for update',
): Promise<OpenedPackage> {
  const link = await openedLink(asked, context);
  const { releasePackages, recipientActivity, now } = context;
  const wanted = asked.packageId ?? link.session?.packageId ?? link.own.id;
  const released = wanted === link.own.id ? link.own : await releasePackages.get(wanted);
  if (released === null || !isOfRecipient(released, link, context)) throw releasePackageNotFound();
  if (packageStatusAt(released, now) !== 'released') throw releasePackageNotFound();
  const activity = await recipientActivity.get(released.id, lock);
  return { ...link, released, activity, requires: requiredOf(released, activity, link.session) };
}

export const isOfRecipient = (
  { recipient }: Pick<ReleasePackage, 'recipient'>,
  { workspaceId, token }: Pick<OpenedLink, 'workspaceId' | 'token'>,
  { keyRing }: Pick<WritingContext, 'keyRing'>,
): boolean => recipientKey(workspaceId, recipient.email, keyRing) === token.recipientKey;

/** Whoever has declined reads nothing until they accept the terms after all (PORT-8). */
export function requiredOf(
  released: ReleasePackage,
  activity: RecipientActivity,
  session: PortalSession | null,
): readonly PortalRequirement[] {
  const isCodeGiven = session?.packageId === released.id;
  const required = requirementsOf(released, activity, { isCodeGiven });
  return activity.declinedAt !== null && !required.includes('consent') ? ['consent', ...required] : required;
}

/** For what is given only after everything that is required was done (PORT-2). */
export function requireOpen({ requires }: Pick<OpenedPackage, 'requires'>): void {
  if (requires.includes('access_code')) throw portalAccessCodeRequired();
  if (requires.includes('consent')) throw portalConsentRequired();
}
