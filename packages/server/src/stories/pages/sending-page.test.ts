import { readFile } from 'node:fs/promises';
import { sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { openInstallation } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { peopleOf } from '../testing/people.ts';
import { preparingStory } from '../testing/preparing-story.ts';
import { aContract } from '../testing/signing-samples.ts';
import { completionOf, signatureField } from '../testing/signing-story.ts';

const [ann, bob] = ['ann@example.com', 'bob@example.com'];

describe('sending a document from its page', () => {
  const story = pageStory(() =>
    openInstallation({ CHANCERY_RATE_LIMIT_SCALE: '10', CHANCERY_SEAL_ALGORITHM: 'ec-p256' }),
  );
  const sender = preparingStory(story);
  const { press, fill, reaches, notes, alerts } = story;
  const page = () => story.visitor.page;
  const dialog = () => page().getByRole('dialog');
  const answer = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

  /** A document with Ann, who signs, and Bob, who approves after her. */
  async function prepared(): Promise<string> {
    const documentId = await sender.upload(aContract());
    await sender.ada.signing.setDocumentSigners({
      documentId,
      signingOrder: 'sequential',
      signers: [
        { key: 'ann', name: 'Ann Example', email: ann },
        { key: 'bob', name: 'Bob Boss', email: bob, role: 'approver' },
      ],
      fields: [signatureField('ann')],
    });
    return documentId;
  }
  /** By the newest link that was mailed there. */
  async function sign(address: string): Promise<void> {
    const token = await peopleOf(story.installation).mailedToken(address, 'sign');
    const { signing } = story.installation.client();
    const view = await signing.getSigningLink({ token });
    await signing.completeSigning({ token, ...completionOf(view) });
  }

  it('what is missing is named and led to; the document is sent, followed, and the sealed file is there in the end', async () => {
    const documentId = await sender.upload(aContract());
    await sender.opened(documentId);
    await reaches('Prepare: Rental agreement');
    await press('Send for signature');
    await alerts('Not yet: Nobody is to sign or to approve yet.');
    await press('Add somebody');
    await answer('Cancel');
    await sender.add('Ann Example', ann);
    await sender.sees('Ann Example has no place to sign.');
    expect(await story.visitor.findings('send-missing')).to.deep.equal([]);
    await page().locator('.sheet canvas').first().waitFor();
    await press('Choose a place for Ann Example');
    await page().keyboard.press('Enter');
    await page().locator('.placed').getByRole('button', { name: 'Signature · Ann Example' }).waitFor();
    await sender.sees('Mail now');
    expect(await page().getByText('Ann Example has no place to sign.').count()).to.equal(0);
    for (const unneeded of ['In which order?', 'Add a page at the end for signatures that have no place'])
      expect(await page().getByText(unneeded).isVisible(), unneeded).to.equal(false);

    await fill('What the mail says to all of them (optional)', 'As discussed.');
    const day = new Date(Date.parse(story.installation.now()) + 30 * 86_400_000).toISOString().slice(0, 10);
    await fill('Last day to sign (optional)', day);
    expect(await story.visitor.findings('send-ready')).to.deep.equal([]);
    await press('Send for signature');
    await reaches('Rental agreement');
    await notes('The document is on its way.');
    const { signature, fields } = await sender.read(documentId);
    expect([signature?.message, signature?.status, fields.length]).to.deep.equal([
      'As discussed.',
      'sent',
      1,
    ]);
    // The browser is in Berlin.
    expect(
      new Intl.DateTimeFormat('sv', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: 'Europe/Berlin',
      }).format(new Date(signature?.deadlineAt ?? 0)),
    ).to.equal(`${day} 23:59`);
    await sender.sees(/^0 of 1 are done/);
    expect(await story.visitor.findings('sent')).to.deep.equal([]);

    await press('Remind Ann Example');
    await notes(`A fresh link is on its way to ${ann}.`);
    await press('Remind Ann Example');
    await notes('Ann Example was mailed a link just now.');
    await sign(ann);
    // The page looks by itself.
    await sender.sees(/^has signed, /);
    await story.installation.mails();
    await sender.sees(/the document was sealed on/);
    expect(await story.visitor.findings('sent-sealed')).to.deep.equal([]);
    const downloading = page().waitForEvent('download');
    await press('Download the sealed document');
    const file = await readFile(await (await downloading).path());
    expect(sha256Of(file)).to.equal((await sender.read(documentId)).document.sealedSha256);
  });

  it('a signature page takes the place of places to sign', async () => {
    const documentId = await sender.upload(aContract());
    await sender.ada.signing.setDocumentSigners({
      documentId,
      signers: [{ name: 'Ann Example', email: ann }],
    });
    await sender.opened(documentId);
    await page().getByLabel('Add a page at the end for signatures that have no place').check();
    await press('Send for signature');
    await notes('The document is on its way.');
    const { signature } = await sender.read(documentId);
    expect([signature?.appendSignaturePage, signature?.signingCopyPageCount]).to.deep.equal([true, 3]);
  });

  it('a signing is ended with a reason, and prepared anew with its people and fields', async () => {
    const documentId = await prepared();
    await sender.ada.signing.sendDocument({ documentId });
    await sender.opened(documentId);
    await reaches('Rental agreement');
    await sender.sees('is asked once those before are done');
    await press('End this signing');
    expect(await story.visitor.findings('send-void')).to.deep.equal([]);
    await answer('Yes, end it');
    await dialog().getByText('Fill in this field.').waitFor();
    await dialog().getByLabel('Your reason').fill('Wrong annex');
    await answer('Yes, end it');
    await sender.sees('The signing was ended before everybody was done.');
    await sender.sees('“Wrong annex”');
    await press('Prepare it anew');
    await reaches('Prepare: Rental agreement');
    const { signature, signers, fields } = await sender.read(documentId);
    expect([signature?.round, signature?.status, signers.length, fields.length]).to.deep.equal([
      2,
      'preparing',
      2,
      1,
    ]);
  });

  it('SIG-11: a wrong address is put right on the page, and the link that went there stops working', async () => {
    const documentId = await prepared();
    await sender.ada.signing.sendDocument({ documentId });
    const earlier = await peopleOf(story.installation).mailedToken(ann, 'sign');
    await sender.opened(documentId);
    await press('Correct Ann Example');
    expect(await story.visitor.findings('sent-correct')).to.deep.equal([]);
    await dialog().getByLabel('E-mail address').fill('ann');
    await answer('Save');
    await dialog().getByText('Enter an e-mail address').first().waitFor();
    await dialog().getByLabel('E-mail address').fill('ann.right@example.com');
    await answer('Save');
    await notes('A fresh link is on its way to ann.right@example.com.');
    await sender.sees('ann.right@example.com');

    const { signing } = story.installation.client();
    const old = await signing.getSigningLink({ token: earlier }).catch(({ code }: { code: string }) => code);
    expect(old).to.equal('link.gone');
    await press('Correct Bob Boss');
    // As long as a name may be where people are added.
    expect(await dialog().getByLabel('Name').getAttribute('maxlength')).to.equal('200');
    await dialog().getByLabel('Name').fill('Bob Bossard');
    await answer('Save');
    await notes('Bob Bossard is saved.');
    await sign('ann.right@example.com');
    await sender.sees(/^has signed, /);
  });

  it('after the last day it goes on with a new one, and whoever has signed is done', async () => {
    const documentId = await prepared();
    const deadlineAt = new Date(Date.parse(story.installation.now()) + 7_200_000).toISOString();
    await sender.ada.signing.sendDocument({ documentId, deadlineAt });
    await sign(ann);
    story.installation.advance(3 * 3600);
    await story.installation.run('documents.expire_rounds');
    await sender.opened(documentId);
    await sender.sees('The last day to sign is over');
    await press('Go on with a new last day');
    await dialog().getByLabel('Last day to sign').fill('2020-01-01');
    await answer('Send again');
    await dialog().getByText('Choose a day from tomorrow to a year ahead.').waitFor();
    const day = new Date(Date.parse(story.installation.now()) + 9 * 86_400_000).toISOString().slice(0, 10);
    await dialog().getByLabel('Last day to sign').fill(day);
    await answer('Send again');
    await sender.sees(/^1 of 2 are done/);
    const { signature } = await sender.read(documentId);
    expect([signature?.round, signature?.status]).to.deep.equal([1, 'sent']);
  });

  it('SIG-1: if somebody else has changed the draft, the sender chooses whose stays, and nothing is sent unseen', async () => {
    const documentId = await prepared();
    await sender.opened(documentId);
    await page().locator('.placed').first().waitFor();
    const inputs = async () =>
      (await sender.read(documentId)).signers.map(({ id, name, email, role }) => ({ id, name, email, role }));
    const carl = { name: 'Carl Copy', email: 'carl@example.com', role: 'copy' as const };
    await sender.ada.signing.setDocumentSigners({ documentId, signers: [...(await inputs()), carl] });

    await press('Change Bob Boss');
    await dialog().getByLabel('Name', { exact: true }).fill('Bob Bossard');
    await answer('Save');
    await page().getByText('What is saved now: Ann Example, Bob Boss, Carl Copy, with one field.').waitFor();
    expect(await story.visitor.findings('prepare-conflict')).to.deep.equal([]);
    await page().getByRole('button', { name: 'Keep my change' }).click();
    await notes('Bob Bossard is saved.');
    expect((await inputs()).map(({ name }) => name)).to.deep.equal([
      'Ann Example',
      'Bob Bossard',
      'Carl Copy',
    ]);

    // Two have placed fields at once; what the other has placed is taken.
    await sender.ada.signing.setDocumentFields({ documentId, fields: [] });
    await page().locator('.placed').first().focus();
    await page().locator('.placed button').first().focus();
    await page().keyboard.press('ArrowUp');
    await page().getByRole('button', { name: 'Take what is saved now' }).click();
    await sender.sees('Ann Example has no place to sign.');
    expect(await page().locator('.placed').count()).to.equal(0);
    await sender.stored();

    const [first] = await inputs();
    await sender.ada.signing.setDocumentFields({
      documentId,
      fields: [{ ...signatureField('ann'), signerKey: undefined, signerId: first?.id }],
    });
    await page().getByLabel('Add a page at the end for signatures that have no place').check();
    await press('Send for signature');
    await alerts('so nothing was sent');
    await page().locator('.placed').first().waitFor();
    expect((await sender.read(documentId)).document.signatureStatus).to.equal('preparing');
    await press('Send for signature');
    await notes('The document is on its way.');
  });

  it('the start page leads to the documents that are signed, and takes a new one', async () => {
    await prepared();
    await story.open('/sign-in');
    await fill('E-mail address', 'ada@example.com');
    await fill('Password', 'a long walk by the river');
    await press('Sign in');
    await reaches('Hello, Ada Agent');
    await sender.sees(/^being prepared/);
    expect(await story.visitor.findings('home-documents')).to.deep.equal([]);
    await page()
      .getByLabel('PDF to have signed')
      .setInputFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: aContract() });
    await reaches('Prepare: Lease.pdf');
    await page().getByRole('link', { name: 'To the start page' }).click();
    await page().getByRole('link', { name: 'Rental agreement' }).first().click();
    await reaches('Prepare: Rental agreement');
  });
});
