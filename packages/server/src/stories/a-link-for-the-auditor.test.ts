import { sha256Of } from '@chancery/core/testing';
import type { CreateDocumentShareResult } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { answerOf } from './testing/people.ts';
import { bytesOf, faultOf, openSigningStory, type SigningStory } from './testing/signing-story.ts';

const passcode = 'harbour-42';
const auditor = 'audit@example.org';

describe('documents 12, walk-through 7: a link for the auditor', () => {
  let story: SigningStory;
  let documentId: string;
  let sha256: string;
  before(async () => {
    // Guesses are counted as in a real installation.
    story = await openSigningStory({ CHANCERY_RATE_LIMIT_SCALE: '1' });
    ({ id: documentId, sha256 } = (await story.upload()).document);
  });
  after(() => story?.close());
  const tokenIn = ({ url }: Pick<CreateDocumentShareResult, 'url'>) =>
    /#token=([\w-]+)$/.exec(url)?.[1] ?? '';
  const share = () =>
    answerOf((facts) =>
      story.ada.documents.createDocumentShare(
        {
          documentId,
          passcode,
          maxViews: 3,
          expiresAt: new Date(Date.parse(story.installation.now()) + 86_400_000).toISOString(),
          recipientEmail: auditor,
        },
        facts,
      ),
    );

  it('the link names nothing without the passcode, and after ten wrong ones it tries none for a while', async () => {
    const { status, data } = await share();
    expect([status, data.share.status, data.share.passcodeRequired]).to.deep.equal([201, 'active', true]);
    const token = tokenIn(data);
    const open = (given?: string) =>
      story.anybody.documents.getDocumentShare({
        token,
        ...(given === undefined ? {} : { passcode: given }),
      });

    const locked = await open();
    expect(locked).to.deep.include({ locked: true, document: null, contentUrl: null });
    expect(JSON.stringify(locked)).to.not.match(/Rental|pdf/i);
    expect(await refusalOf(story.anybody.documents.getDocumentShareContent({ token }))).to.deep.equal([
      403,
      'share.passcode_required',
    ]);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await refusalOf(open(`wrong-${tries}`))).to.deep.equal([403, 'share.passcode_incorrect']);
    expect((await refusalOf(open('wrong-again')))[0]).to.equal(429);
    expect((await refusalOf(open(passcode)))[0]).to.equal(429);
  });

  it('another link takes the right passcode meanwhile, and leads to the content', async () => {
    const token = tokenIn((await share()).data);

    const opened = await story.anybody.documents.getDocumentShare({ token, passcode });

    expect([opened.locked, opened.document?.sha256]).to.deep.equal([false, sha256]);
    expect(opened.contentUrl).to.match(/^http.*[?&]grant=/);
  });

  it('of four downloads at once three are answered, and then the link is used up', async () => {
    const token = tokenIn((await share()).data);
    const open = () => story.anybody.documents.getDocumentShare({ token, passcode });
    const opened = await Promise.all([open(), open(), open(), open()]);

    const answers = await Promise.all(opened.map(({ contentUrl }) => fetch(contentUrl ?? '')));

    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 200, 410]);
    for (const answer of answers) {
      const body = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 200) expect(sha256Of(body)).to.equal(sha256);
      else expect(JSON.parse(body.toString('utf8')).error).to.deep.include({ code: 'link.gone' });
    }
    expect(await faultOf(open())).to.deep.equal([410, 'link.gone', 'exhausted']);
  });

  it('a document on hold stays out of the trash; released it goes there, and its links are gone for good', async () => {
    const { data } = await share();
    const open = () => story.anybody.documents.getDocumentShare({ token: tokenIn(data), passcode });
    const { legalHold } = await story.ada.lifecycle.placeLegalHold({
      documentId,
      matter: 'Audit of 2026',
      reason: 'The auditor works with it',
    });
    expect(await refusalOf(story.ada.documents.trashDocument({ documentId }))).to.deep.equal([
      409,
      'document.legal_hold',
    ]);
    expect((await open()).locked).to.equal(false);

    await story.ada.lifecycle.releaseLegalHold({ holdId: legalHold.id, reason: 'The audit is over' });
    expect(
      (await answerOf((facts) => story.ada.documents.trashDocument({ documentId }, facts))).status,
    ).to.equal(201);
    const gone = [410, 'link.gone', 'document_trashed'];
    expect(await faultOf(open())).to.deep.equal(gone);
    expect(
      await faultOf(
        bytesOf(story.anybody.documents.getDocumentShareContent({ token: tokenIn(data), passcode })),
      ),
    ).to.deep.equal(gone);

    const restored = await answerOf((facts) => story.ada.documents.restoreDocument({ documentId }, facts));
    expect([restored.status, restored.data.document.status]).to.deep.equal([201, 'active']);
    expect(await faultOf(open())).to.deep.equal(gone);
    const statuses = (await story.read(documentId)).shares.map(({ status }) => status);
    expect(statuses).to.have.length(4);
    expect(statuses.filter((status) => status === 'active')).to.deep.equal([]);
  });
});
