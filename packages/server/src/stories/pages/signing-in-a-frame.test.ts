import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import { pageStory } from '../testing/page-story.ts';
import { peopleOf } from '../testing/people.ts';
import { aContract } from '../testing/signing-samples.ts';

const app = 'https://app.example.com';
const stranger = 'https://elsewhere.example.net';
const secretForm = /[\w-]{43}/;

describe('signing in a frame of another web app', () => {
  const story = pageStory(undefined, {
    // What the other web apps are asked for, and that the browser refuses them the frame.
    faultsOf: ({ faults }) =>
      faults.filter(
        (fault) =>
          ![app, stranger].some((origin) => fault.startsWith(`asked ${origin}/`)) &&
          !/frame-ancestors/.test(fault),
      ),
  });
  const page = () => story.visitor.page;
  let ada: Chancery;
  before(async () => {
    ada = await peopleOf(story.installation).registerVerified('ada@example.com', 'Ada Agent');
    await ada.workspace.updateSettings({ embeddingOrigins: ['https://crm.example.com', app] });
  });

  /** A document that waits for Bob, with his link. */
  async function waiting(owner = ada, more: object = {}) {
    const { document } = await owner.documents.uploadDocument({
      file: new Blob([new Uint8Array(aContract())], { type: 'application/pdf' }),
      name: 'Rental agreement',
    });
    await story.installation.mails();
    const documentId = document.id;
    const { signers } = await owner.signing.sendDocument({
      documentId,
      signers: [{ name: 'Bob Boss', email: 'bob@example.com', role: 'approver' }],
      ...more,
    });
    const signerId = signers[0]?.id ?? '';
    const { url, embedUrl } = await owner.signing.createSigningLink({ documentId, signerId });
    return { signerId, url, embedUrl: embedUrl ?? '' };
  }

  /** A page of a web app that holds this address in a frame, and keeps the messages that it is sent. */
  async function framed(address: string, origin = app): Promise<Frame> {
    await page().route(`${origin}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Contracts</title><iframe title="Sign" src="${address}" width="340" height="700"></iframe>
          <script>told = []; addEventListener('message', ({ origin, data }) => told.push({ origin, data }));</script>`,
      }),
    );
    await page().goto(`${origin}/contracts/7`);
    const frame = page().frames()[1];
    if (frame === undefined) throw new Error('The page has no frame');
    return frame;
  }
  const told = (of: Page = page()) => of.evaluate<readonly { origin: string; data: unknown }[]>('told');
  const reaches = (frame: Frame, name: string) =>
    frame.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  async function approve(frame: Frame) {
    await reaches(frame, 'Please approve: Rental agreement');
    await frame.getByRole('checkbox', { name: /^I have read/ }).check();
    await frame.getByRole('button', { name: 'Approve the document' }).click();
    await reaches(frame, 'Thank you, you have approved');
  }

  it('the app that the workspace names shows the link, and is told once when the person is done', async () => {
    const { signerId, embedUrl } = await waiting(ada, { redirectUrl: `${app}/thanks` });
    const frame = await framed(embedUrl);
    await approve(frame);

    const message = {
      origin: story.installation.baseUrl,
      data: { type: 'chancery.signing.completed', signerId },
    };
    expect(await told()).to.deep.equal([message]);
    expect(JSON.stringify(await told())).to.not.match(secretForm);
    // The app decides what comes next: the frame goes nowhere by itself, and its link leaves the frame.
    const onward = frame.getByRole('link', { name: 'Go on to the sender’s page' });
    expect(await onward.getAttribute('target')).to.equal('_top');
    expect(await frame.getByText(/You are taken to/).count()).to.equal(0);
    await frame.goto(frame.url());
    await reaches(frame, 'Thank you, you have approved');
    expect(await told()).to.deep.equal([message]);
    await onward.click();
    await page().waitForURL(`${app}/thanks`);
  });

  it('the app is told of a person who declines, and not why', async () => {
    const { signerId, embedUrl } = await waiting();
    const frame = await framed(embedUrl);
    await frame.getByRole('button', { name: 'I do not approve' }).click();
    await frame.getByLabel('Your reason').fill('Not like this.');
    await frame.getByRole('button', { name: 'Yes, decline' }).click();
    await reaches(frame, 'You have declined');

    expect((await told()).map(({ data }) => data)).to.deep.equal([
      { type: 'chancery.signing.declined', signerId },
    ]);
  });

  it('the browser shows the page in no frame of another origin, and /sign in none at all', async () => {
    const { url, embedUrl } = await waiting();
    for (const [address, origin] of [
      [embedUrl, stranger],
      [url, app],
      [url, stranger],
    ] as const) {
      const refused = page().waitForEvent('console', {
        predicate: (said) => /frame-ancestors/.test(said.text()),
      });
      const frame = await framed(address, origin);
      await refused;
      expect(await frame.content(), address).to.not.include('Chancery');
      expect(await told()).to.deep.equal([]);
    }
    // One frame in another: whoever holds the outer one must be named too.
    await framed(embedUrl, app);
    await page().route(`${stranger}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${app}/contracts/7"></iframe>` }),
    );
    const refused = page().waitForEvent('console', {
      predicate: (said) => /frame-ancestors/.test(said.text()),
    });
    await page().goto(`${stranger}/around`);
    await refused;
  });

  it('a link of a workspace that names nobody leads nowhere in the frame of one that does', async () => {
    const bea = await peopleOf(story.installation).registerVerified('bea@example.com', 'Bea');
    const { url, embedUrl } = await waiting(bea);
    expect(embedUrl).to.equal('');
    const own = await waiting();
    const address = own.embedUrl.split('#')[0] + new URL(url).hash;
    const frame = await framed(address);

    await reaches(frame, 'This link leads nowhere');
    expect(await frame.content()).to.not.include('Rental agreement');
  });

  it('opened without a frame it is the same page, and speaks to nobody', async () => {
    const { embedUrl } = await waiting();
    await page().goto(embedUrl);
    await approve(page().mainFrame());
    expect(await story.visitor.findings('frame-page-alone')).to.deep.equal([]);
  });
});
