import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { pageStory } from '../testing/page-story.ts';
import { aContract } from '../testing/signing-samples.ts';

const match = {
  match: 'sealed',
  workspaceName: 'Harbour Flats Ltd',
  sealedAt: '2026-11-23T12:00:00.000Z',
  level: 'b_b',
  sealCertificateFingerprint: 'c'.repeat(64),
  signerCount: 2,
  documentStatus: 'active',
  supersededBy: false,
};

describe('the page that checks a file', () => {
  const story = pageStory();
  const page = () => story.visitor.page;
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();
  const file = aContract();
  const sha256 = createHash('sha256').update(file).digest('hex');

  /** What is asked of the server, and what is sent with it. */
  async function answering(status: number, answer: object) {
    const asked: string[] = [];
    await page().route('**/api/v1/**', (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(`${route.request().method()} ${pathname} ${route.request().postData() ?? ''}`);
      return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(answer) });
    });
    return asked;
  }
  const choose = async () => {
    await story.open('/verify');
    await story.reaches('Is this file genuine?');
    await page()
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer: file });
  };

  it('hashes the file here, sends nothing but the digest, and says who sealed it', async () => {
    const asked = await answering(200, { success: true, data: match });
    const root = Buffer.from('a certificate in DER');
    await page().route('**/.well-known/chancery-seal-root.pem', (route) =>
      route.fulfill({
        contentType: 'application/x-pem-file',
        body: `About it\n-----BEGIN CERTIFICATE-----\n${root.toString('base64')}\n-----END CERTIFICATE-----\n`,
      }),
    );
    await choose();
    await sees('Yes, this is the sealed document');
    await sees('Harbour Flats Ltd');
    await sees('PAdES B-B');
    await sees('c'.repeat(64));
    await sees(createHash('sha256').update(root).digest('hex'));
    expect(asked).to.deep.equal([`GET /api/v1/document-verifications/${sha256} `]);
    expect(await story.visitor.findings('verify-match')).to.deep.equal([]);
  });

  it('SEA-17: says the usual reasons if the file is not known', async () => {
    const asked = await answering(404, {
      success: false,
      error: { code: 'verification.not_found', message: 'Nothing of this digest was sealed here.' },
    });
    await choose();
    await sees('This file is not known here');
    await sees(/It is another version/);
    await sees(sha256);
    expect(asked).to.have.length(1);
    expect(await story.visitor.findings('verify-unknown')).to.deep.equal([]);
  });

  it('says that the server was not reached, which is no verdict', async () => {
    await page().route('**/api/v1/**', (route) => route.abort('connectionreset'));
    await choose();
    await story.alerts('The server could not be reached.');
    expect(await page().getByText('not known here').count()).to.equal(0);
  });
});
