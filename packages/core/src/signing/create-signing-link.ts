import { z } from 'zod';
import { documentNotFound, onDocument } from '../documents/index.ts';
import { shown, version } from '../kernel/shapes.ts';
import { signerNotFound, signerRemindedRecently } from './errors.ts';
import { freshLink } from './fresh-link.ts';
import { deadlineOf } from './invitations.ts';
import { command } from './ports.ts';
import { relinked } from './signer.ts';
import { aboutSigner, signerLinkIssued } from './signer-events.ts';
import { requirePace, requireTheirTurn, signerOfDocument, turnRefusals } from './signer-to-reach.ts';
import { embeddedSigningAddress, signingAddress } from './signing-address.ts';
import { documentId, signerId } from './signing-input.ts';

export const createSigningLink = command({
  summary: 'Make a signing link to hand over yourself',
  description:
    'The link is in this answer and nowhere else: whoever has it can sign as this person, unless a one-time code is asked for. Every earlier link of the person stops working.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  outside: true,
  secret: true,
  input: z.strictObject({
    documentId: documentId(),
    signerId: signerId(),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    url: z.string().describe('The address to hand to this person, and to nobody else.'),
    embedUrl: z
      .string()
      .nullable()
      .describe(
        'The same link for a frame in a web app whose origin the workspace names; null if it names none.',
      ),
    expiresAt: shown.instant().describe('When the link ends.'),
    signerId: z.uuid().describe('The id of the person.'),
    linkVersion: z.int().describe('The number of the link.'),
  }),
  errors: [documentNotFound, signerNotFound, signerRemindedRecently, ...turnRefusals],

  find: signerOfDocument,
  may: onDocument('manage'),
  version: (document) => document.version,

  async run(_, context) {
    const { found, now, emit, settings, workspaceId, workspaceIdentity } = context;
    requireTheirTurn(found, now);
    await requirePace('link', found.signer, context);

    const expiresAt = deadlineOf(found.round);
    const { signer, link, token } = await freshLink(
      found.signer,
      { purpose: 'sign', cause: 'link', delivery: 'manual', expiresAt },
      (before, facts) => relinked(before, facts, now),
      context,
    );
    const { linkVersion, cause } = link;
    emit(signerLinkIssued, { ...aboutSigner(found, found.round, signer), linkVersion, cause });
    const origins = await workspaceIdentity.embeddingOrigins();
    return {
      url: signingAddress(settings, token),
      embedUrl: origins.length === 0 ? null : embeddedSigningAddress(settings, workspaceId, token),
      expiresAt,
      signerId: signer.id,
      linkVersion,
    };
  },
});
