import {
  type Document,
  type DocumentVersion,
  requireLinkTerm,
  shortestLinkMinutes,
} from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { type Instant, plusDays, plusMinutes } from '../kernel/time.ts';
import type { FoundAnchors } from './anchored-places.ts';
import type { DisclosureText } from './disclosure-catalog.ts';
import { draftedRound } from './drafted-round.ts';
import { signingDeadlinePassed, signingFieldMissing, signingNoRecipient } from './errors.ts';
import type { SigningPorts } from './ports.ts';
import { type SigningRound, usualDeadlineDays } from './round.ts';
import type { RoundDraft } from './round-draft.ts';
import type { SealOwner } from './seal-key-provider.ts';
import { requireSignable } from './signable.ts';
import { isRequired, type Signer } from './signer.ts';
import type { SigningInput } from './signing-input.ts';

/** What will be sent, decided before the slow work and compared with what there is after it (SIG-29). */
export interface SendPlan {
  readonly documentVersion: number;
  readonly draft: RoundDraft;
  readonly deadlineAt: Instant;
  readonly original: DocumentVersion;
  readonly disclosure: DisclosureText;
  readonly sealOwner: SealOwner;
  /** Signers whose signature needs a page of its own. */
  readonly onSignaturePage: readonly Signer[];
}

type Context = SigningPorts & WritingContext;

export async function sendPlan(
  document: Document,
  input: SigningInput,
  anchors: FoundAnchors,
  context: Context,
): Promise<SendPlan> {
  const { documentLibrary, disclosures, now } = context;
  const draft = await draftedRound(document, input, anchors, context, requireSignable);
  if (!draft.signers.some(isRequired)) throw signingNoRecipient();
  if (draft.signers.some(({ verification }) => verification === 'sms'))
    context.entitlements.requireFeature('signing_sms_otp');
  const unsigned = signersWithoutField(draft);
  if (unsigned.length > 0 && !draft.round.appendSignaturePage) throw missingFields(draft, unsigned);
  const original = await documentLibrary.content(document.id, 'original');
  if (original === null) throw new TypeError('An active document has its original');
  const { defaultLocale, ...owner } = await sealOwnerOf(context);
  return {
    documentVersion: document.version,
    draft,
    deadlineAt: deadlineToSend(draft.round, now),
    original,
    disclosure: disclosures.current([draft.round.language, defaultLocale]),
    sealOwner: owner,
    onSignaturePage: unsigned,
  };
}

/** Whose seal it will be: by the legal name of the workspace, or else by its name (SEA-20). */
export async function sealOwnerOf({
  workspaceIdentity,
}: Pick<SigningPorts, 'workspaceIdentity'>): Promise<SealOwner & { readonly defaultLocale: string }> {
  const { id, name, legalName, defaultLocale } = await workspaceIdentity.profile();
  return { workspaceId: id, name: legalName ?? name, defaultLocale };
}

/** SIG-6: signers who have no required field for their signature. */
const signersWithoutField = ({ signers, fields }: RoundDraft): readonly Signer[] => {
  const signing = new Set(
    fields.filter(({ kind, required }) => kind === 'signature' && required).map(({ signerId }) => signerId),
  );
  return signers.filter(({ id, role }) => role === 'signer' && !signing.has(id));
};

const missingFields = ({ signers }: RoundDraft, unsigned: readonly Signer[]) =>
  signingFieldMissing({
    details: unsigned.map((signer) => ({
      path: `/signers/${signers.indexOf(signer)}`,
      code: 'signing.field_missing',
      message: `Give ${signer.name} a required field for the signature.`,
    })),
  });

/** SIG-9: the deadline that was set, unless it came too near meanwhile; 90 days if none was. */
function deadlineToSend({ deadlineAt }: SigningRound, now: Instant): Instant {
  if (deadlineAt === null) return plusDays(now, usualDeadlineDays);
  if (deadlineAt < plusMinutes(now, shortestLinkMinutes)) throw signingDeadlinePassed();
  requireLinkTerm('/deadlineAt', deadlineAt, now);
  return deadlineAt;
}
