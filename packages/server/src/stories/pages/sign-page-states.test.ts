import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { pageStory } from '../testing/page-story.ts';
import {
  aField,
  lockedView,
  readyView,
  type ScriptedSigning,
  scriptedSigning,
  scriptedToken,
} from '../testing/scripted-signing.ts';
import { aContract } from '../testing/signing-samples.ts';

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const sent = () => ({
  status: 201,
  data: {
    channel: 'sms',
    destination: '+49 ••• ••• 4521',
    expiresAt: soon(600),
    resendAvailableAt: soon(30),
    sendsRemaining: 4,
  },
});
const verified = {
  status: 201,
  data: { verified: true, sessionToken: 'S'.repeat(43), sessionExpiresAt: soon(3600) },
};
const gone = (code: string) => ({
  status: 410,
  code: 'link.gone',
  details: [{ path: '/path/token', code, message: '' }],
});

describe('what a signing link may lead to', () => {
  const story = pageStory();
  const { press, reaches, fill } = story;
  const contract = aContract();
  const page = () => story.visitor.page;
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();

  async function opened(view: object): Promise<ScriptedSigning> {
    const script = await scriptedSigning(page(), contract, view);
    await story.open(`/sign#token=${scriptedToken}`);
    return script;
  }

  /** Holds back what the page asks for at such an address, until the given function is called. */
  async function heldBack(address: string | RegExp): Promise<() => void> {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page().route(address, async (route) => {
      await held;
      await route.fallback();
    });
    return goOn;
  }

  it('OTP-2, OTP-3: a code is sent, a wrong one says how many tries are left, the right one opens the document', async () => {
    const script = await opened(lockedView());
    await reaches('Hello Ann Example');
    await sees(/six digits to \+49 ••• ••• 4521/);
    expect(await story.visitor.findings('locked')).to.deep.equal([]);
    expect(script.asked('POST S/otp/send')).to.deep.equal([]);

    script.answer('POST S/otp/send', sent());
    await press('Send me the code');
    await sees(/Send a new code \(in \d+ s\)/);
    const code = page().getByLabel('Code of six digits');
    expect(await code.getAttribute('autocomplete')).to.equal('one-time-code');
    script.answer('POST S/otp/verify', {
      status: 400,
      code: 'otp.incorrect',
      details: [
        { path: '/body/code', code: 'otp.attempts_left', message: '4 tries are left with this code.' },
      ],
    });
    await code.fill('123456');
    await code.press('Enter');
    await sees('You can try 4 more times with this code.');
    expect(await story.visitor.findings('locked-wrong-code')).to.deep.equal([]);

    script.answer('POST S/otp/verify', verified);
    script.view = readyView(contract);
    await code.fill('12 34-57');
    await press('Confirm');
    await reaches('Please sign: Rental agreement');
    await page().getByRole('button', { name: 'Sign the document' }).waitFor();
    expect(script.asked('POST S/otp/verify').map(({ body }) => body)).to.deep.equal([
      { code: '123456' },
      { code: '12 34-57' },
    ]);
    for (const row of ['GET S', 'GET S/content'])
      expect(script.asked(row).at(-1)?.headers['x-signing-session']).to.equal('S'.repeat(43));
    // The tab keeps the link and what the code has opened.
    await page().reload();
    await reaches('Please sign: Rental agreement');
    expect(script.asked('GET S').at(-1)?.headers['x-signing-session']).to.equal('S'.repeat(43));
  });

  it('a link that is opened once more in the same tab takes no answer that was asked for without what a code has opened', async () => {
    const script = await opened(lockedView());
    script.answer('POST S/otp/send', sent());
    await press('Send me the code');
    script.answer('POST S/otp/verify', verified);
    script.view = readyView(contract);
    await page().getByLabel('Code of six digits').fill('123457');
    await press('Confirm');
    await reaches('Please sign: Rental agreement');

    await page().goto('about:blank');
    // What is asked for without the session is answered as by a server that knows no code.
    script.answer('GET S', { data: lockedView() });
    await story.open(`/sign#token=${scriptedToken}`);
    await reaches('Please sign: Rental agreement');
    await page().locator('.sheet canvas').first().waitFor();

    for (const row of ['GET S', 'GET S/content'])
      expect(script.asked(row).at(-1)?.headers['x-signing-session'], row).to.equal('S'.repeat(43));
  });

  it('OTP-3: after too many wrong codes it says from when on codes are taken again', async () => {
    const script = await opened(lockedView({ codeExpiresAt: soon(500), resendAvailableAt: soon(-1) }));
    script.answer('POST S/otp/verify', { status: 429, code: 'otp.locked', retryAfterSeconds: 80_000 });
    await fill('Code of six digits', '111111');
    await press('Confirm');
    await sees('You can go on in 23 hours.');
    expect(await story.visitor.findings('locked-out')).to.deep.equal([]);

    script.view = lockedView({ state: 'locked', lockedUntil: soon(1790) });
    await page().reload();
    await sees(/You can go on in (30|29) minutes\./);
  });

  it('OTP-6: if the confirmation ends while somebody reads, a code is asked for in front of what was filled in', async () => {
    const fields = readyView(contract).fields.filter(({ kind }) => kind === 'text');
    const script = await opened(readyView(contract, { fields }));
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
    await page()
      .getByRole('textbox', { name: /^Number of persons/ })
      .fill('two');
    script.answer('POST S/complete', { status: 403, code: 'signing.verification_required' });
    script.answer('GET S', { data: lockedView({ codeExpiresAt: soon(500) }) });
    await press('Sign the document');
    await page().getByRole('dialog', { name: 'Please confirm once more' }).waitFor();
    expect(await story.visitor.findings('confirm-again')).to.deep.equal([]);

    script.answer('POST S/otp/verify', verified);
    script.answer('POST S/complete', { status: 201, data: { remaining: 1, redirectUrl: null } });
    script.view = readyView(contract, { status: 'completed' });
    await fill('Code of six digits', '123456');
    await press('Confirm');
    await reaches('Thank you, you have signed');
    const [refused, taken] = script.asked('POST S/complete');
    expect(taken?.body).to.deep.equal(refused?.body);
    expect(taken?.headers['x-signing-session']).to.equal('S'.repeat(43));
  });

  it('SIG-18: declining asks for a reason, which survives a failure, and ends the page', async () => {
    const script = await opened(readyView(contract));
    await press('I do not want to sign');
    await press('Yes, decline');
    await sees('Fill in this field.');
    expect(await story.visitor.findings('decline')).to.deep.equal([]);
    await fill('Your reason', 'The rent is not what we said.');
    script.answer('POST S/decline', 'lost', { status: 201, data: {} });
    await press('Yes, decline');
    await sees('The server could not be reached.');
    await press('Yes, decline');
    await reaches('You have declined');
    await sees(/Ada Agent gets a mail with your reason/);
    expect(await story.visitor.findings('declined')).to.deep.equal([]);
    expect(script.asked('POST S/decline').map(({ body }) => body)).to.deep.equal(
      Array(2).fill({ reason: 'The rent is not what we said.' }),
    );
  });

  it('SIG-26: who has signed keeps a copy, and is led on where the sender wants it, unless they stay', async () => {
    const elsewhere = `${story.installation.baseUrl}/register`;
    const view = readyView(contract, { fields: [], redirectUrl: elsewhere });
    const script = await opened(view);
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
    script.answer('POST S/complete', { status: 201, data: { remaining: 0, redirectUrl: elsewhere } });
    script.view = { ...view, status: 'completed' };
    await press('Sign the document');
    await sees(/You are taken to the sender’s page in \d seconds/);
    expect(await story.visitor.findings('completed')).to.deep.equal([]);
    await press('Stay here');
    const [download] = await Promise.all([page().waitForEvent('download'), press('Download a copy')]);
    expect(download.suggestedFilename()).to.equal('Rental agreement.pdf');
    const file = await download.createReadStream();
    expect(Buffer.concat(await file.toArray()).equals(contract)).to.equal(true);
    expect(page().url()).to.equal(`${story.installation.baseUrl}/sign`);

    script.view = view;
    await page().reload();
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
    script.answer('POST S/complete', { status: 201, data: { remaining: 0, redirectUrl: elsewhere } });
    script.answer('GET S', { data: { ...view, status: 'completed' } });
    await press('Sign the document');
    await page().waitForURL(elsewhere);
  });

  it('a copy link gives the sealed file, and only if it is the one that was sealed', async () => {
    const sha256 = createHash('sha256').update(contract).digest('hex');
    const script = await opened(readyView(contract, { status: 'copy', sealed: { available: true, sha256 } }));
    await reaches('Rental agreement');
    await sees(sha256);
    expect(await story.visitor.findings('copy')).to.deep.equal([]);
    script.content = aContract(1);
    await press('Download the sealed document');
    await story.alerts('The file that arrived is not the sealed one.');
    script.content = contract;
    const [download] = await Promise.all([
      page().waitForEvent('download'),
      press('Download the sealed document'),
    ]);
    expect(download.suggestedFilename()).to.equal('Rental agreement.pdf');
  });

  it('a link that has ended says why, each reason in its own words, and whom to ask', async () => {
    const headings = {
      superseded: 'There is a newer link',
      completed: 'This document is finished',
      declined: 'This document was declined',
      voided: 'This document was withdrawn',
      expired: 'The time to sign is over',
      cancelled: 'You are no longer asked to sign',
      quarantined: 'This document is locked',
    };
    const script = await opened(lockedView());
    await reaches('Hello Ann Example');
    for (const [reason, heading] of Object.entries(headings)) {
      script.answer('GET S', gone(reason));
      await page().reload();
      await reaches(heading);
      await sees('ask the person who sent you the document');
    }
    expect(await story.visitor.findings('ended')).to.deep.equal([]);
    script.answer('GET S', { status: 404, code: 'link.not_found' });
    await page().reload();
    await reaches('This link leads nowhere');
    script.answer('GET S', 'lost');
    await page().reload();
    await story.alerts('The server could not be reached.');
    expect(await story.visitor.findings('unreachable')).to.deep.equal([]);
    await press('Try again');
    await reaches('Hello Ann Example');
  });

  it('a round that ends while somebody reads says so, and names the sender', async () => {
    const script = await opened(readyView(contract, { fields: [] }));
    await page()
      .getByRole('checkbox', { name: /^I have read/ })
      .check();
    script.answer('POST S/complete', gone('voided'));
    await press('Sign the document');
    await reaches('This document was withdrawn');
    await sees('ask Ada Agent');
  });

  it('SIG-33: all of it speaks German to whose browser does, and marks the language of the text on signing', async () => {
    await story.visitAnew('de-DE');
    const script = await opened(lockedView());
    await reaches('Guten Tag, Ann Example');
    expect(await story.visitor.findings('locked-de')).to.deep.equal([]);
    script.view = readyView(contract);
    await page().reload();
    await reaches('Bitte unterschreiben: Rental agreement');
    await press('Dokument unterschreiben');
    await sees('3 Felder brauchen Sie noch:');
    expect(await page().locator('.disclosure').getAttribute('lang')).to.equal('en');
    await press('Kürzel: Hier fehlt Ihr Kürzel.');
    await page().keyboard.press('Enter');
    await page().getByRole('dialog', { name: 'Ihr Kürzel' }).waitFor();
    expect(await story.visitor.findings('sign-initials-de')).to.deep.equal([]);
  });

  it('SIG-33: a field of the page that was added for signatures is called what it is, in the language of the page', async () => {
    await story.visitAnew('de-DE');
    const label = 'Signature page';
    await opened(
      readyView(contract, {
        fields: [
          aField(1, { kind: 'signature', label }),
          aField(2, { kind: 'text', label: 'Number', y: 0.7 }),
        ],
      }),
    );
    await reaches('Bitte unterschreiben: Rental agreement');
    await page().locator('.sheet canvas').first().waitFor();

    const controls = page().locator('.sheet-layer').locator('input, button');
    expect(
      await controls.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
    ).to.deep.equal([
      'Unterschrift, Pflichtfeld, Hier unterschreiben, Feld 1 von 2',
      'Number, Pflichtfeld, Feld 2 von 2',
    ]);
  });

  it('the ways to sign are whole words on the narrowest phone', async () => {
    await story.visitAnew('de-DE');
    await opened(readyView(contract, { fields: [aField(1, { kind: 'signature' })] }));
    await page()
      .getByRole('button', { name: /^Unterschrift, Pflichtfeld/ })
      .click();
    await page().getByRole('dialog', { name: 'Ihre Unterschrift' }).waitFor();

    for (const width of [390, 360, 320]) {
      await page().setViewportSize({ width, height: 740 });
      const lines = await page().evaluate(`[...document.querySelectorAll('.segments span')].map((word) => {
        const text = document.createRange();
        text.selectNodeContents(word);
        return text.getClientRects().length;
      })`);
      expect(lines, `lines of each at ${width}`).to.deep.equal([1, 1, 1]);
      const isWithin = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.segments'))`;
      expect(await page().evaluate(isWithin), `fits at ${width}`).to.equal(true);
    }
    expect(await story.visitor.findings('ways-to-sign-de')).to.deep.equal([]);
  });

  it('asks for the document and for what draws it while the rest of its script is on the way, and for each once', async () => {
    const goOn = await heldBack('**/sign-ready.js');
    const engine = page().waitForRequest(/pdf\.min\.mjs$/);
    const content = page().waitForRequest(/\/content/);

    const opening = opened(readyView(contract));
    await Promise.all([engine, content]);
    goOn();
    const script = await opening;
    await page().getByRole('button', { name: 'Sign the document' }).waitFor();

    expect([script.asked('GET S').length, script.asked('GET S/content').length]).to.deep.equal([1, 1]);
  });

  it('asks for the document before any module is here, and takes the answers that have come meanwhile', async () => {
    const goOn = await heldBack(/\/pages\/.*\.m?js$/);
    const answered = [/\/document-signing\/[^/?]+$/, /\/content\?render=plain$/].map((address) =>
      page().waitForResponse(address),
    );

    const opening = opened(readyView(contract));
    await Promise.all(answered);
    goOn();
    const script = await opening;
    await page().locator('.sheet canvas').first().waitFor();

    expect([script.asked('GET S').length, script.asked('GET S/content').length]).to.deep.equal([1, 1]);
  });

  it('asks for the bytes before it knows what the link asks for, and gives them up where nothing is to be signed', async () => {
    const sha256 = createHash('sha256').update(contract).digest('hex');
    await scriptedSigning(
      page(),
      contract,
      readyView(contract, { status: 'copy', sealed: { available: true, sha256 } }),
    );
    const answer = await heldBack(/\/document-signing\/[^/?]+$/);
    // A line so slow that no byte of it comes.
    await page().route(/\/content/, () => undefined);
    const asked = page().waitForRequest(/\/content/);
    const givenUp = page().waitForEvent('requestfailed', (request) => request.url().includes('/content'));

    await story.open(`/sign#token=${scriptedToken}`);
    await asked;
    answer();

    expect((await givenUp).failure()?.errorText).to.equal('net::ERR_ABORTED');
    await reaches('Rental agreement');
  });

  it('its own scripts, beside those that all pages share, are below 30 kB', async () => {
    const sizes = new Map<string, number>();
    page().on('response', async (answer) => {
      const [, name] = /\/pages\/[0-9a-f]{16}\/([\w-]+\.js)$/.exec(answer.url()) ?? [];
      if (name !== undefined) sizes.set(name, Number(await answer.headerValue('content-length')));
    });
    await page().setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    await story.open(`/invitation#token=${scriptedToken}`);
    await reaches('This link no longer works');
    const shared = new Set(sizes.keys());
    await opened(readyView(contract));
    await page().getByRole('button', { name: 'Sign the document' }).waitFor();
    await page().waitForLoadState('networkidle');

    const own = [...sizes].filter(([name]) => !shared.has(name));
    expect(own.map(([name]) => name)).to.include.members(['sign.js', 'signature-dialog.js']);
    expect(own.reduce((sum, [, size]) => sum + size, 0)).to.be.below(30_000);
  });
});
