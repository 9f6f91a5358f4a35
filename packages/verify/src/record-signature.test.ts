import { expect } from 'chai';
import { base64Of, bytesOfHex, hexOf } from './bytes.ts';
import {
  certificateDigest,
  checkCertificate,
  type DispositionCertificate,
  entrySignatureHolds,
  signedCertificate,
  signedStatement,
  signingKeyId,
} from './record-signature.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { hashed, signerOf } from './web-crypto.ts';

const { seed, publicKey, keyId, statement, signature } = auditVectors.entrySignature;

describe('signatures of entries', () => {
  it('REC-70: signs the statement to the same bytes, and accepts them', async () => {
    const sign = await signerOf(bytesOfHex(seed));
    expect(base64Of(await sign(signedStatement(statement)))).to.equal(signature);
    expect(await entrySignatureHolds(statement, signature, bytesOfHex(publicKey))).to.equal(true);
    expect(await hashed(signingKeyId(bytesOfHex(publicKey)))).to.equal(keyId);
  });

  it('REC-70: refuses another statement, another key and a text that is no signature', async () => {
    const key = bytesOfHex(publicKey);
    const changed = { ...statement, versionNumber: 2 };
    expect(await entrySignatureHolds(changed, signature, key)).to.equal(false);
    expect(await entrySignatureHolds(statement, signature, new Uint8Array(32).fill(255))).to.equal(false);
    expect(await entrySignatureHolds(statement, 'x', key)).to.equal(false);
  });
});

describe('certificates of disposition', () => {
  async function aCertificate(): Promise<DispositionCertificate> {
    const destroyed = { keyId: 'a1b2', destroyedAt: '2026-05-04T09:30:00.000Z' };
    const bare: DispositionCertificate = {
      certificateNumber: 'DC-2026-000001',
      reviewId: '0bfa79c7-fd2e-78fc-a87a-2ca6db831037',
      issuedAt: '2026-05-04T09:30:06.000Z',
      method: 'crypto_erasure',
      items: [
        {
          caseId: '08119b64-bf6f-7f73-833c-89c6fedae201',
          caseNumber: 'C-2019-000007',
          entries: 12,
          attachments: 3,
          keysDestroyed: [destroyed],
          subjectErased: false,
        },
      ],
      legalBasis: 'Seven years after the case was closed.',
      requestedBy: 'usr_a',
      approvedBy: 'usr_b',
      executedBy: 'usr_a',
      singlePerson: false,
      backupsExpireOn: '2026-06-08',
      sha256: '',
      signature: '',
      keyId,
      auditSeq: null,
      checkpointSize: null,
    };
    const sign = await signerOf(bytesOfHex(seed));
    const sha256 = hexOf(await hashed(certificateDigest(bare)));
    return { ...bare, sha256, signature: base64Of(await sign(signedCertificate(bare))) };
  }
  const keys = [new Uint8Array(32), bytesOfHex(publicKey)];

  it('holds with its signature, whatever was added behind it', async () => {
    const certificate = await aCertificate();
    expect(await checkCertificate(certificate, keys)).to.equal(null);
    expect(await checkCertificate({ ...certificate, auditSeq: 90, checkpointSize: 128 }, keys)).to.equal(
      null,
    );
  });

  it('GOV-41: of a certificate any member changed, its check fails and says where', async () => {
    const certificate = await aCertificate();
    const fault = (changes: Partial<DispositionCertificate>) =>
      checkCertificate({ ...certificate, ...changes }, keys);
    const {
      sha256: _,
      signature: __,
      keyId: ___,
      auditSeq: ____,
      checkpointSize: _____,
      ...covered
    } = certificate;

    for (const name of Object.keys(covered)) expect(await fault({ [name]: 'x' })).to.equal('wrong_digest');
    expect(await fault({ sha256: '00'.repeat(32) })).to.equal('wrong_digest');
    expect(await fault({ sha256: 'x' })).to.equal('malformed');
    expect(await fault({ signature: base64Of(new Uint8Array(64)) })).to.equal('bad_signature');
    expect(await fault({ signature: '?' })).to.equal('malformed');
    expect(await fault({ legalBasis: '\ud800' })).to.equal('malformed');
    expect(await fault({ keyId: '00'.repeat(8) })).to.equal('unknown_key');
    expect(await checkCertificate({ ...certificate, more: 1 } as DispositionCertificate, keys)).to.equal(
      'malformed',
    );
  });

  it('GOV-41: a certificate that was changed and given its new digest is not signed', async () => {
    const certificate = { ...(await aCertificate()), singlePerson: true };
    const sha256 = hexOf(await hashed(certificateDigest(certificate)));
    expect(await checkCertificate({ ...certificate, sha256 }, keys)).to.equal('bad_signature');
  });
});
