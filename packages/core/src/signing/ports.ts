import type { DocumentLibrary, DocumentShareEnds, PdfInspector } from '../documents/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { WorkspacePlans } from '../kernel/entitlements.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { IncomingFiles } from '../kernel/incoming-file.ts';
import type { FoundLink } from '../kernel/links.ts';
import type { BlobStore, Clock, PhoneNumbers, Throttle } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { AnchorFinder } from './anchor-finder.ts';
import type { DisclosureCatalog } from './disclosure-catalog.ts';
import type { DocumentVerifications } from './document-verification.ts';
import type { SigningField } from './field.ts';
import type { LinkCause, LinkEnd, SigningLink } from './link.ts';
import type { OtpChallenge } from './otp-challenge.ts';
import type { PdfSealer } from './pdf-sealer.ts';
import type { SigningRound } from './round.ts';
import type { SealKeyProvider } from './seal-key-provider.ts';
import type { SignatureImages } from './signature-images.ts';
import type { SignatureMaterial } from './signature-material.ts';
import type { Signer } from './signer.ts';
import type { EvidenceEvent } from './signing-evidence.ts';
import type { SigningPdfComposer } from './signing-pdf-composer.ts';
import type { SigningSession } from './signing-session.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** What the ledger of the workspace says about rounds. */
export interface RoundLedger {
  /** The lines about a document, from the first of this round to its completion (documents 6.1). */
  of(documentId: string, round: number): Promise<readonly EvidenceEvent[]>;
}

// All changes of a round, its people, fields and links are made under the lock on the document, which whoever changes them
// takes first (`documentLibrary.find` or `get` with a lock). So two who act at once follow each other.

/** Signing rounds of the workspace of the transaction. */
export interface RoundRepository {
  add(round: SigningRound): Promise<void>;
  /** The newest round of a document, or null if it has none. */
  currentOf(documentId: string): Promise<SigningRound | null>;
  get(id: string): Promise<SigningRound | null>;
  /** Every round of a document, the first one first. */
  of(documentId: string): Promise<readonly SigningRound[]>;
  /** Stores the round as the version after `round.version`, or throws `version_conflict`. */
  save(round: SigningRound): Promise<SigningRound>;
}

/** The people of rounds. */
export interface SignerRepository {
  /** Everybody in a round, by group, then in the order in which they were listed. */
  of(roundId: string): Promise<readonly Signer[]>;
  get(id: string): Promise<Signer | null>;
  /** These are the people of the round from now on; who is left out is gone, with their fields and links. */
  replace(roundId: string, signers: readonly Signer[]): Promise<void>;
  save(signer: Signer): Promise<void>;
}

/** The fields of rounds. */
export interface SigningFieldRepository {
  /** All fields of a round in reading order. */
  of(roundId: string): Promise<readonly SigningField[]>;
  /** These are the fields of the round from now on. */
  replace(roundId: string, fields: readonly SigningField[]): Promise<void>;
  /** Adds fields to those that there are. */
  add(fields: readonly SigningField[]): Promise<void>;
  /** Writes down what was filled in: value and instant of each. */
  fill(fields: readonly SigningField[]): Promise<void>;
  /** Removes what is written in the fields of a document, by its sender too; where they were, and whose, stays. */
  destroyValues(documentId: string): Promise<void>;
}

export interface SigningLinkRepository {
  add(link: SigningLink): Promise<void>;
  get(id: string): Promise<SigningLink | null>;
  /** Looked up over all workspaces, and whether or not the link is live; null if there never was such a link. */
  ofToken(tokenHash: string): Promise<FoundLink | null>;
  /** Every link of a round, in the order in which they were made. */
  of(roundId: string): Promise<readonly SigningLink[]>;
  /** Ends the live links of these people, so that they open nothing from the commit on. */
  end(signerIds: readonly string[], reason: LinkEnd, at: Instant): Promise<void>;
  /** Live links for signing end at this time from now on. */
  moveEnd(roundId: string, expiresAt: Instant): Promise<void>;
  /** The links of this signer that were made for this cause after an instant, the oldest first. */
  madeSince(signerId: string, cause: LinkCause, after: Instant): Promise<readonly Instant[]>;
  /** The mail has left, or never will: the secret is forgotten. */
  eraseSecret(id: string): Promise<void>;
}

