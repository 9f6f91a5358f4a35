import { EnginePool, FontSource, PooledRecordPdfComposer } from '@chancery/adapters-engines';
import { disposingOffice } from '@chancery/adapters-persistence/testing';
import { checkCertificate } from '@chancery/verify';
import { expect } from 'chai';
import { attachedTo, checkedPdf, textOfPdf } from './testing/pdf-programs.ts';

describe('the certificate of a disposition', () => {
  const pool = new EnginePool({ processes: 1 });
  const recordPdfComposer = new PooledRecordPdfComposer(pool, new FontSource());
  after(() => pool.close(0));

  const settings = { accessTokenSeconds: 60 * 86_400 };
  /** An office in which cases with a signed note and a file were closed and reviewed. */
  const arrange = async (policy: object = {}, days = 2) => {
    const here = await disposingOffice({ settings, ports: { recordPdfComposer } }, policy);
    const { aCase, close, approvedReview, signedWithFile, governance, owner } = here;
    await signedWithFile();
    await close(aCase.id);
    const review = await approvedReview([aCase.id], days);
    const take = async (format: 'pdf' | 'json' = 'pdf') => {
      const answer = await governance.getDispositionCertificate(
        { reviewId: review.id, format },
        owner.session,
      );
      return { ...answer, bytes: Buffer.from(answer.content as Uint8Array) };
    };
    const execute = async () => {
      await here.execute(review);
      await here.worker.drain();
    };
    return { ...here, review, take, execute };
  };

  it('is a PDF that says what was destroyed, for whom, by which rule, who decided, and how it is verified', async () => {
    const here = await arrange({ includeSubject: true, period: 'P10D', jurisdiction: 'DE' }, 12);
    await here.execute();
    const certificate = await here.certificateOf(here.review.id);

    const { bytes, mediaType, fileName } = await here.take();

    const text = await textOfPdf(bytes);
    expect({ mediaType, fileName }).to.deep.equal({
      mediaType: 'application/pdf',
      fileName: `${certificate.certificateNumber}.pdf`,
    });
    const [item] = certificate.items;
    for (const said of [
      ...['Certificate of disposition', certificate.certificateNumber, here.workspaceId],
      ...['Destroyed with their keys (crypto-erasure)', item.caseNumber, item.caseId],
      ...['Section 630f of the civil code', 'a_day · A day', 'kept 10 days after the closing'],
      ...['DR-2026-000001', here.owner.id, here.keeper.id, 'Somebody else approved'],
      ...[certificate.backupsExpireOn, certificate.sha256, certificate.keyId],
      ...[`Line ${certificate.auditSeq} of the ledger`, 'checkCertificate'],
      ...item.keysDestroyed.flatMap(({ keyId }: { keyId: string }) => keyId),
    ])
      expect(text, said).to.include(said);
    expect(await checkedPdf(bytes)).to.include('No syntax or stream encoding errors found');
  });

  it('GOV-41: has the certificate for machines in it, which verifies, and of which nothing that is certified can be changed', async () => {
    const here = await arrange();
    await here.execute();
    const { bytes } = await here.take();
    const { content } = await here.take('json');

    const attached = await attachedTo(bytes, 'DC-2026-000001.json');

    expect(attached.toString('utf8')).to.equal(content);
    const keys = (
      await here.sql<{ publicKey: Uint8Array }>(
        'select public_key "publicKey" from record_signing_keys where workspace_id = $1',
        [here.workspaceId],
      )
    ).map(({ publicKey }) => new Uint8Array(publicKey));
    const certificate = JSON.parse(attached.toString('utf8'));
    expect(await checkCertificate(certificate, keys)).to.equal(null);
    // Where the ledger has it is known only afterwards.
    const { auditSeq, checkpointSize, ...certified } = certificate;
    for (const name of Object.keys(certified)) {
      const changed = { ...certificate, [name]: `${JSON.stringify(certified[name])} ` };
      expect(await checkCertificate(changed, keys), name).not.to.equal(null);
    }
    expect(await checkCertificate({ ...certificate, backupsExpireOn: '2026-01-01' }, keys)).to.equal(
      'wrong_digest',
    );
  });

  it('is made of the same bytes each time, names people of any script, and nobody of whom the records were', async () => {
    const here = await arrange({ name: 'Ελληνικά · Русский · العربية · 中文 · हिन्दी · e\u0301' });
    await here.sql("update workspaces set name = 'Πρακτική Новак مكتب' where id = $1", [here.workspaceId]);
    await here.execute();

    const [first, second] = [await here.take(), await here.take()];

    expect(first.bytes.equals(second.bytes)).to.equal(true);
    const text = await textOfPdf(first.bytes);
    expect(text).to.include('Πρακτική Новак').and.include('Ελληνικά · Русский');
    expect(text).to.include('U+4E2D').and.include('kept 1 day after');
    expect(text).not.to.match(/Ann Smith|Nobody needs them|Potassium|lab\.txt/);
    expect(await checkedPdf(first.bytes)).to.include('No syntax or stream encoding errors found');
  });
});
