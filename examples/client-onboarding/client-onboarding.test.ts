import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sharedChromium } from '../../packages/server/src/stories/testing/chromium.ts';
import { visit } from '../../packages/server/src/stories/testing/page-visitor.ts';
import { nodeOptions, type RunningServer, startServer } from '../testing/running-server.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const aScan = (name: string, sizeBytes = 5000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(sizeBytes, `${name}\n`)]),
});

describe('examples/client-onboarding', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.stop());

  const app = (...args: readonly string[]) =>
    server.run(process.execPath, [...nodeOptions, beside('client-onboarding.ts'), ...args], {
      CHANCERY_EMAIL: server.demo.email,
      CHANCERY_PASSWORD: server.demo.password,
    });
  const review = (requestId: string) => server.run('bash', [beside('review.sh'), requestId]);
  const linkIn = (text: string) => /http:\S+\/upload#token=[\w-]{43}/.exec(text)?.[0] ?? '';

  /** The client opens the link and sends a file for each of these things, after reading what the page says. */
  async function answer(
    link: string,
    files: Readonly<Record<string, ReturnType<typeof aScan>>>,
    says: string,
  ): Promise<void> {
    const { page, faults, close } = await visit(await sharedChromium(), server.baseUrl);
    try {
      await page.goto(link);
      await page.getByText(says).first().waitFor();
      for (const [thing, file] of Object.entries(files))
        await page.getByRole('region', { name: thing }).locator('input').first().setInputFiles(file);
      await page.getByRole('button', { name: /^Send / }).click();
      await page.getByRole('heading', { name: 'Everything that is needed has arrived' }).waitFor();
      expect(faults).to.deep.equal([]);
    } finally {
      await close();
    }
  }

  it('asks by the SDK, is answered in a browser, reviewed by the CLI, and filed', async () => {
    const { email, password } = server.demo;
    const signIn = await server.run(
      'bash',
      ['-c', `printf %s "$PASSWORD" | chancery auth login --email ${email} --password-stdin`],
      { PASSWORD: password },
    );
    expect(signIn, signIn.stderr).to.include({ exitCode: 0 });

    const asked = await app('ask', 'Clara Client', 'clara@client.example');
    expect(asked, asked.stderr).to.include({ exitCode: 0, stderr: '' });
    const [, requestId = ''] = /^request ([\w-]{36})$/m.exec(asked.stdout) ?? [];
    await answer(
      linkIn(asked.stdout),
      { 'Passport or identity card': aScan('passport.pdf'), 'Signed mandate': aScan('mandate.pdf', 20) },
      'A photograph with your phone is enough, if every word can be read.',
    );

    const first = await review(requestId);
    expect(first, first.stderr).to.include({ exitCode: 0, stderr: '' });
    expect(first.stdout).to.match(
      /^rejected mandate\.pdf\nPassport or identity card: passport\.pdf is accepted, as document [\w-]{36}\.\nagain by http:\S+\n$/,
    );
    await answer(
      linkIn(first.stdout),
      { 'Signed mandate': aScan('whole mandate.pdf') },
      'Not accepted: This file is too small to be a scan. Please send it again.',
    );
    const second = await review(requestId);
    expect(second.stdout).to.match(/whole mandate\.pdf is accepted, as document [\w-]{36}\.\ncomplete\n$/);

    const filed = await app('filed', 'Clara Client');
    expect(filed.stdout).to.equal('Passport: passport.pdf\nContract: whole mandate.pdf\n');
  });

  it('uses the same template and folder for whoever is asked again, and makes no second request after a crash', async () => {
    const [first, second] = [
      await app('ask', 'Edgar Example', 'edgar@client.example'),
      await app('ask', 'Edgar Example', 'edgar@client.example'),
    ];

    const idIn = (text: string) => /^request ([\w-]{36})$/m.exec(text)?.[1];
    expect(second, second.stderr).to.include({ exitCode: 0, stderr: '' });
    expect(idIn(second.stdout)).to.equal(idIn(first.stdout));
    expect(linkIn(second.stdout))
      .to.match(/token=/)
      .and.not.equal(linkIn(first.stdout));
  });
});
