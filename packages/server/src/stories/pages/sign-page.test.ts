import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { pageStory } from '../testing/page-story.ts';
import {
  readyView,
  type ScriptedSigning,
  scriptedSigning,
  scriptedToken,
} from '../testing/scripted-signing.ts';
import { aContract } from '../testing/signing-samples.ts';

const idOf = (number: number) => `0197c0de-0000-7000-8000-00000000000${number}`;
const completed = {
  status: 201,
  data: { signer: {}, documentStatus: 'sent', remaining: 1, redirectUrl: null },
};

describe('signing on the page that a link opens', () => {
  const story = pageStory();
  const { press, reaches } = story;
  const contract = aContract();
  const digest = createHash('sha256').update(contract).digest('hex');
  const page = () => story.visitor.page;
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();

  async function opened(view: object = readyView(contract)): Promise<ScriptedSigning> {
    const script = await scriptedSigning(page(), contract, view);
    await story.open(`/sign#token=${scriptedToken}`);
    return script;
  }
  const agree = () =>
    page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
  const field = (name: RegExp) => page().getByRole('textbox', { name });
  const sentBy = (script: ScriptedSigning) =>
    script.asked('POST S/complete').map(({ body }) => body as Record<string, unknown>);

  it('shows who asks, the text on signing, and the drawn document with its fields', async () => {
    await opened();
    await reaches('Please sign: Rental agreement');
    await sees('this is the agreement as we discussed it.');
    await sees('Sunday, 21 February 2027 at 12:00 CET');
    await page().getByRole('group', { name: 'Page 1 of 2' }).scrollIntoViewIfNeeded();
    await page().locator('.sheet canvas').first().waitFor();
    await page().locator('.textLayer').getByText('Rental agreement, page 1').waitFor({ state: 'attached' });

    expect(page().url()).to.equal(`${story.installation.baseUrl}/sign`);
    const names = await page()
      .locator('.sheet-layer')
      .locator('input, button')
      .evaluateAll((controls) => controls.map((control) => control.getAttribute('aria-label')));
    expect(names).to.deep.equal([
      'Number of persons, required, field 1 of 5',
      'I have a pet, field 2 of 5',
      'Name, required, field 3 of 5',
      'E-mail address, filled in by the sender',
      'Initials, required, Initial here, field 4 of 5',
      'Signature, required, Sign here, field 5 of 5',
      'Date, the date on which you finish is put here',
    ]);
    expect(await story.visitor.findings('sign-ready')).to.deep.equal([]);
  });

  it('the whole of it is done by the keyboard alone; a lost answer is asked for again with the same key', async () => {
    const script = await opened();
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .focus();
    await page().keyboard.press('Space');
    await page().getByRole('button', { name: 'Start' }).focus();
    const next = async () => {
      await page()
        .getByRole('button', { name: /^(Start|Next|Go on to finish)$/ })
        .focus();
      await page().keyboard.press('Enter');
    };
    await next();
    await page().keyboard.type('Three, and a guest');
    await next();
    await page().keyboard.press('Space');
    await next();
    await next();
    await page().keyboard.press('Enter');
    await page().getByRole('dialog', { name: 'Your initials' }).waitFor();
    expect(await story.visitor.findings('sign-initials')).to.deep.equal([]);
    await page().getByRole('radio', { name: 'Draw' }).focus();
    await page().keyboard.press('ArrowRight');
    await page().getByRole('textbox', { name: 'Your initials' }).focus();
    await page().keyboard.press('Enter');
    await page().getByRole('button', { name: 'Use these initials' }).press('Enter');
    await next();
    await page().keyboard.press('Enter');
    await page().getByRole('radio', { name: 'Draw' }).press('ArrowRight');
    expect(await story.visitor.findings('sign-typed')).to.deep.equal([]);
    await page().getByRole('button', { name: 'Use this signature' }).press('Enter');
    await next();
    expect(await story.visitor.findings('sign-filled')).to.deep.equal([]);
    script.answer('POST S/complete', 'lost', completed);
    await page().getByRole('button', { name: 'Sign the document' }).press('Enter');
    await sees('The server could not be reached.');
    script.view = readyView(contract, { status: 'completed' });
    await page().getByRole('button', { name: 'Sign the document' }).press('Enter');
    await reaches('Thank you, you have signed');

    const [first, second] = sentBy(script);
    expect(first).to.deep.equal({
      intent: 'sign',
      documentSha256: digest,
      consent: { accepted: true, version: '1' },
      fields: [
        { fieldId: idOf(3), value: 'Three, and a guest' },
        { fieldId: idOf(4), value: true },
        { fieldId: idOf(6), value: 'Ann Example' },
      ],
      signature: { method: 'typed', text: 'Ann Example' },
      initials: { method: 'typed', text: 'AE' },
      timeZone: 'Europe/Berlin',
      locale: 'en-GB',
    });
    expect(second).to.deep.equal(first);
    const keys = script.asked('POST S/complete').map(({ headers }) => headers['x-idempotency-key']);
    expect(keys[0])
      .to.match(/^\S{16,255}$/)
      .and.equal(keys[1]);
  });

  it('SIG-31: a drawn and an uploaded signature become pictures of at most 1000 by 400 pixels', async () => {
    const onlySignature = readyView(contract).fields.slice(0, 1);
    const script = await opened(readyView(contract, { fields: onlySignature }));
    await agree();
    await press('Start');
    await page()
      .getByRole('button', { name: /Sign here/ })
      .click();
    await press('Use this signature');
    await sees('Please draw something first.');
    await drawLine();
    expect(await page().getByText('Please draw something first.').count()).to.equal(0);
    await drawLine(30);
    await press('Undo');
    expect(await story.visitor.findings('sign-drawn')).to.deep.equal([]);
    await press('Use this signature');
    script.answer('POST S/complete', 'lost');
    await press('Sign the document');
    await sees('The server could not be reached.');

    await page()
      .getByRole('button', { name: /press to change/ })
      .click();
    await page().getByRole('radio', { name: 'Upload' }).check();
    const picture = page().getByLabel('Picture of your signature (PNG or JPEG)');
    await picture.setInputFiles({
      name: 'note.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await sees('This file is no picture that can be read here.');
    await picture.setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await page().screenshot({ type: 'jpeg', fullPage: true }),
    });
    await page().getByAltText('Preview').waitFor();
    expect(await story.visitor.findings('sign-uploaded')).to.deep.equal([]);
    await press('Use this signature');
    script.answer('POST S/complete', completed);
    await press('Sign the document');
    await reaches('Thank you, you have signed');

    const [drawn, uploaded] = sentBy(script).map(({ signature }) => pictureOf(signature));
    expect([drawn?.method, uploaded?.method]).to.deep.equal(['drawn', 'uploaded']);
    for (const sent of [drawn, uploaded]) {
      expect(sent?.width).to.be.within(1, 1000);
      expect(sent?.height).to.be.within(1, 400);
      expect(sent?.bytes).to.be.below(256 * 1024);
    }
    // One line was taken back: what is left is wide and flat.
    expect(drawn?.width).to.be.above(3 * (drawn?.height ?? 0));
  });

  async function drawLine(down = 0) {
    const { x = 0, y = 0 } = (await page().locator('.pad').boundingBox()) ?? {};
    await page().mouse.move(x + 30, y + 60 + down);
    await page().mouse.down();
    for (let step = 0; step <= 20; step += 1)
      await page().mouse.move(x + 30 + step * 9, y + 60 + down * (1 + step / 4) + 8 * Math.sin(step / 3));
    await page().mouse.up();
  }

  it('SIG-16: without agreement, or with a required field left out, nothing is sent', async () => {
    const script = await opened();
    await press('Sign the document');
    await sees('3 fields still need you:');
    expect(await story.visitor.findings('sign-missing')).to.deep.equal([]);
    await press('Number of persons: Please fill in this field.');
    expect(await page().locator(':focus').getAttribute('aria-label')).to.match(/^Number of persons/);

    script.view = readyView(contract, { fields: [] });
    await page().reload();
    await press('Sign the document');
    await sees('Please tick this box if you agree.');
    expect(script.asked('POST S/complete')).to.deep.equal([]);
  });

  it('SIG-13: a file that is not the one to be signed is not shown, and there is nothing to sign with', async () => {
    const script = await scriptedSigning(page(), contract, readyView(contract));
    script.content = aContract(1);
    await story.open(`/sign#token=${scriptedToken}`);
    await sees('The file that arrived is not the one that you are asked to sign');

    expect(await page().getByRole('button', { name: 'Sign the document' }).count()).to.equal(0);
    expect(await page().locator('.sheet').count()).to.equal(0);
    expect(await story.visitor.findings('sign-other-file')).to.deep.equal([]);
    script.content = contract;
    await press('Try again');
    await page().getByRole('button', { name: 'Sign the document' }).waitFor();
  });

  it('SIG-14: what the server refuses is marked where it stands, and what was typed stays', async () => {
    const fields = readyView(contract).fields.filter(({ kind }) => kind === 'text' || kind === 'name');
    const script = await opened(readyView(contract, { fields }));
    await agree();
    await field(/^Number of persons/).fill('more than one');
    const message = 'Give at most 3 characters.';
    const details = [{ path: '/body/fields/0/value', code: 'field.value_invalid', message }];
    script.answer('POST S/complete', { status: 400, code: 'request.invalid', details }, completed);
    await press('Sign the document');
    await sees(`Number of persons: ${message}`);
    expect(await field(/^Number of persons/).getAttribute('aria-invalid')).to.equal('true');
    expect(await field(/^Number of persons/).inputValue()).to.equal('more than one');

    await field(/^Number of persons/).fill('two');
    script.view = readyView(contract, { status: 'completed' });
    await press('Sign the document');
    await reaches('Thank you, you have signed');
    const keys = script.asked('POST S/complete').map(({ headers }) => headers['x-idempotency-key']);
    expect(new Set(keys).size).to.equal(2);
  });

  it('SIG-16: if the text on signing is another one by now, it is shown, and what was filled in stays', async () => {
    const fields = readyView(contract).fields.filter(({ kind }) => kind === 'text');
    const view = readyView(contract, { fields });
    const script = await opened(view);
    await agree();
    await field(/^Number of persons/).fill('two');
    script.answer('POST S/complete', { status: 409, code: 'signing.consent_required' });
    script.view = { ...view, consent: { ...view.consent, version: '2', text: 'A newer text.' } };
    await press('Sign the document');
    await sees('A newer text.');
    await sees('Please tick this box if you agree.');
    await agree();
    script.answer('POST S/complete', completed);
    script.view = { ...view, status: 'completed' };
    await press('Sign the document');
    await reaches('Thank you, you have signed');
    expect(sentBy(script)[1]).to.deep.include({
      consent: { accepted: true, version: '2' },
      fields: [{ fieldId: idOf(3), value: 'two' }],
    });
  });

  it('SIG-36: if an answer was lost and the signature was made, the page says so', async () => {
    const script = await opened(readyView(contract, { fields: [] }));
    await agree();
    script.answer('POST S/complete', { status: 409, code: 'signing.already_completed' });
    script.view = readyView(contract, { status: 'completed' });
    await press('Sign the document');
    await reaches('Thank you, you have signed');
  });

  it('an approver reads, agrees and approves, without a signature', async () => {
    const { signer } = readyView(contract);
    const approver = { fields: [], signer: { ...signer, role: 'approver' } };
    const script = await opened(readyView(contract, approver));
    await reaches('Please approve: Rental agreement');
    expect(await story.visitor.findings('approver')).to.deep.equal([]);
    await agree();
    script.answer('POST S/complete', completed);
    script.view = readyView(contract, { ...approver, status: 'completed' });
    await press('Approve the document');
    await reaches('Thank you, you have approved');
    expect(sentBy(script)[0]).to.include({ intent: 'approve' }).and.not.have.property('signature');
  });
});

/** Method, size in pixels and in bytes of a picture that was sent; a PNG says its size at once (RFC 2083, 4.1.1). */
function pictureOf(signature: unknown) {
  const { method, image } = signature as { readonly method: string; readonly image: string };
  const png = Buffer.from(image, 'base64');
  expect(png.toString('latin1', 1, 4)).to.equal('PNG');
  return { method, width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes: png.length };
}