/** What the limits of codes go by. */
export type SentCode = Pick<OtpChallenge, 'sentAt' | 'attempts' | 'status'>;

export interface OtpChallengeRepository {
  add(challenge: OtpChallenge): Promise<void>;
  get(id: string): Promise<OtpChallenge | null>;
  /** The newest challenge of a signer that is active, or null; with a lock, whoever examines a code waits for the one before. */
  activeOf(signerId: string, lock?: 'for update'): Promise<OtpChallenge | null>;
  /** Those that were sent after an instant, the oldest first. */
  since(signerId: string, after: Instant): Promise<readonly SentCode[]>;
  save(challenge: OtpChallenge): Promise<void>;
  /** A newer code comes, or the link was replaced: ends the active ones of these signers, whose codes are forgotten. */
  supersede(signerIds: readonly string[], at: Instant): Promise<void>;
  /** The message has left, or never will: the code is forgotten. */
  eraseCode(id: string): Promise<void>;
}

export interface SigningSessionRepository {
  add(session: SigningSession): Promise<void>;
  get(tokenHash: string): Promise<SigningSession | null>;
  /** Ends all sessions of these signers. */
  endOf(signerIds: readonly string[]): Promise<void>;
}

export interface SignatureMaterialRepository {
  add(material: SignatureMaterial): Promise<void>;
  of(roundId: string): Promise<readonly SignatureMaterial[]>;
  /** Removes the pictures of all signatures on a document; what says how it was signed stays. */
  destroyImages(documentId: string): Promise<void>;
}

/** Something that a sweep has found, in its workspace. */
export interface DueInWorkspace {
  readonly workspaceId: string;
  readonly id: string;
}

/** Answers the sweeps across all workspaces with ids; each change is then made inside its own workspace. */
export interface SigningSweep {
  /** Rounds whose deadline has passed. */
  roundsToExpire(now: Instant, limit: number): Promise<readonly DueInWorkspace[]>;
  /** Rounds whose warning before the deadline is due. */
  roundsToWarn(now: Instant, limit: number): Promise<readonly DueInWorkspace[]>;
  /** People whose reminder is due. */
  signersToRemind(now: Instant, limit: number): Promise<readonly DueInWorkspace[]>;
}

export const ports = contextPorts({
  repositories: {
    rounds: port<RoundRepository>(),
    signers: port<SignerRepository>(),
    signingFields: port<SigningFieldRepository>(),
    signingLinks: port<SigningLinkRepository>(),
    otpChallenges: port<OtpChallengeRepository>(),
    signingSessions: port<SigningSessionRepository>(),
    signatureMaterials: port<SignatureMaterialRepository>(),
    roundLedger: port<RoundLedger>(),
    documentVerifications: port<DocumentVerifications>(),
    signingSweep: port<SigningSweep>(),
  },
  asks: {
    documentLibrary: port<DocumentLibrary>(),
    documentShareEnds: port<DocumentShareEnds>(),
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
    workspacePlans: port<WorkspacePlans>(),
    /** Objects that are stored before the rows that name them. */
    incomingFiles: port<IncomingFiles>(),
  },
  inside: {
    clock: port<Clock>(),
    disclosures: port<DisclosureCatalog>(),
    phoneNumbers: port<PhoneNumbers>(),
  },
  outside: {
    blobs: port<BlobStore>(),
    pdfInspector: port<PdfInspector>(),
    signingPdfComposer: port<SigningPdfComposer>(),
    anchorFinder: port<AnchorFinder>(),
    sealKeys: port<SealKeyProvider>(),
    pdfSealer: port<PdfSealer>(),
    timestampAuthority: port<TimestampAuthority>(),
    signatureImages: port<SignatureImages>(),
    throttle: port<Throttle>(),
  },
});
export type SigningPorts = PortsInside<typeof ports>;
export type SigningPreparing = PreparingContext<typeof ports>;
export type SigningReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
