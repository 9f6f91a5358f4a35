import type { DocumentVersion } from '../../documents/index.ts';
import { hexOf, sha256 as sha256Of } from '../../kernel/crypto.ts';
import { maskedDestination } from '../by-link/linked-facts.ts';
import type { OpenedMaterial } from '../by-link/sealed-material.ts';
import type { DisclosureCatalog } from '../disclosure-catalog.ts';
import type { SigningField } from '../field.ts';
import { deadlineOf } from '../invitations.ts';
import type { Signer } from '../signer.ts';
import type {
  EvidenceField,
  EvidenceFile,
  EvidenceRecipient,
  EvidenceSignature,
  SigningFacts,
} from '../signing-evidence.ts';
import type { RoundToSeal } from './round-to-seal.ts';

/** What is said about a completed round in evidence and certificate (documents 6.1). */
export function factsOf(found: RoundToSeal, disclosures: DisclosureCatalog): SigningFacts {
  const { workspace, document, round, senderName, signers, fields } = found;
  const materials = new Map(found.materials.map((material) => [material.signerId, material]));
  return {
    workspace: { id: workspace.id, name: workspace.name },
    document: { id: document.id, name: document.name, fileName: document.fileName },
    round: round.number,
    sender: { userId: round.sentByUserId ?? '', displayName: senderName },
    subject: round.subject,
    message: round.message,
    signingOrder: round.signingOrder,
    original: fileOf(found.original),
    signingCopy: fileOf(found.signingCopy),
    disclosure: disclosureOf(found, disclosures),
    sentAt: round.sentAt ?? round.createdAt,
    deadlineAt: deadlineOf(round),
    completedAt: round.completedAt ?? round.updatedAt,
    recipients: signers.map((signer) => recipientOf(signer, found, materials.get(signer.id))),
    fields: fields.map((field) => fieldOf(field, materials.get(field.signerId))),
    events: found.events,
    ledger: found.ledger,
  };
}

const fileOf = ({ sha256: digest, sizeBytes, pageCount }: DocumentVersion): EvidenceFile => ({
  sha256: digest,
  sizeBytes,
  pages: pageCount ?? 0,
});

function disclosureOf(
  { round: { disclosureVersion, disclosureLanguage } }: RoundToSeal,
  disclosures: DisclosureCatalog,
): SigningFacts['disclosure'] {
  if (disclosureVersion === null) return null;
  return disclosures.text(disclosureVersion, disclosureLanguage === null ? [] : [disclosureLanguage]);
}

function recipientOf(
  signer: Signer,
  { links }: RoundToSeal,
  material: OpenedMaterial | undefined,
): EvidenceRecipient {
  const { id, name, email, role, order, sentAt, viewedAt, consentedAt, completedAt } = signer;
  const facts = material?.facts;
  return {
    id,
    name,
    email,
    role,
    order,
    delivery: links
      .filter((link) => link.signerId === id && link.purpose === 'sign')
      .map(({ createdAt: at, delivery: by, linkVersion }) => ({ at, by, linkVersion })),
    verification: verificationOf(signer),
    sentAt,
    viewedAt,
    consentedAt,
    disclosure: agreedDisclosureOf(facts),
    completedAt,
    intent: facts?.intent ?? null,
    documentSha256: facts?.documentSha256 ?? null,
    ip: facts?.ip ?? null,
    userAgent: facts?.userAgent ?? null,
    timeZone: facts?.timeZone ?? null,
    signature: markOf(facts?.signatureMethod, material?.signaturePng, facts?.typedSignature),
    initials: markOf(facts?.initialsMethod, material?.initialsPng, facts?.typedInitials),
  };
}

function agreedDisclosureOf(facts: OpenedMaterial['facts'] | undefined): EvidenceRecipient['disclosure'] {
  const { disclosureVersion: version, disclosureLanguage: language, disclosureSha256: sha256 } = facts ?? {};
  return version && language && sha256 ? { version, language, sha256 } : null;
}

function verificationOf(signer: Signer): EvidenceRecipient['verification'] {
  const { verification: channel, codesSent: sends, wrongTries, verifiedAt } = signer;
  if (channel === 'none') return null;
  return { channel, destinationMasked: maskedDestination(signer) ?? '', sends, wrongTries, verifiedAt };
}

const markOf = (
  method: EvidenceSignature['method'] | null | undefined,
  png: Uint8Array | null | undefined,
  text: string | null | undefined,
): EvidenceSignature | null =>
  method ? { method, imageSha256: png ? hexOf(sha256Of(png)) : null, text: text ?? null } : null;

function fieldOf(field: SigningField, material: OpenedMaterial | undefined): EvidenceField {
  const { id, signerId: recipientId, kind, page, x, y, width, height, label } = field;
  return { id, recipientId, kind, page, x, y, width, height, label, value: shownValue(field, material) };
}

function shownValue(
  { kind, value, completedAt }: SigningField,
  material: OpenedMaterial | undefined,
): EvidenceField['value'] {
  if (completedAt === null || (kind !== 'signature' && kind !== 'initials')) return value;
  const isSignature = kind === 'signature';
  const png = isSignature ? material?.signaturePng : material?.initialsPng;
  if (png) return { imageSha256: hexOf(sha256Of(png)) };
  return (isSignature ? material?.facts.typedSignature : material?.facts.typedInitials) ?? null;
}
