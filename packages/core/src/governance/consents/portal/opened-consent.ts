import { z } from 'zod';
import { workspaceNotActive } from '../../../kernel/access.ts';
import type { KeyedThrottle } from '../../../kernel/declaration.ts';
import { type FailureType, requestInvalid } from '../../../kernel/errors.ts';
import type { HandlerContext, WritingContext } from '../../../kernel/handler-context.ts';
import { headerField } from '../../../kernel/header-fields.ts';
import { goneBecause, nobody } from '../../../kernel/links.ts';
import { misses } from '../../../kernel/throttling.ts';
import type { Subject } from '../../../records/index.ts';
import { portalTokenInvalid, portalTokenRequired } from '../../errors.ts';
import type { GovernancePorts } from '../../ports.ts';
import { type Consent, statusAt, withdrawableUntil } from '../consent.ts';

const bearer = /^bearer +([A-Za-z0-9_-]{43}) *$/i;

/** The token of a link, in the header as a bearer token. */
export const portalHeader = () =>
  headerField(
    'Authorization',
    z.string().max(500).optional().describe('Bearer, a space, and the part of the link after #token=.'),
    { secret: true },
  );

export interface Shown {
  readonly authorization?: string | undefined;
  readonly token?: string | undefined;
}

/** The secret that was shown; null if there is none of its form. */
const secretOf = ({ authorization, token }: Shown): string | null =>
  token ?? (authorization === undefined ? null : (bearer.exec(authorization)?.[1] ?? null));

/** The same; throws if there is none. */
export function secretOfLink(shown: Shown): string {
  const secret = secretOf(shown);
  if (secret === null) throw shown.authorization === undefined ? portalTokenRequired() : portalTokenInvalid();
  return secret;
}

/** PORT-1: ten tokens a minute from one network that open nothing. */
export const portalThrottle = (...passes: readonly FailureType[]) =>
  misses('portal_token', 10, { passes: [requestInvalid, workspaceNotActive, ...passes] });
/** PORT-14: sixty calls a minute by one token, whoever asks. */
export const portalThrottles: readonly KeyedThrottle<Shown>[] = [
  { bucket: 'portal_token_link', limit: 60, windowSeconds: 60, by: secretOf },
];

export type Opening = GovernancePorts &
  Pick<HandlerContext, 'linkTokens' | 'now'> &
  Pick<WritingContext, 'enterByLink'>;

export interface OpenedConsent {
  readonly workspaceId: string;
  readonly consent: Consent;
  readonly subject: Subject;
}

/** The consent that a link asks for, after entering its workspace; whether it is still open, the caller asks. */
export async function openedConsent(
  shown: Shown,
  context: Opening,
  lock?: 'for update',
): Promise<OpenedConsent> {
  const secret = secretOfLink(shown);
  const { linkTokens, enterByLink } = context;
  const place = (await context.consents.ofToken(linkTokens.hash(secret))) ?? nobody;
  await enterByLink(place.workspaceId);
  // Asked of the context only now, because repositories belong to the workspace that the transaction has entered.
  const consent = await context.consents.get(place.id, lock);
  const subject = consent && (await context.recordSubjects.get(consent.subjectId));
  if (consent === null || subject === null) throw portalTokenInvalid();
  return { workspaceId: place.workspaceId, consent, subject };
}

/** PORT-12: what was decided is over for its link, except for whoever can still withdraw it. */
export function requireOpenRequest(consent: Consent, { now }: Pick<HandlerContext, 'now'>): void {
  const status = statusAt(consent, now);
  if (status === 'requested') return;
  const until = withdrawableUntil(consent);
  if (status === 'active' && until !== null && until > now) return;
  if (status === 'expired' && consent.decidedAt === null) throw goneBecause('expired');
  throw goneBecause(consent.decidedAt === null ? 'revoked' : 'completed');
}
