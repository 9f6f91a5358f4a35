import { z } from 'zod';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { query, type SigningPorts } from '../ports.ts';
import { daySeconds } from './code-limits.ts';
import { disclosureShown } from './disclosure-shown.ts';
import { linkThrottle, linkThrottles } from './link-throttle.ts';
import { signingLinkView } from './linked-facts.ts';
import { linkFields, type OpenedLink, openedLink } from './opened-link.ts';
import { SigningLinkView } from './signing-view.ts';

export const getSigningLink = query({
  summary: 'See what a signing link asks for',
  description:
    'Opening a link changes nothing. If it asks for a code, everything about the document is empty until you send the session that a right code unlocks.',
  access: 'anyone',
  always: true,
  throttle: linkThrottle,
  throttles: linkThrottles,
  input: z.strictObject(linkFields),
  output: SigningLinkView,
  errors: [linkNotFound, linkGone],

  find: (input, context) => openedLink(input, context),

  async run(_, context) {
    const { found: opened, now } = context;
    return signingLinkView(opened, await factsOf(opened, context), now);
  },
});

async function factsOf(
  opened: OpenedLink,
  context: Pick<
    SigningPorts,
    | 'signers'
    | 'signingFields'
    | 'otpChallenges'
    | 'documentLibrary'
    | 'memberDirectory'
    | 'workspaceIdentity'
    | 'disclosures'
  > & { readonly now: Instant },
) {
  const { link, document, round, signer } = opened;
  const workspace = await context.workspaceIdentity.profile();
  const sender = round.sentByUserId && (await context.memberDirectory.nameOf(round.sentByUserId));
  return {
    workspace,
    senderName: sender || workspace.name,
    signers: await context.signers.of(round.id),
    fields: await context.signingFields.of(round.id),
    content: await context.documentLibrary.content(
      document.id,
      link.purpose === 'copy' ? 'sealed' : 'signing_copy',
    ),
    disclosure: disclosureShown(context.disclosures, round, signer),
    codes: await codesOf(opened, context),
  };
}

async function codesOf(
  { signer }: OpenedLink,
  { otpChallenges, now }: Pick<SigningPorts, 'otpChallenges'> & { readonly now: Instant },
) {
  if (signer.verification === 'none') return { lastSentAt: null, expiresAt: null };
  const active = await otpChallenges.activeOf(signer.id);
  const sent = await otpChallenges.since(signer.id, plusSeconds(now, -daySeconds));
  return {
    lastSentAt: sent.at(-1)?.sentAt ?? null,
    expiresAt: active !== null && active.expiresAt > now ? active.expiresAt : null,
  };
}
