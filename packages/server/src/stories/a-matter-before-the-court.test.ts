import { sha256Of } from '@chancery/core/testing';
import type { Chancery, Document } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { answerOf } from './testing/people.ts';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

describe('lifecycle 13, walk-through 5: litigation', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory();
  });
  after(() => story?.close());

  const place = (ada: Chancery, documentId: string, matter: string) =>
    ada.lifecycle.placeLegalHold({ documentId, matter, reason: 'Notice of proceedings received' });
  const trash = (ada: Chancery, { id: documentId }: Document) =>
    answerOf((facts) => ada.documents.trashDocument({ documentId }, facts));

  it('two holds lie on a document; each is released on its own, and only then it can be trashed', async () => {
    const { signedIn, upload } = story;
    const { ada } = await signedIn();
    const document = await upload('letter.txt');
    const documentId = document.id;
    const { legalHold: one } = await place(ada, documentId, 'Byron v. Babbage');
    const { legalHold: other } = await place(ada, documentId, 'Tax audit of 2026');
    expect(await refusalOf(trash(ada, document))).to.deep.equal([409, 'document.legal_hold']);

    const reason = 'Switched off by mistake';
    const toggled = await ada.lifecycle.setDocumentLegalHold({ documentId, held: false, reason });
    expect([toggled.held, toggled.holds.map(({ id }) => id)]).to.deep.equal([true, [one.id, other.id]]);
    expect(await refusalOf(trash(ada, document))).to.deep.equal([409, 'document.legal_hold']);

    const release = (holdId: string) => ada.lifecycle.releaseLegalHold({ holdId, reason: 'Settled' });
    expect((await release(one.id)).stillHeld).to.equal(true);
    expect((await release(other.id)).stillHeld).to.equal(false);
    expect((await trash(ada, document)).status).to.equal(201);
  });

  it('a hold that is placed one second before a destruction stops it, and voids what was approved', async () => {
    const { installation, signedIn, upload, content, candidateOf, policyOf } = story;
    await policyOf({ retention: { trigger: 'created', months: 1, coolOffDays: 7 } });
    const document = await upload('ledger.txt');
    await installation.mails();
    installation.advance(33 * 86_400);
    await installation.run('lifecycle.evaluate_retention');
    const { id: candidateId } = await candidateOf(document);
    const approval = { candidateId, decision: 'approve', confirmName: document.name } as const;
    const { candidate: scheduled } = await (await signedIn()).bea.lifecycle.reviewRetentionCandidate(
      approval,
    );
    expect(scheduled.status).to.equal('scheduled');

    installation.advanceTo(new Date(Date.parse(scheduled.executeAfter ?? '') - 30_000).toISOString());
    const { ada } = await signedIn();
    installation.advanceTo(new Date(Date.parse(scheduled.executeAfter ?? '') - 1000).toISOString());
    const { legalHold } = await place(ada, document.id, 'Byron v. Babbage');
    installation.advance(60);
    await installation.mails();
    expect((await candidateOf(document)).status).to.equal('blocked');
    expect(sha256Of(await content(document))).to.equal(document.sha256);

    await ada.lifecycle.releaseLegalHold({ holdId: legalHold.id, reason: 'Settled' });
    const after = await candidateOf(document);
    expect([after.status, after.reviews.map(({ counts }) => counts)]).to.deep.equal(['pending', [false]]);
  });
});
