import { createHash, X509Certificate } from 'node:crypto';
import type { CheckedSeal, SealCheck, SealLevel } from '@chancery/core';
import { areValidAt, pathOf } from './certificate-path.ts';
import { attributes, namesDigest, signatureFault, timestampTokenOf } from './checked-cms.ts';
import { type CheckedTimestamp, checkedTimestamp } from './checked-timestamp.ts';
import { oid } from './object-identifiers.ts';
import { type ReadSeal, rangeFault } from './read-seal.ts';
import { readMessage, type SignedMessage, UnknownForm } from './signed-message.ts';

export interface CheckedCms {
  readonly name: string | null;
  readonly certificateSubject: string | null;
  readonly certificateFingerprint: string | null;
  readonly issuerFingerprint: string | null;
  readonly level: SealLevel | null;
  readonly claimedAt: string | null;
  readonly timestampAt: string | null;
  readonly checks: readonly CheckedSeal[];
}

export interface SealSurroundings {
  readonly roots: readonly Uint8Array[];
  readonly now: string;
}

const outcome =
  (is: CheckedSeal['outcome']) =>
  (check: SealCheck, detail: string): CheckedSeal => ({ check, outcome: is, detail });
export const [passed, failed, notChecked] = [outcome('passed'), outcome('failed'), outcome('not_checked')];

const judged = (check: SealCheck, fault: string | null, good: string): CheckedSeal =>
  fault === null ? passed(check, good) : failed(check, fault);

/** Checks one seal of a file: what it covers, whether anything was changed, and who has sealed. */
export function checkedSeal(file: Buffer, seal: ReadSeal, { roots, now }: SealSurroundings): CheckedCms {
  const fault = rangeFault(file, seal);
  const range = judged('byte_range', fault, 'The seal covers the whole file but for the signature itself.');
  const facts = { name: seal.name, claimedAt: seal.claimedAt };
  try {
    const message = readMessage(seal.contents);
    const stamp = stampOf(message);
    const provenAt = stamp !== null && typeof stamp !== 'string' ? stamp.at : null;
    const path = pathOf(
      message.leaf,
      message.certificates,
      roots.map((der) => new X509Certificate(der)),
    );
    const at = provenAt ?? seal.claimedAt ?? now;
    return {
      ...facts,
      certificateSubject: message.leaf.subject.replaceAll('\n', ', '),
      certificateFingerprint: fingerprintOf(message.leaf),
      issuerFingerprint: fingerprintOf(path.path.at(-1) ?? message.leaf),
      level: provenAt === null ? 'B-B' : 'B-T',
      timestampAt: provenAt,
      checks: [
        range,
        ...contentChecks(file, seal, message),
        judged(
          'certificate',
          areValidAt(path.path, Date.parse(at)) ? null : `A certificate of the seal was not valid at ${at}.`,
          `The certificates of the seal were valid at ${at}.`,
        ),
        trustCheck(path.isTrusted, roots.length > 0),
        stampCheck(stamp),
      ],
    };
  } catch (error) {
    if (!(error instanceof UnknownForm)) throw error;
    return {
      ...facts,
      certificateSubject: null,
      certificateFingerprint: null,
      issuerFingerprint: null,
      level: null,
      timestampAt: null,
      checks: [range, failed('signature', error.message)],
    };
  }
}

export const fingerprintOf = ({ raw }: X509Certificate): string =>
  createHash('sha256').update(raw).digest('hex');

function contentChecks(file: Buffer, seal: ReadSeal, message: SignedMessage): CheckedSeal[] {
  const [first = 0, start = 0, end = 0, rest = 0] = seal.byteRange;
  const digest = createHash(message.hashName)
    .update(file.subarray(first, first + start))
    .update(file.subarray(end, end + rest))
    .digest();
  const isSame = namesDigest(message, digest);
  return [
    judged(
      'digest',
      isSame ? null : 'The file was changed after it was sealed: its digest is another.',
      'The digest of the file is the one that was signed.',
    ),
    judged(
      'signature',
      formFault(seal, message) ?? signatureFault(message),
      'The signature belongs to the certificate.',
    ),
  ];
}

/** What a baseline signature must have and must not have (SEA-2). */
function formFault({ subFilter }: ReadSeal, { signer, contentType }: SignedMessage): string | null {
  if (subFilter !== 'ETSI.CAdES.detached')
    return 'The signature is of another kind than ETSI.CAdES.detached.';
  if (contentType !== oid.data) return 'The signature is about another kind of content.';
  if (attributes(signer, oid.signingTime).length > 0) return 'The signature claims a time within itself.';
  return null;
}

const trustCheck = (isTrusted: boolean, hasRoots: boolean): CheckedSeal => {
  if (!hasRoots)
    return notChecked(
      'trust',
      'No root certificate was given, so it is open who issued the certificate of the seal.',
    );
  return judged(
    'trust',
    isTrusted ? null : 'The certificate of the seal was not issued by a root that was given.',
    'The certificate of the seal was issued by a root that was given.',
  );
};

function stampOf(message: SignedMessage): CheckedTimestamp | string | null {
  const token = timestampTokenOf(message);
  if (token === null) return null;
  try {
    return checkedTimestamp(token, createHash('sha256').update(message.signer.signature).digest());
  } catch (error) {
    if (error instanceof UnknownForm) return error.message;
    throw error;
  }
}

function stampCheck(stamp: CheckedTimestamp | string | null): CheckedSeal {
  if (stamp === null)
    return notChecked('timestamp', 'The seal has no time-stamp, so the time of sealing is only claimed.');
  if (typeof stamp === 'string') return failed('timestamp', stamp);
  return passed(
    'timestamp',
    `The time-stamp of ${stamp.at} belongs to the signature; whether ${stamp.authority} is to be trusted was not checked.`.slice(
      0,
      500,
    ),
  );
}
