import { utf8 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import type { DisclosureText } from '../disclosure-catalog.ts';
import type { SignatureImage } from '../signature-images.ts';
import { type SignatureFacts, type SignatureMaterial, sealOfMaterial } from '../signature-material.ts';
import type { Completion } from './completion-input.ts';
import type { TakenMarks } from './given-marks.ts';
import type { OpenedLink } from './opened-link.ts';

const mostUserAgent = 512;

interface Made {
  readonly marks: TakenMarks;
  readonly timeZone: string | null;
  /** What the person agreed to; null if nothing. */
  readonly disclosure: DisclosureText | null;
}

/** What a person leaves with the signature, sealed for the place where it is kept (documents 2.7). */
export function sealedMaterial(
  { link, round, signer, session }: OpenedLink,
  { intent, documentSha256 }: Pick<Completion, 'intent' | 'documentSha256'>,
  { marks: { signature, initials }, timeZone, disclosure }: Made,
  { caller, keyRing, now }: Pick<WritingContext, 'caller' | 'keyRing' | 'now'>,
): SignatureMaterial {
  const facts: SignatureFacts = {
    signatureMethod: signature?.method ?? null,
    typedSignature: signature?.text ?? null,
    initialsMethod: initials?.method ?? null,
    typedInitials: initials?.text ?? null,
    ip: caller.address,
    userAgent: caller.userAgent?.slice(0, mostUserAgent) ?? null,
    timeZone,
    documentSha256,
    disclosureVersion: disclosure?.version ?? null,
    disclosureSha256: disclosure?.sha256 ?? null,
    disclosureLanguage: disclosure?.language ?? null,
    intent,
    sessionTokenHash: session?.tokenHash ?? null,
    linkVersion: link.linkVersion,
  };
  const place = sealOfMaterial(signer.id);
  const sealed = (image: SignatureImage | null) => (image === null ? null : keyRing.seal(image.png, place));
  return {
    signerId: signer.id,
    roundId: round.id,
    signatureImageSealed: sealed(signature?.image ?? null),
    initialsImageSealed: sealed(initials?.image ?? null),
    factsSealed: keyRing.seal(utf8(JSON.stringify(facts)), place),
    createdAt: now,
  };
}

/** The same, opened again. */
export interface OpenedMaterial {
  readonly signerId: string;
  readonly facts: SignatureFacts;
  readonly signaturePng: Uint8Array | null;
  readonly initialsPng: Uint8Array | null;
}

export function openedMaterial(
  { signerId, signatureImageSealed, initialsImageSealed, factsSealed }: SignatureMaterial,
  keyRing: Pick<KeyRing, 'open'>,
): OpenedMaterial {
  const place = sealOfMaterial(signerId);
  const opened = (sealed: Uint8Array | null) => (sealed === null ? null : keyRing.open(sealed, place));
  const facts = keyRing.open(factsSealed, place);
  return {
    signerId,
    // Nothing but `sealedMaterial` writes it.
    facts: JSON.parse(Buffer.from(facts).toString('utf8')) as SignatureFacts,
    signaturePng: opened(signatureImageSealed),
    initialsPng: opened(initialsImageSealed),
  };
}
