import type { z } from 'zod';
import type { Document, DocumentVersion } from '../../documents/index.ts';
import type { Instant } from '../../kernel/time.ts';
import type { WorkspaceProfile } from '../../workspace/index.ts';
import type { DisclosureText } from '../disclosure-catalog.ts';
import { isMark, type SigningField } from '../field.ts';
import type { SigningRound } from '../round.ts';
import { isDone, type Signer } from '../signer.ts';
import { nextCodeAt } from './code-limits.ts';
import { maskedEmail, maskedPhone } from './masked-contact.ts';
import { isUnlocked, type OpenedLink } from './opened-link.ts';
import type { SigningLinkView } from './signing-view.ts';

type View = z.input<typeof SigningLinkView>;

/** What is read for the view of a link beside what the link opens. */
export interface LinkedFacts {
  readonly workspace: WorkspaceProfile;
  readonly senderName: string;
  readonly signers: readonly Signer[];
  readonly fields: readonly SigningField[];
  /** The file that the link serves; null if its bytes are gone. */
  readonly content: DocumentVersion | null;
  readonly disclosure: DisclosureText;
  readonly codes: { readonly lastSentAt: Instant | null; readonly expiresAt: Instant | null };
}

/** Where codes for this person go, mostly hidden; null if none are sent. */
export const maskedDestination = ({
  verification,
  phone,
  email,
}: Pick<Signer, 'verification' | 'phone' | 'email'>): string | null => {
  if (verification === 'none') return null;
  return verification === 'sms' ? maskedPhone(phone ?? '') : maskedEmail(email);
};

/** The view of a link. While it is locked it names neither the document nor other people (OTP-5). */
export function signingLinkView(opened: OpenedLink, facts: LinkedFacts, now: Instant): View {
  const { signer, round } = opened;
  const { workspace, senderName } = facts;
  const isOpen = isUnlocked(opened);
  return {
    status: isOpen ? openStatus(opened) : 'locked',
    workspace: { name: workspace.name, logoUrl: workspace.logoUrl },
    sender: { displayName: senderName },
    signer: {
      id: signer.id,
      name: signer.name,
      email: signer.email,
      role: signer.role,
      order: signer.order,
      status: signer.status,
      language: signer.language ?? round.language,
    },
    verification: verificationView(opened, facts, now),
    ...(isOpen ? unlockedView(opened, facts) : lockedView),
  };
}

const openStatus = ({ link, signer }: OpenedLink): View['status'] => {
  if (link.purpose === 'copy') return 'copy';
  return isDone(signer) ? 'completed' : 'ready';
};

function verificationView(opened: OpenedLink, { codes }: LinkedFacts, now: Instant): View['verification'] {
  const { signer, session } = opened;
  const { verification: method, lockedUntil } = signer;
  const isLocked = lockedUntil !== null && lockedUntil > now;
  const unproven = isLocked ? 'locked' : 'required';
  return {
    method,
    state: method === 'none' ? 'not_required' : session === null ? unproven : 'verified',
    destination: maskedDestination(signer),
    codeExpiresAt: codes.expiresAt,
    resendAvailableAt: codes.lastSentAt === null ? null : nextCodeAt(codes.lastSentAt),
    lockedUntil: isLocked ? lockedUntil : null,
  };
}

type Unlocked = Omit<View, 'status' | 'workspace' | 'sender' | 'signer' | 'verification'>;

const lockedView: Unlocked = {
  document: null,
  fields: [],
  recipients: [],
  consent: null,
  signatureMethods: [],
  redirectUrl: null,
  sealed: null,
};

const unlockedView = ({ document, round, signer }: OpenedLink, facts: LinkedFacts): Unlocked => ({
  document: facts.content === null ? null : documentView(document, round, facts.content),
  fields: facts.fields.map((field) => fieldView(field, signer)),
  recipients: facts.signers.map(({ name, role, order, status, completedAt }) => ({
    name,
    role,
    order,
    status,
    completedAt,
  })),
  consent: {
    required: round.requireConsent,
    accepted: signer.consentedAt !== null,
    version: facts.disclosure.version,
    language: facts.disclosure.language,
    text: facts.disclosure.text,
    textSha256: facts.disclosure.sha256,
  },
  signatureMethods: [...round.signatureMethods],
  redirectUrl: round.redirectUrl,
  sealed: { available: round.seal.status === 'sealed', sha256: round.seal.sealedSha256 },
});

const documentView = (
  { name }: Document,
  { message, deadlineAt }: SigningRound,
  { pageCount, pages, sizeBytes, sha256 }: DocumentVersion,
): View['document'] => ({
  name,
  pageCount,
  pages: (pages ?? []).map(({ width, height, rotation, cropBox }) => ({
    width,
    height,
    rotation,
    cropBox: [...cropBox],
  })),
  sizeBytes,
  sha256,
  message,
  // A link is live, so its round was sent, and has a deadline.
  deadlineAt: deadlineAt ?? '',
});

function fieldView(field: SigningField, { id }: Signer): View['fields'][number] {
  const mine = field.signerId === id;
  const { documentId: _, roundId: __, ...shown } = field;
  return {
    ...shown,
    mine,
    defaultValue: mine ? field.defaultValue : null,
    value: field.completedAt === null ? null : valueView(field, mine),
  };
}

/** Of a signature nobody gets more than that it is there; of somebody else's address neither (SIG-25). */
const valueView = (field: SigningField, mine: boolean): View['fields'][number]['value'] =>
  isMark(field) || (field.kind === 'email' && !mine) ? { filled: true } : field.value;
