import { utf8 } from '../kernel/crypto.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import { isByManager, type LinkCause, type LinkEnd, type SigningLink, sealOfLink } from './link.ts';
import { otpChallengeStates, supersededChallenge } from './otp-challenge.ts';
import type { SigningPorts } from './ports.ts';
import type { NewLinkFacts, Signer } from './signer.ts';

/** What changing links takes; commands and reactions both have it. */
export type Linking = Pick<SigningPorts, 'signers' | 'signingLinks' | 'otpChallenges' | 'signingSessions'> &
  Pick<WritingContext, 'now' | 'newId' | 'linkTokens' | 'keyRing' | 'cancelJobs'>;

export const signingMailTopic = 'signing.mail';

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

/**
 * Makes a link for a person, and ends every earlier one of theirs with all that hangs on it (SIG-11). `change` says what the
 * new link makes of the person.
 */
export async function freshLink(
  signer: Signer,
  { purpose, cause, delivery, expiresAt }: LinkOrder,
  change: (signer: Signer, facts: NewLinkFacts) => Signer,
  context: Linking,
): Promise<FreshLink> {
  const { now, newId, linkTokens, keyRing, signers, signingLinks } = context;
  await endLinks([signer], 'superseded', context);
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
  await signingLinks.add(link);
  await signers.save(after);
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
  for (const id of ids) {
    await cancelJobs({ type: 'signer', id }, signingMailTopic);
    await signingSessions.endOf(id);
    const challenge = await otpChallenges.activeOf(id);
    if (challenge !== null && otpChallengeStates.can(challenge.status, 'supersede'))
      await otpChallenges.save(supersededChallenge(challenge, now));
  }
}
