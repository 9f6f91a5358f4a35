import type { EndpointThrottle } from '../kernel/declaration.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { openedText } from '../kernel/opened-text.ts';
import type { KeyRing, Throttle } from '../kernel/ports.ts';
import type { Settings } from '../kernel/settings.ts';
import type { OneTimeToken } from './one-time-token.ts';
import { accountKeyOf, guardedScale } from './password-attempts.ts';
import type { IdentityPorts, IdentityReacting } from './ports.ts';

/** THR-7: limits the endpoints that send a mail to an address of the caller's choice. */
export const mailingThrottle: EndpointThrottle = { bucket: 'mailing_row', limit: 20, windowSeconds: 3600 };

const mailsToAnAddress = [
  { bucket: 'mail_minute', limit: 1, windowSeconds: 60 },
  { bucket: 'mail_hour', limit: 5, windowSeconds: 3600 },
  { bucket: 'mail_day', limit: 20, windowSeconds: 86_400 },
] as const;

/** Counts one more mail to the address; false if it has had enough, whether or not it is known (THR-6). */
export async function mayMail(
  address: string,
  {
    throttle,
    keyRing,
    settings,
  }: { readonly throttle: Throttle; readonly keyRing: KeyRing; readonly settings: Settings },
): Promise<boolean> {
  const key = accountKeyOf(address, keyRing);
  for (const { bucket, limit, windowSeconds } of mailsToAnAddress) {
    const most = Math.ceil(limit * guardedScale(settings.rateLimitScale));
    const answer = await throttle.consume(bucket, key, most, windowSeconds);
    if (!answer.allowed) return false;
  }
  return true;
}

/** Binds the sealed copy of a token to the id of the token. */
const placeOf = (tokenId: string): string => `one-time-token:${tokenId}`;

/** The token that the mail carries, or null once it was used, replaced or erased. */
export const sealedTokenOf = (link: OneTimeToken | null, keyRing: KeyRing): string | null =>
  link?.sealedToken ? openedText(keyRing, link.sealedToken, placeOf(link.id)) : null;

type Link = Pick<OneTimeToken, 'purpose' | 'userId' | 'email' | 'expiresAt'> &
  Partial<Pick<OneTimeToken, 'subjectId' | 'undoesSince'>>;

/** Links that take something back stand beside each other: a newer one must not end the way back that an older one is (AUT-8). */
const standBeside: ReadonlySet<OneTimeToken['purpose']> = new Set(['email_revert', 'undo_addition']);

/** Makes the token of a link, which ends an older one of its purpose, and returns its secret. If a mail is to carry it, a sealed copy is kept until that mail has left. */
export async function addLink(
  id: string,
  link: Link,
  isMailed: boolean,
  {
    now,
    linkTokens,
    keyRing,
    oneTimeTokens,
  }: Pick<WritingContext, 'now' | 'linkTokens' | 'keyRing'> & Pick<IdentityPorts, 'oneTimeTokens'>,
): Promise<string> {
  const secret = linkTokens.random();
  if (!standBeside.has(link.purpose)) await oneTimeTokens.supersede(link.userId, [link.purpose], now);
  await oneTimeTokens.add({
    subjectId: null,
    undoesSince: null,
    ...link,
    id,
    tokenHash: linkTokens.hash(secret),
    sealedToken: isMailed ? keyRing.seal(Buffer.from(secret), placeOf(id)) : null,
    createdAt: now,
  });
  return secret;
}

/**
 * Mails a link with a token of its own. The token is made at the first attempt of the job, under the job's id, so that
 * every further attempt carries the same one; its sealed copy is erased when the mail has left (JOB-9).
 */
export async function mailLink(
  wanted: Link,
  send: (token: string) => Promise<void>,
  context: IdentityReacting,
): Promise<void> {
  const { jobId, now, linkTokens, keyRing, once, read, transact } = context;
  await once(async ({ oneTimeTokens }) => {
    await addLink(jobId, wanted, true, { now, linkTokens, keyRing, oneTimeTokens });
  });
  const link = await read(({ oneTimeTokens }) => oneTimeTokens.sealed(jobId));
  const secret = sealedTokenOf(link, keyRing);
  if (link !== null && secret !== null && link.expiresAt > now) await send(secret);
  await transact(({ oneTimeTokens }) => oneTimeTokens.eraseSealed(jobId));
}
