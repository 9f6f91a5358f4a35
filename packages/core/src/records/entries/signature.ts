import type { Instant } from '../../kernel/time.ts';

export const reauthMethods = ['password', 'totp', 'passkey', 'recent_session'] as const;
export type ReauthMethod = (typeof reauthMethods)[number];

/** What somebody states who signs, by its id; an entry keeps the words that they were shown. */
export const attestationStatements = {
  'attest.author.v1':
    'I wrote this entry, or took responsibility for it, and what it says is true to the best of my knowledge.',
  'attest.cosign.v1': 'I reviewed this entry as it was signed, and sign it too.',
  'attest.supervisor.v1': 'I supervise this work, reviewed this entry as it was signed, and sign it too.',
  'attest.addendum.v1':
    'I wrote this addition to a signed entry, and what it says is true to the best of my knowledge.',
  'attest.error.v1': 'This entry should not have been made. I mark it as entered in error.',
} as const;
export type StatementId = keyof typeof attestationStatements;

/** One proof of who somebody is, under which they signed one or more things. */
export interface AttestationSession {
  readonly id: string;
  readonly signerUserId: string;
  readonly statementId: StatementId;
  readonly reauthMethod: ReauthMethod;
  readonly openedAt: Instant;
  readonly closedAt: Instant;
  readonly entryCount: number;
  /** SHA-256 of the canonical JSON of what was signed, in the order given. */
  readonly manifestSha256: string;
}

/** A signer's sealed statement over one content hash. */
export interface RecordSignature {
  readonly id: string;
  readonly entryId: string;
  /** Null of an addendum. */
  readonly versionNumber: number | null;
  readonly addendumId: string | null;
  readonly role: 'author' | 'co_signer' | 'supervisor' | 'witness';
  readonly meaning: 'authorship' | 'review' | 'supervision' | 'addendum' | 'error';
  readonly signerUserId: string;
  readonly contentHash: string;
  readonly statementId: StatementId;
  readonly reauthMethod: ReauthMethod;
  readonly attestationSessionId: string;
  readonly signedAt: Instant;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** The canonical JSON that was signed. */
  readonly signedStatement: string;
}

/** What is signed: nothing but ids, a hash and what was meant by it (records 7.6). */
export const statementOf = (
  {
    id: signatureId,
    entryId: artifactId,
    ...signed
  }: Omit<RecordSignature, 'keyId' | 'signature' | 'signedStatement'>,
  workspaceId: string,
) => {
  const { versionNumber, contentHash, signerUserId, role, meaning } = signed;
  const { statementId, attestationSessionId, reauthMethod, signedAt } = signed;
  return {
    v: 1 as const,
    ...{ signatureId, workspaceId, artifactId, versionNumber, contentHash, signerUserId, role, meaning },
    ...{ statementId, attestationSessionId, reauthMethod, signedAt },
  };
};
