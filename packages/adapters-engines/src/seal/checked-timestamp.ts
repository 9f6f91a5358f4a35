import { createHash } from 'node:crypto';
import { TSTInfo } from 'pkijs';
import { namesDigest, signatureFault } from './checked-cms.ts';
import { oid } from './object-identifiers.ts';
import { readMessage, type SignedMessage, UnknownForm } from './signed-message.ts';

export interface CheckedTimestamp {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The subject of the certificate of the authority. */
  readonly authority: string;
}

/**
 * Reads a time-stamp token over a SHA-256 digest and checks its imprint, the digest that it signs, and its signature
 * (RFC 3161, 2.4.2). Throws `UnknownForm` with a sentence. Whether the authority is to be trusted is another question.
 */
export function checkedTimestamp(token: Uint8Array, digest: Uint8Array): CheckedTimestamp {
  const message = readMessage(token);
  const info = infoOf(message);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = Buffer.from(hashedMessage.getValue());
  if (hashAlgorithm.algorithmId !== oid.sha256 || !imprint.equals(digest))
    throw new UnknownForm('The time-stamp is about something else.');
  const content = message.content ?? new Uint8Array();
  if (!namesDigest(message, createHash(message.hashName).update(content).digest()))
    throw new UnknownForm('The digest in the time-stamp is wrong.');
  const fault = signatureFault(message);
  if (fault !== null) throw new UnknownForm(fault);
  return { at: info.genTime.toISOString(), authority: message.leaf.subject.replaceAll('\n', ', ') };
}

function infoOf({ contentType, content }: SignedMessage): TSTInfo {
  if (contentType !== oid.timestampInfo || content === null)
    throw new UnknownForm('The token is no time-stamp.');
  try {
    return TSTInfo.fromBER(new Uint8Array(content).buffer);
  } catch {
    throw new UnknownForm('The token is no time-stamp.');
  }
}
