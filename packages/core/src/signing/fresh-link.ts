import { utf8 } from '../kernel/crypto.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import { together } from '../kernel/together.ts';
import { isByManager, type LinkCause, type LinkEnd, type SigningLink, sealOfLink } from './link.ts';
import type { SigningPorts } from './ports.ts';
import type { NewLinkFacts, Signer } from './signer.ts';

/** What changing links takes; commands and reactions both have it. */
export type Linking = Pick<SigningPorts, 'signers' | 'signingLinks' | 'otpChallenges' | 'signingSessions'> &
  Pick<WritingContext, 'now' | 'newId' | 'linkTokens' | 'keyRing' | 'cancelJobs'>;

export const signingMailTopic = 'signing.mail';
export const signingCodeTopic = 'signing.otp';

interface LinkOrder {
  readonly purpose: SigningLink['purpose'];
  readonly cause: LinkCause;
  readonly delivery: SigningLink['delivery'];
  readonly expiresAt: Instant;
}

interface FreshLink {
  readonly signer: Signer;
  readonly link: SigningLink;
  /** The secret of the link, for an answer; mails take it from beside the digest. */
  readonly token: string;
}

/** What the new link makes of the person. */
type Change = (signer: Signer, facts: NewLinkFacts) => Signer;

/** Makes a link for a person, and ends every earlier one of theirs with all that hangs on it (SIG-11). */
export async function freshLink(
  signer: Signer,
  order: LinkOrder,
  change: Change,
  context: Linking,
): Promise<FreshLink> {
  await endLinks([signer], 'superseded', context);
  return newLink(signer, order, change, context);
}

/** Makes a link for a person whose earlier ones have ended. */
export async function newLink(
  signer: Signer,
  { purpose, cause, delivery, expiresAt }: LinkOrder,
  change: Change,
  { now, newId, linkTokens, keyRing, signers, signingLinks }: Linking,
): Promise<FreshLink> {
  const [id, token] = [newId(), linkTokens.random()];
  const linkVersion = (signer.linkVersion ?? 0) + 1;
  const link: SigningLink = {
    id,
    documentId: signer.documentId,
    roundId: signer.roundId,
    signerId: signer.id,
    purpose,
    tokenHash: linkTokens.hash(token),
    linkVersion,
    cause,
    delivery,
    status: 'live',
    endedReason: null,
    expiresAt,
    sealedSecret: delivery === 'email' ? keyRing.seal(utf8(token), sealOfLink(id)) : null,
    createdAt: now,
    endedAt: null,
  };
  const after = change(signer, {
    linkVersion,
    linkExpiresAt: expiresAt,
    delivery,
    liftsLock: isByManager(cause),
  });
  await together(signingLinks.add(link), signers.save(after));
  return { signer: after, link, token };
}

/** Ends the links of these people, with the mails that would bring them, the codes and the sessions that hang on them. */
export async function endLinks(
  people: readonly Pick<Signer, 'id'>[],
  reason: LinkEnd,
  {
    now,
    signingLinks,
    otpChallenges,
    signingSessions,
    cancelJobs,
  }: Pick<Linking, 'now' | 'signingLinks' | 'otpChallenges' | 'signingSessions' | 'cancelJobs'>,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  await signingLinks.end(ids, reason, now);
  await together(
    together(otpChallenges.supersede(ids, now), signingSessions.endOf(ids)),
    cancelJobs({ type: 'signer', id: ids }, signingMailTopic, signingCodeTopic),
  );
}
