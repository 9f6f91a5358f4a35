import { expect } from 'chai';
import { digitalPdf } from '../../../adapters-engines/src/text/testing/drawn-pages.ts';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

describe('lifecycle 13, walk-through 10: compliance search', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory();
  });
  after(() => story?.close());

  it('words are found on their page, with what they have in common; what somebody may not see is neither found nor counted', async () => {
    const { installation, people, signedIn } = story;
    const { ada } = await signedIn();
    await people.joinByInvitation(ada, { email: 'dan@example.com', displayName: 'Dan Desk', role: 'member' });
    const dan = await people.signIn('dan@example.com');
    const upload = async (by: typeof ada, name: string, pages: readonly string[][], over: object = {}) => {
      const file = new Blob([Buffer.from(await digitalPdf(pages))], { type: 'application/pdf' });
      return (await by.documents.uploadDocument({ file, name, ...over })).document.id;
    };
    const clause = ['The liability insurance of the carrier applies.'];
    const carrier = await upload(ada, 'Carrier terms.pdf', [['Cover page'], ['General terms'], clause]);
    await upload(ada, 'Carrier terms, draft.pdf', [['Draft'], clause]);
    await upload(ada, 'Insurance of liability.pdf', [['The insurance of all liability']]);
    await upload(ada, 'Board minutes.pdf', [clause], { visibility: 'restricted' });
    const own = await upload(dan, 'My notes.pdf', [clause], { visibility: 'restricted' });
    await ada.lifecycle.configureDocumentLifecycle({ documentId: carrier, statedExpiresOn: '2020-01-31' });
    await installation.run('lifecycle.find_texts');
    await installation.mails();

    const asked = {
      query: '"liability insurance" -draft',
      facets: ['status', 'signatureStatus'] as ('status' | 'signatureStatus')[],
    };
    const found = await dan.lifecycle.searchDocuments(asked);

    expect(found.results.map(({ document }) => document.id)).to.have.members([carrier, own]);
    expect(found.total).to.deep.equal({ value: 2, relation: 'eq' });
    expect(found.facets.status).to.have.deep.members([
      { value: 'expired', count: 1 },
      { value: 'untracked', count: 1 },
    ]);
    expect(found.facets.signatureStatus).to.deep.equal([{ value: 'none', count: 2 }]);
    const hit = found.results.find(({ document }) => document.id === carrier);
    expect(hit?.highlights).to.deep.include({
      field: 'text',
      snippet: 'The liability insurance of the carrier applies.',
      page: 3,
    });
    const byAda = await ada.lifecycle.searchDocuments(asked);
    expect(byAda.total.value).to.equal(3);
  });
});
