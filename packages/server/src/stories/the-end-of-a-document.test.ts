import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

describe('lifecycle 13, walk-through 6: end of life', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory();
  });
  after(() => story?.close());

  it('a contract is kept for two years after it has expired, and destroyed by two people after a week', async () => {
    const { installation, signedIn, upload, content, candidateOf, policyOf } = story;
    let { ada, bea, cleo } = await signedIn();
    const retention = { trigger: 'expired', months: 24, approvals: 2, coolOffDays: 7 } as const;
    await policyOf({ retention });
    const document = await upload('contract.txt');
    const expiresOn = installation.now().slice(0, 10);
    await ada.lifecycle.confirmDocumentExpiration({ documentId: document.id, expiresOn });
    installation.advance(732 * 86_400);
    await installation.run('lifecycle.evaluate_retention');
    ({ ada, bea, cleo } = await signedIn());
    const candidate = await candidateOf(document);
    expect([candidate.status, candidate.triggerDate, candidate.approvalsNeeded]).to.deep.equal([
      'pending',
      expiresOn,
      2,
    ]);
    const review = { candidateId: candidate.id, decision: 'approve', confirmName: document.name } as const;

    expect((await bea.lifecycle.reviewRetentionCandidate(review)).candidate.status).to.equal('pending');
    expect(await refusalOf(ada.lifecycle.reviewRetentionCandidate(review))).to.deep.equal([
      403,
      'second_person.required',
    ]);
    const wrong = cleo.lifecycle.reviewRetentionCandidate({ ...review, confirmName: 'Another contract' });
    expect(await refusalOf(wrong)).to.deep.equal([400, 'request.invalid']);
    expect((await cleo.lifecycle.reviewRetentionCandidate(review)).candidate.status).to.equal('scheduled');

    installation.advance(3 * 86_400);
    ({ ada, bea, cleo } = await signedIn());
    const kept = await ada.lifecycle.reviewRetentionCandidate({
      candidateId: candidate.id,
      decision: 'retain',
      note: 'The tax office has asked for it',
    });
    expect(kept.candidate.status).to.equal('retained');
    installation.advance(10 * 86_400);
    await installation.mails();
    expect((await content(document)).length).to.be.greaterThan(0);

    ({ ada, bea, cleo } = await signedIn());
    await ada.lifecycle.reviewRetentionCandidate({ candidateId: candidate.id, decision: 'reopen' });
    await bea.lifecycle.reviewRetentionCandidate(review);
    const { candidate: scheduled } = await cleo.lifecycle.reviewRetentionCandidate(review);
    installation.advanceTo(new Date(Date.parse(scheduled.executeAfter ?? '') + 1000).toISOString());
    await installation.mails();

    ({ ada } = await signedIn());
    const executed = await candidateOf(document);
    expect(executed.status).to.equal('executed');
    expect(executed.tombstone).to.deep.include({
      sha256s: [document.sha256],
      versions: 1,
      approvedBy: scheduled.reviews
        .filter(({ counts }) => counts)
        .map(({ byUserId }) => byUserId)
        .slice(-2),
      singlePerson: false,
    });
    expect(await refusalOf(content(document))).to.deep.equal([410, 'document.disposed']);
    expect(story.objects()).to.deep.equal([]);
    const { actions, holds } = await installation.ledger(story.workspaceId);
    expect([actions.includes('document.disposed'), holds]).to.deep.equal([true, true]);
  });
});
