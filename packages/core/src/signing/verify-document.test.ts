import { createHash } from 'node:crypto';
import { aVisitor, failureOf, type SentRound, sentRound } from '@chancery/adapters-persistence/testing';
import { systemIds } from '@chancery/core';
import { expect } from 'chai';

const anybody = aVisitor();
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A round whose four files are there, in this state; what is in them is new each time. */
async function roundThatIs(status: string) {
  const here = await sentRound({
    people: [{ name: 'Grace' }, { name: 'Alan' }, { name: 'Cleo', role: 'copy' }],
  });
  const files = { sealed: `sealed ${here.roundId}`, certificate: `certificate ${here.roundId}` };
  for (const [at, [kind, content]] of Object.entries(files).entries()) {
    const blobKey = `ws/${here.workspaceId}/doc/${kind}-${here.roundId}`;
    await here.ports.blobs.put(blobKey, Buffer.from(content));
    await here.sql(
      `insert into document_versions (id, workspace_id, document_id, ordinal, kind, sha256, size_bytes, mime_type, blob_key, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'application/pdf', $8, $9)`,
      [
        systemIds.uuid7(),
        here.workspaceId,
        here.documentId,
        at + 3,
        kind,
        hashOf(content),
        content.length,
        blobKey,
        here.clock.now(),
      ],
    );
  }
  const { document } = await here.documents.getDocument({ documentId: here.documentId }, here.owner.session);
  await here.sql(
    `update signature_rounds set status = $2, original_sha256 = $3, sealed_sha256 = $4, certificate_sha256 = $5,
       seal_status = 'sealed', seal_level = 'B-B', sealed_at = $6, seal_certificate_fingerprint = $7 where id = $1`,
    [
      here.roundId,
      status,
      document.originalSha256,
      hashOf(files.sealed),
      hashOf(files.certificate),
      here.clock.now(),
      'ab'.repeat(32),
    ],
  );
  const digests = {
    sealed: hashOf(files.sealed),
    certificate: hashOf(files.certificate),
    original: document.originalSha256,
    signing_copy: here.copySha256,
  };
  return { here, digests, files };
}
const verify = ({ chancery }: SentRound, sha256: string) =>
  chancery.signing.verifyDocument({ sha256 }, anybody);

describe('verifyDocument', () => {
  it('SEA-11: knows all four files of a sealed round, and names nobody', async () => {
    const { here, digests } = await roundThatIs('sealed');
    // The original of the tests is the same everywhere; this round was sealed last.
    here.clock.advance({ seconds: 1 });

    for (const [match, sha256] of Object.entries(digests)) {
      const answer = await verify(here, sha256);
      expect(answer).to.deep.equal({
        match,
        workspaceName: "Ada's workspace",
        sealedAt: answer.sealedAt,
        level: 'B-B',
        sealCertificateFingerprint: 'ab'.repeat(32),
        signerCount: 2,
        documentStatus: 'active',
        supersededBy: match === 'original' || match === 'signing_copy',
      });
      expect(JSON.stringify(answer)).to.not.match(/Grace|Contract|workspace_/);
    }
  });

  for (const status of ['sent', 'completed', 'declined', 'voided', 'expired'])
    it(`SEA-17: knows nothing of a round that is ${status}`, async () => {
      const { here, digests } = await roundThatIs(status);

      for (const sha256 of [digests.sealed, digests.certificate, digests.signing_copy])
        expect(await failureOf(verify(here, sha256))).to.equal('verification.not_found');
    });

  it('SEA-17: goes on after the document was destroyed, and says so', async () => {
    const { here, digests } = await roundThatIs('sealed');
    await here.sql("update documents set status = 'disposed' where id = $1", [here.documentId]);

    const { match, documentStatus } = await verify(here, digests.sealed);

    expect({ match, documentStatus }).to.deep.equal({ match: 'sealed', documentStatus: 'disposed' });
  });

  it('SEA-17: what is no digest is not found either', async () => {
    const { here, digests } = await roundThatIs('sealed');

    for (const sha256 of [
      'x',
      digests.sealed.toUpperCase(),
      `${digests.sealed} `,
      "' or true --",
      // Which PostgreSQL takes in no text.
      'a\u0000b',
      'a'.repeat(64),
    ])
      expect(await failureOf(verify(here, sha256)), sha256).to.equal('verification.not_found');
  });
});

describe('getSigningCertificate', () => {
  it('SEA-15: is refused until the document is sealed, and then serves the stored bytes', async () => {
    const { here, files, digests } = await roundThatIs('sealed');
    const open = await sentRound();
    const certificate = ({ chancery, documentId, owner }: SentRound) =>
      chancery.signing.getSigningCertificate({ documentId }, owner.session);

    expect(await failureOf(certificate(open))).to.equal('document.not_sealed');
    const answer = await certificate(here);

    expect(answer).to.include({ mediaType: 'application/pdf', etag: `sha256-${digests.certificate}` });
    const stored = 'stored' in answer ? answer.stored : null;
    expect(stored?.sizeBytes).to.equal(files.certificate.length);
    expect(await stored?.isStillServed?.()).to.equal(true);
  });

  it('LIB-4: is not found by who does not see the document', async () => {
    const { here } = await roundThatIs('sealed');
    const { documentId, chancery, owner } = here;
    const bob = await here.person('member', 'Bob');
    await chancery.documents.updateDocument({ documentId, visibility: 'restricted' }, owner.session);

    expect(await failureOf(chancery.signing.getSigningCertificate({ documentId }, bob.session))).to.equal(
      'document.not_found',
    );
  });
});
