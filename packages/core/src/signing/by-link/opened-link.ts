import { z } from 'zod';
import type { Document } from '../../documents/index.ts';
import { headerField } from '../../kernel/header-fields.ts';
import { goneBecause, linkNotFound, nobody } from '../../kernel/links.ts';
import type { LinkTokens } from '../../kernel/ports.ts';
import { secret, secretToken } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { goneReasonAt, type SigningLink } from '../link.ts';
import type { SigningPorts } from '../ports.ts';
import type { SigningRound } from '../round.ts';
import type { Signer } from '../signer.ts';
import type { SigningSession } from '../signing-session.ts';
import { signingVerificationRequired } from './errors.ts';

/** What a signing link leads to, and the session of whoever shows it. */
export interface OpenedLink {
  readonly link: SigningLink;
  readonly document: Document;
  readonly round: SigningRound;
  readonly signer: Signer;
  /** The live session of this link that was shown; null if none was. */
  readonly session: SigningSession | null;
}

/** Any text: what is no session token is answered like a wrong one (OTP-11). */
const sessionText = () =>
  secret(z.string().max(4096))
    .describe('The sessionToken that you got for a right code; needed if the link asks for a code.')
    .meta({ examples: ['q3Vt8m1kR7vX2rY9nZ4cW5dF6gH0jK1lP2sA3uE4iO8'] });

/** Any text: what is no id of a workspace is that of no link. */
const workspaceText = () =>
  z
    .string()
    .max(4096)
    .describe(
      'The workspace that the link must be of; a link of another one is not found. The page in a frame sends it, since only that workspace has named the origins that may frame it.',
    )
    .meta({ examples: ['workspace_aaaaaaaaaaaaaaaaaaaaaaaaaa'] });

/** The fields of every input that comes by a signing link. */
export const linkFields = {
  token: secretToken().describe('The text after token= in the mailed link.'),
  signingSession: headerField('X-Signing-Session', sessionText().optional(), { secret: true }),
  signingWorkspace: headerField('X-Signing-Workspace', workspaceText().optional()),
};
export interface ShownLink {
  readonly token: string;
  readonly signingSession?: string | undefined;
  readonly signingWorkspace?: string | undefined;
}

type OpeningPorts = Pick<
  SigningPorts,
  'signingLinks' | 'signers' | 'rounds' | 'signingSessions' | 'documentLibrary'
>;
type OpeningContext = OpeningPorts & {
  readonly now: Instant;
  readonly linkTokens: Pick<LinkTokens, 'hash'>;
  enterByLink(workspaceId: string): Promise<void>;
};

/**
 * What a link opens, after entering its workspace. Throws `link.not_found` if there never was such a link, and `link.gone`
 * with the reason if it opens nothing any more. With a lock, whatever changes the round waits for the end of the
 * transaction, and what is returned is read under that lock: a link that was replaced meanwhile is gone (SIG-11).
 */
export async function openedLink(
  { token, signingSession, signingWorkspace }: ShownLink,
  context: OpeningContext,
  lock?: 'for update',
): Promise<OpenedLink> {
  const { linkTokens, enterByLink } = context;
  const found = await context.signingLinks.ofToken(linkTokens.hash(token));
  const isOfOther = signingWorkspace !== undefined && found?.workspaceId !== signingWorkspace;
  const place = found === null || isOfOther ? nobody : found;
  await enterByLink(place.workspaceId);
  // Asked of the context only now, because repositories belong to the workspace that the transaction has entered.
  const { signingLinks, documentLibrary } = context;
  const seen = await signingLinks.get(place.id);
  if (seen === null) throw linkNotFound();
  const document = await documentLibrary.get(seen.documentId, lock);
  const link = lock === undefined ? seen : await signingLinks.get(place.id);
  if (document === null || link === null) throw linkNotFound();
  return { link, document, ...(await liveFacts(link, document, signingSession, context)) };
}

async function liveFacts(
  link: SigningLink,
  document: Document,
  signingSession: string | undefined,
  { rounds, signers, signingSessions, linkTokens, now }: OpeningContext,
): Promise<Pick<OpenedLink, 'round' | 'signer' | 'session'>> {
  const [round, signer, session] = [
    await rounds.get(link.roundId),
    await signers.get(link.signerId),
    // Looked up also if none was sent, so that a wrong one takes no other time (OTP-11).
    await signingSessions.get(linkTokens.hash(signingSession ?? '')),
  ];
  if (round === null || signer === null) throw linkNotFound();
  const gone = goneReason(link, document, round, now);
  if (gone !== null) throw goneBecause(gone);
  const isOfLink = session?.signerId === signer.id && session.linkVersion === link.linkVersion;
  return { round, signer, session: isOfLink && session.expiresAt > now ? session : null };
}

/** Whoever has signed reads on until the deadline; after that, a round that everybody has completed is over, not late. */
function goneReason(link: SigningLink, { status }: Document, { status: round }: SigningRound, now: Instant) {
  if (status === 'quarantined') return 'quarantined';
  if (status === 'disposed') return 'cancelled';
  const gone = goneReasonAt(link, now);
  const isDone = round === 'completed' || round === 'sealed';
  return gone === 'expired' && isDone && link.purpose === 'sign' ? 'completed' : gone;
}

/**
 * Whether a download under way by a link may go on (LIB-21, SIG-11): the document is not quarantined or destroyed, and nobody
 * has ended the link, replaced it, or taken back what it leads to. That everybody has signed meanwhile takes nothing from
 * whoever is reading.
 */
export async function isStillOpen(
  opened: Pick<OpenedLink, 'link' | 'document' | 'round'>,
  { signingLinks, rounds, documentLibrary, clock }: OpeningPorts & Pick<SigningPorts, 'clock'>,
): Promise<boolean> {
  const link = await signingLinks.get(opened.link.id);
  const document = await documentLibrary.get(opened.document.id);
  const round = await rounds.get(opened.round.id);
  if (link === null || document === null || round === null) return false;
  return ['completed', null].includes(goneReason(link, document, round, clock.now()));
}

/** Whether this person may see what the link leads to (OTP-5). */
export const isUnlocked = ({ signer, session }: Pick<OpenedLink, 'signer' | 'session'>): boolean =>
  signer.verification === 'none' || session !== null;

/** The same link, for whoever may see it; throws `signing.verification_required`. */
export async function unlockedLink(...given: Parameters<typeof openedLink>): Promise<OpenedLink> {
  const opened = await openedLink(...given);
  if (!isUnlocked(opened)) throw signingVerificationRequired();
  return opened;
}
