import { z } from 'zod';
import { secretToken, shown, text, visibleName } from '../../../kernel/shapes.ts';
import { invalidField } from '../../../kernel/validation.ts';
import { signatureImageBytes } from '../../../signing/index.ts';
import {
  consentInvalidState,
  portalAccessCodeRequired,
  portalAlreadyDecided,
  portalStatementChanged,
} from '../../errors.ts';
import { decidedTerms, decideTerms, type TermsDecision } from '../../portal/decided-terms.ts';
import { goodLink, packageRefusals, releasedPackageId } from '../../portal/portal-fields.ts';
import { action, type GovernancePreparing } from '../../ports.ts';
import { consentStates, signerRelationships } from '../consent.ts';
import { type Decision, decidedConsent } from './decided-consent.ts';
import { openedConsent, portalHeader, portalThrottle, portalThrottles } from './opened-consent.ts';

const mostDrawingBytes = 200 * 1024;

export const decidePortalConsent = action({
  summary: 'Accept, decline or withdraw a consent, or the terms of a package, by the link',
  description:
    'For anyone who has the link. Terms are accepted or declined, and not withdrawn; whoever declined them may still accept. Say the SHA-256 of the text that you were shown: if it is another one now, nothing is decided. The receipt names the line of the ledger that holds the decision. The same decision sent twice has the outcome of the first.',
  access: 'anyone',
  always: true,
  cli: { command: 'governance portal decide', example: { typedSignature: 'Ann Smith' } },
  throttle: portalThrottle(...goodLink, portalStatementChanged, portalAlreadyDecided, consentInvalidState),
  throttles: portalThrottles,
  mostBytes: { bytes: 512 * 1024, because: 'A drawn signature travels in it as an image.' },
  input: z
    .strictObject({
      authorization: portalHeader(),
      token: secretToken().optional().describe('The part of the link after #token=, if no header has it.'),
      kind: z
        .enum(['release_terms', 'record_consent'])
        .describe('What is decided: the terms of a release, or a consent.')
        .meta({ examples: ['record_consent'] }),
      packageId: releasedPackageId()
        .optional()
        .describe('The package whose terms are decided on; by default that of the link.'),
      decision: z.enum(['accept', 'decline', 'withdraw']).describe('What you decide.'),
      signerName: visibleName(200)
        .describe('Your name.')
        .meta({ examples: ['Ann Smith'] }),
      signerRelationship: z.enum(signerRelationships).describe('What you are to the person.'),
      statementSha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 as 64 hexadecimal digits.')
        .describe('The SHA-256 of the text that you were shown.')
        .meta({ examples: ['ab'.repeat(32)] }),
      agreedToElectronic: z.boolean().describe('Whether you agree to decide in electronic form.'),
      typedSignature: text(200).optional().describe('Your name, typed to sign.'),
      drawnSignaturePng: z
        .string()
        .max(300_000)
        .optional()
        .describe('Your signature as a PNG in base64, at most 200 KiB.'),
    })
    .meta({
      examples: [
        {
          kind: 'record_consent',
          decision: 'accept',
          signerName: 'Ann Smith',
          signerRelationship: 'self',
          statementSha256: 'ab'.repeat(32),
          agreedToElectronic: true,
          typedSignature: 'Ann Smith',
        },
      ],
    }),
  output: z.object({
    consent: z
      .object({
        id: shown.ownId(),
        kind: z.enum(['release_terms', 'record_consent']).describe('What was decided.'),
        status: z.enum(consentStates.states).describe('Whether it holds.'),
        signedAt: shown.instant().nullable().describe('When you decided; null if you have not.'),
        statementSha256: z.string().describe('The SHA-256 of the text.'),
      })
      .describe('What was decided.'),
    receipt: z
      .object({
        seq: z.int().describe('The number of the line in the ledger.'),
        hash: z.string().describe('The hash of that line.'),
      })
      .nullable()
      .describe('The line of the ledger that holds the decision; null if there is none.'),
  }),
  errors: [
    ...packageRefusals,
    portalAccessCodeRequired,
    portalStatementChanged,
    portalAlreadyDecided,
    consentInvalidState,
  ],

  async prepare(given, context) {
    const { decision, agreedToElectronic, typedSignature, drawnSignaturePng } = given;
    if (decision === 'accept' && !agreedToElectronic)
      throw invalidField(
        '/agreedToElectronic',
        'portal.electronic_agreement_required',
        'Agree to the electronic form, or ask for the consent on paper.',
      );
    if (decision === 'accept' && typedSignature === undefined && drawnSignaturePng === undefined)
      throw invalidField('/typedSignature', 'field.required', 'Type your name, or draw your signature.');
    if (given.kind === 'release_terms' && decision === 'withdraw')
      throw invalidField('/decision', 'field.invalid', 'Accept or decline the terms.');
    const drawing = await checkedDrawing(drawnSignaturePng, context);
    const said: Decision = { ...given, typedSignature: typedSignature ?? null, drawing };
    // The decision commits before its receipt is read: only then has the ledger a line for it.
    await context.transact(async (work) => {
      if (given.kind === 'release_terms')
        // What cannot be said about terms was refused above.
        return decideTerms(given, said as TermsDecision, work);
      return decidedConsent(await openedConsent(given, work, 'for update'), said, work);
    });
  },

  async run(given, context) {
    if (given.kind === 'release_terms') return termsAnswer(given, context);
    const { consent } = await openedConsent(given, context);
    const { id, status, decidedAt, revokedAt, statementSha256 } = consent;
    const receipts = await context.consents.receipts([consent]);
    return {
      consent: {
        ...{ id, status, statementSha256 },
        kind: 'record_consent' as const,
        signedAt: revokedAt ?? decidedAt,
      },
      receipt: receipts.get(id) ?? null,
    };
  },
});

async function termsAnswer(
  asked: Parameters<typeof decidedTerms>[0],
  context: Parameters<typeof decidedTerms>[1],
) {
  const { decision, receipt } = await decidedTerms(asked, context);
  const { id, decidedAt, statementSha256 } = decision;
  return {
    consent: {
      ...{ id, statementSha256 },
      kind: 'release_terms' as const,
      status: decision.decision === 'accept' ? ('active' as const) : ('rejected' as const),
      signedAt: decidedAt,
    },
    receipt,
  };
}

async function checkedDrawing(
  sent: string | undefined,
  { signatureImages }: Pick<GovernancePreparing, 'signatureImages'>,
): Promise<Uint8Array | null> {
  if (sent === undefined) return null;
  const bytes = signatureImageBytes(sent, mostDrawingBytes);
  const image = bytes === null ? null : await signatureImages.checked(bytes);
  if (image === null)
    throw invalidField(
      '/drawnSignaturePng',
      'signature.image_invalid',
      'Send a PNG of at most 200 KiB and 2000 by 1000 pixels in base64, with something to see in it.',
    );
  return image.png;
}
