import { expect } from 'chai';
import { digitalPdf } from '../../../adapters-engines/src/text/testing/drawn-pages.ts';
import { refusalOf } from './testing/installation.ts';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

describe('lifecycle 13, walk-through 3: the ambiguous date', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory();
  });
  after(() => story?.close());

  it('a machine keeps both readings, and a person says which of them is right', async () => {
    const { installation, signedIn } = story;
    const { ada } = await signedIn();
    const bytes = await digitalPdf([['Certificate of insurance', 'Expiry date 02/03/2027']]);
    const file = new Blob([Buffer.from(bytes)], { type: 'application/pdf' });
    const { document } = await ada.documents.uploadDocument({ file, name: 'certificate.pdf' });
    const documentId = document.id;
    await ada.lifecycle.startDocumentExtraction({ documentId, kinds: ['dates'] });
    await installation.mails();

    const { evidence, extractions } = await ada.lifecycle.listDocumentEvidence({ documentId });
    expect(extractions.map(({ status }) => status)).to.deep.equal(['completed']);
    const [found, ...more] = evidence;
    if (found === undefined) throw new Error('Nothing was found');
    expect(more).to.deep.equal([]);
    expect(found).to.include({
      kind: 'expiration_date',
      value: '2027-03-02',
      ambiguous: true,
      confidence: 0.57,
      page: 1,
      line: 2,
      status: 'proposed',
    });
    expect(found.alternatives).to.deep.equal(['2027-02-03']);
    const before = await ada.lifecycle.getDocumentLifecycle({ documentId });
    expect([before.lifecycle.expiresOn, before.lifecycle.confirmed]).to.deep.equal([null, false]);

    const confirmation = { documentId, source: 'extracted', evidenceId: found.id } as const;
    expect(
      await refusalOf(ada.lifecycle.confirmDocumentExpiration({ ...confirmation, expiresOn: '2027-02-03' })),
    ).to.deep.equal([409, 'lifecycle.reference_differs']);

    const reviewed = await ada.lifecycle.reviewEvidence({
      evidenceId: found.id,
      decision: 'correct',
      correctedValue: '2027-02-03',
      applyTo: 'expiresOn',
    });
    expect(reviewed.evidence).to.include({ status: 'corrected', correctedValue: '2027-02-03' });
    expect(reviewed.lifecycle).to.include({
      expiresOn: '2027-02-03',
      expiresOnSource: 'extracted',
      confirmed: true,
    });
  });
});
