import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSmsSpool } from '@chancery/adapters-services';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { pageStory } from '../testing/page-story.ts';
import { peopleOf } from '../testing/people.ts';
import { aContract } from '../testing/signing-samples.ts';

/** What the story reads of the answers. */
interface Detail {
  readonly signature: { readonly status: string; readonly signingCopySha256: string };
  readonly signers: readonly { readonly id: string; readonly email: string; readonly status: string }[];
  readonly fields: readonly { readonly kind: string; readonly value: unknown }[];
}

describe('a signature on a phone', () => {
  const story = pageStory();
  const { press, reaches, fill } = story;
  const page = () => story.visitor.page;
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();
  const contract = aContract();
  let ada: Chancery;
  before(async () => {
    ada = await peopleOf(story.installation).registerVerified('ada@example.com', 'Ada Agent');
  });

  const read = (documentId: string) => ada.call<Detail>('GET /api/v1/documents/{documentId}', { documentId });
  const mailTo = async (address: string, pattern: RegExp) => {
    const found = (await story.installation.mails()).flatMap(({ to, text }) =>
      to.includes(address) ? (pattern.exec(text)?.[0] ?? []) : [],
    );
    const last = found.at(-1);
    if (last === undefined) throw new Error(`No mail to ${address} has ${pattern}`);
    return last;
  };
  const textedCode = async () => {
    await story.installation.mails();
    const texts = await readSmsSpool(join(story.installation.spool, '..', 'sms'));
    return /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
  };

  async function sent(verification: object): Promise<string> {
    const { document } = await ada.documents.uploadDocument({
      file: new Blob([new Uint8Array(contract)], { type: 'application/pdf' }),
      name: 'Rental agreement',
    });
    await story.installation.mails();
    const place = { page: 1, x: 0.12, width: 0.35, height: 0.04 };
    await ada.call('POST /api/v1/documents/{documentId}/send', {
      documentId: document.id,
      message: 'As discussed.',
      signers: [
        { key: 'ann', name: 'Ann Example', email: 'ann@example.com', ...verification },
        { key: 'bob', name: 'Bob Boss', email: 'bob@example.com', role: 'approver' },
      ],
      fields: [
        { signerKey: 'ann', kind: 'text', label: 'Number of persons', ...place, y: 0.6 },
        { signerKey: 'ann', kind: 'signature', ...place, y: 0.8 },
        { signerKey: 'ann', kind: 'date', ...place, x: 0.55, y: 0.8 },
      ],
    });
    return document.id;
  }

  it('the mailed link is opened, a code typed, the document read and signed, and the sender sees it', async () => {
    await page().setViewportSize({ width: 390, height: 844 });
    const documentId = await sent({ verification: 'sms', phone: '+4915123456789' });
    await page().goto(await mailTo('ann@example.com', /https?:\S+\/sign#token=[\w-]{43}/));
    await reaches('Hello Ann Example');
    expect(await page().getByText('Rental agreement').count()).to.equal(0);
    await press('Send me the code');
    await sees('Code of six digits');
    await fill('Code of six digits', '000000');
    await press('Confirm');
    await sees('You can try 4 more times with this code.');
    await fill('Code of six digits', await textedCode());
    await press('Confirm');

    await reaches('Please sign: Rental agreement');
    await sees('As discussed.');
    await page().getByRole('group', { name: 'Page 1 of 2' }).scrollIntoViewIfNeeded();
    await page().locator('.textLayer').getByText('Rental agreement, page 1').waitFor({ state: 'attached' });
    expect(await story.visitor.findings('real-ready')).to.deep.equal([]);
    await press('Sign the document');
    await sees('2 fields still need you:');
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
    await page()
      .getByRole('textbox', { name: /^Number of persons/ })
      .fill('three');
    await page()
      .getByRole('button', { name: /Sign here/ })
      .click();
    await drawLine();
    await press('Use this signature');
    await press('Sign the document');
    await reaches('Thank you, you have signed');
    await sees(/now waits for the others/);
    expect(await story.visitor.findings('real-completed')).to.deep.equal([]);

    const [download] = await Promise.all([page().waitForEvent('download'), press('Download a copy')]);
    const stamped = Buffer.concat(await (await download.createReadStream()).toArray());
    expect(await textOf(stamped))
      .to.include('Rental agreement, page 1')
      .and.include('three');
    const { signature, signers, fields } = await read(documentId);
    expect(signature.status).to.equal('sent');
    expect(signers.map(({ status }) => status)).to.deep.equal(['completed', 'sent']);
    expect(fields.find(({ kind }) => kind === 'text')?.value).to.equal('three');
    // Who has signed is shown that, however often the link is opened.
    await page().reload();
    await reaches('Thank you, you have signed');
  });

  async function drawLine() {
    const { x = 0, y = 0 } = (await page().locator('.pad').boundingBox()) ?? {};
    await page().mouse.move(x + 30, y + 90);
    await page().mouse.down();
    for (let step = 0; step <= 40; step += 1)
      await page().mouse.move(x + 30 + step * 5, y + 90 + 30 * Math.sin(step / 4));
    await page().mouse.up();
  }

  async function textOf(pdf: Buffer): Promise<string> {
    const file = join(story.installation.spool, '..', 'copy.pdf');
    await writeFile(file, pdf);
    return (await promisify(execFile)('pdftotext', [file, '-'])).stdout;
  }

  it('an approver approves the file that was shown; declining then ends it for everybody', async () => {
    const documentId = await sent({});
    await page().goto(await mailTo('bob@example.com', /https?:\S+\/sign#token=[\w-]{43}/));
    await reaches('Please approve: Rental agreement');
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
    const asked = page().waitForRequest(/\/complete$/);
    await press('Approve the document');
    await reaches('Thank you, you have approved');
    const { documentSha256, intent } = (await asked).postDataJSON();
    expect([documentSha256, intent]).to.deep.equal([
      (await read(documentId)).signature.signingCopySha256,
      'approve',
    ]);

    const link = await mailTo('ann@example.com', /https?:\S+\/sign#token=[\w-]{43}/);
    await page().goto('about:blank');
    await page().goto(link);
    await press('I do not want to sign');
    await fill('Your reason', 'Not like this.');
    await press('Yes, decline');
    await reaches('You have declined');
    await page().reload();
    await reaches('This document was declined');
    expect((await read(documentId)).signature.status).to.equal('declined');
  });
});
