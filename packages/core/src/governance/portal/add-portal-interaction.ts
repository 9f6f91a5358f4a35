import { z } from 'zod';
import { id, multiline, secret, shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { openedKey } from '../../records/index.ts';
import { portalHeader, portalThrottle, portalThrottles } from '../consents/portal/opened-consent.ts';
import {
  portalAccessCodeRequired,
  portalAccessCodeWrong,
  portalConsentRequired,
  portalItemNotFound,
  portalOpensUsedUp,
} from '../errors.ts';
import { action } from '../ports.ts';
import { interactionTypes } from './events.ts';
import { openedPackage, requireOpen } from './opened-package.ts';
import { goodLink, linkToken, packageRefusals, releasedPackageId } from './portal-fields.ts';
import { type Said, takenInteraction } from './taken-interaction.ts';
import { verifiedCode } from './verified-code.ts';

export const addPortalInteraction = action({
  summary: 'Say what you do with a package',
  description:
    'For its recipient: that they opened it or looked at an entry, have taken note of it, ask a question, ask for a correction, enter the access code, or decline it. The right code opens a session of half an hour, whose token stands in place of that of the link.',
  access: 'anyone',
  always: true,
  cli: { command: 'governance portal say' },
  throttle: portalThrottle(...goodLink, portalAccessCodeWrong, portalItemNotFound),
  throttles: portalThrottles,
  secret: true,
  idempotent: false,
  input: z.strictObject({
    authorization: portalHeader(),
    token: linkToken(),
    packageId: releasedPackageId().optional().describe('The package; by default that of the link.'),
    type: z.enum(interactionTypes).describe('What you do.'),
    itemId: id().optional().describe('The entry: for item_viewed and correction_request.'),
    message: multiline(2000).optional().describe('What you ask or want corrected.'),
    accessCode: secret(z.string().regex(/^[0-9]{6,10}$/, 'Give 6 to 10 digits.'))
      .optional()
      .describe('The access code, for verify_access_code.'),
  }),
  output: z.object({
    interaction: z
      .object({
        id: shown.ownId(),
        type: z.enum(interactionTypes).describe('What was done.'),
        itemId: shown.id().nullable().describe('The entry; null if it is about the package.'),
        at: shown.instant().describe('When.'),
        messageStored: z.boolean().describe('Whether a message went to those who released it.'),
      })
      .describe('What was noted.'),
    session: z
      .object({
        token: z.string().describe('In place of the token of the link.'),
        expiresAt: shown.instant().describe('Until when it is good.'),
      })
      .nullable()
      .describe('What the right access code opens; null for everything else.'),
  }),
  errors: [
    ...packageRefusals,
    portalConsentRequired,
    portalAccessCodeRequired,
    portalOpensUsedUp,
    portalAccessCodeWrong,
    portalItemNotFound,
  ],

  prepares: ({ type }) => type === 'verify_access_code' || isMessage(type),
  async prepare(asked, context) {
    requireFields(asked);
    if (asked.type === 'verify_access_code')
      return { codeHash: await verifiedCode(asked, asked.accessCode ?? '', context), key: null };
    if (!isMessage(asked.type)) return null;
    const { workspaceId, keyId } = await context.transact(async (work) => {
      const opened = await openedPackage(asked, work);
      requireOpen(opened);
      const { recordEntries } = work;
      return { workspaceId: opened.workspaceId, keyId: await recordEntries.keyIdOf(opened.released.caseId) };
    });
    const { keyVault } = context;
    return { codeHash: null, key: keyId === null ? null : await openedKey(keyId, { keyVault, workspaceId }) };
  },

  async run(asked, context) {
    requireFields(asked);
    const { prepared, newId, now } = context;
    const opened = await openedPackage(asked, context, 'for update');
    // Somebody may have changed the code, or locked the package, since it was held against it.
    const codeHash = prepared?.codeHash ?? null;
    if (codeHash !== null && codeHash !== opened.released.accessCodeHash) throw portalAccessCodeWrong();
    const said: Said = {
      id: newId(),
      type: asked.type,
      itemId: asked.itemId ?? null,
      message: asked.message ?? null,
    };
    const session = await takenInteraction(opened, said, context, prepared?.key ?? null);
    return {
      interaction: {
        ...{ id: said.id, type: said.type, itemId: said.itemId, at: now },
        messageStored: isMessage(said.type),
      },
      session,
    };
  },
});

/** What somebody writes is sealed under the key of the case. */
const isMessage = (type: Said['type']): boolean => type === 'question' || type === 'correction_request';

interface Fields {
  readonly type: Said['type'];
  readonly itemId?: string | undefined;
  readonly message?: string | undefined;
  readonly accessCode?: string | undefined;
}

function requireFields({ type, itemId, message, accessCode }: Fields): void {
  const isMissing = (field: string) => {
    throw invalidField(`/${field}`, 'field.required', 'Fill in this field.');
  };
  if ((type === 'item_viewed' || type === 'correction_request') && itemId === undefined) isMissing('itemId');
  if (isMessage(type) && message === undefined) isMissing('message');
  if (type === 'verify_access_code' && accessCode === undefined) isMissing('accessCode');
}
