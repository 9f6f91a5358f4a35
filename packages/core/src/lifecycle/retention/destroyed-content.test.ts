import { aPng, aVisitor, failureOf, placesWith, sentRound } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** No other test reads these. */
const [number, date] = ['RT-7731-Q', '08/19/2041'];
const [filledIn, setBySender] = ['HX-2216-K', 'HX-9054-M'];
const lines = [`Policy number: ${number}`, `Expiration date: ${date}`];

/** A document that was read, signed with drawn marks and sealed, a shorter time ago than it is kept. */
async function signedDocument() {
  const here = await sentRound({
    people: [{ name: 'Grace' }],
    fields: [
      { of: 'Grace' },
      { of: 'Grace', kind: 'initials' },
      { of: 'Grace', kind: 'text' },
      { of: 'Grace', kind: 'text', readOnly: true, defaultValue: setBySender },
    ],
    settings: { sealingSeconds: 0, accessTokenSeconds: 30 * 86_400 },
  });
  const { chancery, owner, ports, worker, documentId, clock, sql } = here;
  const { lifecycle, signing } = chancery;
  const admin = await here.person('admin', 'Ann');
  ports.textExtractor.says(lines);
  await lifecycle.startDocumentExtraction({ documentId }, owner.session);
  await signing.completeSigning(
    {
      ...here.completion('Grace'),
      fields: [{ fieldId: here.fieldOf('Grace', 'text'), value: filledIn }],
      signature: { method: 'drawn', image: aPng('curves of Grace') },
      initials: { method: 'drawn', image: aPng('GH') },
    },
    aVisitor(),
  );
  await worker.drain();
  const retention = { trigger: 'created' as const, months: 0, approvals: 1, coolOffDays: 0 };
  const { policy } = await lifecycle.createExpirationPolicy(
    { name: 'Briefly', basis: 'never', retention },
    owner.session,
  );
  await lifecycle.assignExpirationPolicy({ policyId: policy.id, scope: 'workspace' }, owner.session);
  await worker.drain();
  /** It is kept through the day on which it was made, and goes as soon as an admin says so. */
  const dispose = async () => {
    clock.advance({ days: 2 });
    await worker.run('lifecycle.evaluate_retention');
    await worker.drain();
    const [candidate] = (await lifecycle.listRetentionCandidates({ documentId }, owner.session)).candidates;
    const candidateId = candidate?.id ?? '';
    await lifecycle.reviewRetentionCandidate(
      { candidateId, decision: 'approve', confirmName: 'Contract' },
      admin.session,
    );
    await worker.drain();
  };
  /** How many rows about the document there are, of each kind that is destroyed with its content. */
  const kept = async () => {
    const [counts] = await sql<Record<string, number>>(
      `select (select count(*)::integer from document_versions where document_id = $1 and released_at is null) versions,
         (select count(*)::integer from extraction_runs where document_id = $1) runs,
         (select count(*)::integer from evidence where document_id = $1) evidence,
         (select count(signature_image_sealed)::integer from signature_materials where signer_id = $2) signatures,
         (select count(initials_image_sealed)::integer from signature_materials where signer_id = $2) initials,
         (select count(facts_sealed)::integer from signature_materials where signer_id = $2) facts`,
      [documentId, here.idOf('Grace')],
    );
    const versions = await sql<{ key: string }>(
      'select blob_key key from document_versions where document_id = $1',
      [documentId],
    );
    const blobs = await Promise.all(versions.map(({ key }) => ports.blobs.get(key)));
    return { ...counts, blobs: blobs.filter((blob) => blob !== null).length };
  };
  return { ...here, signing, lifecycle, dispose, kept };
}

describe('what is destroyed at the end of a retention period', () => {
  it('RET-5: is each version, what was found in the text, what was filled in, and the images of the signatures; how it was signed is kept', async () => {
    const here = await signedDocument();
    const { dispose, kept, documents, documentId, signing, owner, happened } = here;
    const [before, round] = [await kept(), await here.round()];
    expect(await placesWith([number], here)).to.deep.equal(['evidence.quote', 'evidence.value']);
    expect(await placesWith([filledIn], here)).to.deep.equal(['signing_fields.value']);
    expect(await placesWith([setBySender], here)).to.deep.equal([
      'signing_fields.default_value',
      'signing_fields.value',
    ]);
    expect(before).to.deep.equal({
      versions: 4,
      runs: 1,
      evidence: 2,
      signatures: 1,
      initials: 1,
      facts: 1,
      blobs: 4,
    });

    await dispose();

    const nothing = { versions: 0, runs: 0, evidence: 0, signatures: 0, initials: 0, blobs: 0 };
    expect(await kept()).to.deep.equal({ ...nothing, facts: 1 });
    expect(await placesWith([number, date, filledIn, setBySender], here)).to.deep.equal([]);
    expect(await here.round()).to.deep.equal(round);
    expect(round.seal.sealedSha256).to.match(/^[0-9a-f]{64}$/);
    const refusals = await Promise.all([
      failureOf(documents.getDocumentContent({ documentId }, owner.session)),
      failureOf(signing.getSigningCertificate({ documentId }, owner.session)),
    ]);
    expect(refusals).to.deep.equal(['document.disposed', 'document.disposed']);
    const types = (await happened()).map(({ type }) => type);
    expect(types).to.include.members(['document.sealed', 'retention.approved', 'document.disposed']);
  });
});
