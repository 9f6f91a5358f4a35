import { canonicalText } from '@chancery/verify';
import { type ProvenAgain, proveAgain } from '../../identity/index.ts';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { rateLimited } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { attestationReauthenticationFailed } from '../errors.ts';
import { type RecordSigner, recordSigner } from '../keys/record-signer.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import type { Attestation } from './entry-fields.ts';
import { attestationFailed, attestationOpened } from './events.ts';
import { type AttestationSession, type RecordSignature, type StatementId, statementOf } from './signature.ts';

const mostFailures = 5;
const windowSeconds = 900;

/**
 * Examines the proof of whoever signs, before the transaction that signs. Five failures in a quarter of an hour are enough
 * (REC-45); each of them is recorded, and what was given is nowhere.
 */
export async function provenSigner(
  { reauthentication }: Pick<Attestation, 'reauthentication'>,
  context: RecordsPreparing,
): Promise<ProvenAgain> {
  const { throttle, user, settings } = context;
  const limit = mostFailures * Math.max(1, Math.min(settings.rateLimitScale || 10, 10));
  const { allowed, retryAfterSeconds } = await throttle.consume(
    'attestation',
    user.userId,
    limit,
    windowSeconds,
  );
  if (!allowed) throw rateLimited({ retryAfterSeconds });
  const proof = await proveAgain(reauthentication, context);
  if (proof === null) return refused(reauthentication.method, context);
  await throttle.reset('attestation', user.userId);
  return proof;
}

async function refused(
  reauthMethod: ProvenAgain['method'],
  { transact, user }: Pick<RecordsPreparing, 'transact' | 'user'>,
): Promise<never> {
  await transact(async ({ emit }) => emit(attestationFailed, { signerUserId: user.userId, reauthMethod }));
  throw attestationReauthenticationFailed();
}

type Context = RecordsPorts & WritingContext;

/** What is signed by its hash: one version of an entry, or an addendum to it. */
export interface ToSign {
  readonly artifactId: string;
  /** Null of an addendum. */
  readonly versionNumber: number | null;
  /** Null of a version. */
  readonly addendumId?: string | null;
  readonly contentHash: string;
}

type Meant = Pick<RecordSignature, 'role' | 'meaning'>;

/**
 * Takes the proof and signs everything under one session, in the order given (REC-46). The proof is used up whatever
 * becomes of the transaction's other work, since the code was spent before (REC-94).
 */
export async function signedUnder(
  proof: ProvenAgain,
  statementId: StatementId,
  items: readonly ToSign[],
  meant: Meant,
  context: Context,
): Promise<{ readonly session: AttestationSession; readonly signatures: readonly RecordSignature[] }> {
  const { reauthenticator, recordSignatures, workspaceId, newId, now, user, emit } = context;
  if (!(await reauthenticator.take(proof, user))) throw attestationReauthenticationFailed();
  const manifest = items.map(({ artifactId, versionNumber, contentHash }) => ({
    ...{ artifactId, versionNumber, contentHash },
  }));
  const session: AttestationSession = {
    id: newId(),
    signerUserId: user.userId,
    statementId,
    reauthMethod: proof.method,
    openedAt: now,
    closedAt: now,
    entryCount: items.length,
    manifestSha256: hexOf(sha256(utf8(canonicalText(manifest)))),
  };
  const signer = await recordSigner(workspaceId, context);
  const signatures = items.map((item) => signatureOf(item, { session, meant, signer }, context));
  await recordSignatures.open(session);
  await recordSignatures.add(signatures);
  const { reauthMethod, entryCount, manifestSha256 } = session;
  const about = { signerUserId: user.userId, attestationSessionId: session.id };
  emit(attestationOpened, { ...about, reauthMethod, entryCount, manifestSha256 });
  return { session, signatures };
}

interface Signing {
  readonly session: AttestationSession;
  readonly meant: Meant;
  readonly signer: RecordSigner;
}

function signatureOf(
  { artifactId, versionNumber, addendumId = null, contentHash }: ToSign,
  { session: { id: attestationSessionId, ...session }, meant, signer }: Signing,
  { newId, workspaceId }: Pick<Context, 'newId' | 'workspaceId'>,
): RecordSignature {
  const { signerUserId, statementId, reauthMethod, openedAt: signedAt } = session;
  const signed = {
    ...{ id: newId(), entryId: artifactId, versionNumber, addendumId, contentHash, signerUserId, ...meant },
    ...{ statementId, reauthMethod, attestationSessionId, signedAt },
  };
  const statement = statementOf(signed, workspaceId);
  return {
    ...signed,
    keyId: signer.keyId,
    signature: signer.sign(statement),
    signedStatement: canonicalText(statement),
  };
}
