import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operation, operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { commandPathOf } from './command-names.ts';
import { examplesOf } from './example-lines.ts';
import { pathOf } from './groups.ts';
import { run } from './run.ts';
import { helpPages, isRunnable, parsingProgram, shellWords } from './testing/help-pages.ts';

/** Of the right form, and known to no service: an example with it is understood and finds nothing. */
function variable(name: string): string {
  if (name === 'SIZE' || name === 'SEQ') return '1';
  if (name === 'SINCE') return '2026-11-22T09:00:00Z';
  if (name === 'WORKSPACE_ID') return `workspace_${'a'.repeat(26)}`;
  if (name === 'TOKEN') return 'x'.repeat(43);
  if (name === 'JOIN_CODE') return 'kwmtf-hprzd';
  if (name === 'CODE') return 'no_such_pack';
  return name === 'USER_ID' ? `usr_${'0'.repeat(32)}` : '01900000-0000-7000-8000-000000000000';
}

describe('the help of chancery', () => {
  const pages = helpPages();

  it('has examples on every page, of the command itself or of what is below it', () => {
    const without = pages.filter(({ examples }) => examples.length === 0).map(({ name }) => name);
    const astray = pages.flatMap(({ name, examples }) =>
      examples.filter((line) => !`${line} `.startsWith(`${name} `)).map((line) => `${name}: ${line}`),
    );
    expect({ without, astray }).to.deep.equal({ without: [], astray: [] });
    expect(pages.length).to.be.greaterThan(200);
  });

  it('shows no example that the command would not understand', async () => {
    const wrong: string[] = [];
    let reached: string[] = [];
    const program = parsingProgram((each) => reached.push(pathOf(each).join(' ')));
    for (const { name, command, examples } of pages)
      for (const line of examples) {
        reached = [];
        const [, ...words] = shellWords(line, variable);
        const fault = await program.parseAsync(words, { from: 'user' }).then(
          () => null,
          (error: Error) => error.message,
        );
        if (fault !== null || (isRunnable(command) && reached[0] !== name))
          wrong.push(`${name}: ${line}: ${fault ?? `runs ${reached[0]}`}`);
      }
    expect(wrong).to.deep.equal([]);
  });

  it('is never wider than the terminal, save for an example to copy', () => {
    const wide = pages.flatMap(({ name, text }) =>
      (text.split('\nEXAMPLES\n')[0] ?? '')
        .split('\n')
        .filter((line) => line.length > 80 && !line.startsWith('Usage: '))
        .map((line) => `${name}: ${line}`),
    );
    expect(wide).to.deep.equal([]);
  });

  it('shows both flags of a yes or no, and neither the former names nor a flag for a key', () => {
    const page = (name: string) => pages.find((each) => each.name === name)?.text ?? '';
    expect(page('chancery meetings create'))
      .to.include('--[no-]settings.mute-on-entry')
      .and.include('--settings.admission <text>');
    expect(pages.map(({ name }) => name)).not.to.include('chancery meetings create-meeting');
    expect(page('chancery meetings list')).not.to.include('--api-key');
  });

  it('names the values of the pairs that things are written in, as the contract declares them', () => {
    const page = (name: string) => pages.find((each) => each.name === name)?.text.replace(/\s+/g, ' ') ?? '';
    const signer = 'role (signer, approver, copy), order, verification (none, sms, email), note, language';
    expect(page('chancery signing request'))
      .to.include(`Keys: name, email, phone, ${signer}, timeZone.`)
      .and.include('kind (signature, initials, date, text, checkbox, name, email), page')
      .and.include('required (yes, no)');
    expect(page('chancery documents send')).to.include(signer);
    // Of a list in a pair too.
    expect(page('chancery file-requests create')).to.match(/acceptedTypes \(pdf, image,/);
  });

  describe('against a server', () => {
    let api: Served;
    let folder: string;
    before(async () => {
      api = await served();
      folder = mkdtempSync(join(tmpdir(), 'chancery-examples-'));
    });
    after(async () => {
      rmSync(folder, { recursive: true });
      await api.close();
    });

    async function chancery(line: string): Promise<{ exitCode: number; said: string }> {
      let said = '';
      const [, ...words] = shellWords(line, variable);
      const exitCode = await run(words, {
        operations,
        env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
        homeDirectory: folder,
        hostName: 'laptop',
        stdout: { write: () => true },
        stderr: { write: (text) => (said += text) },
        readInput: async () => '',
        ask: async (question) => (/\bcode\b/i.test(question) ? '123456' : 'correct horse battery staple'),
        fetch,
        loadHost: async () => null,
      });
      return { exitCode, said };
    }

    /** What ends a session or a workspace would end the examples after it, so it runs in the other tests. */
    const ending = /^(auth|account|workspace close)/;
    const understood = ({ exitCode }: { readonly exitCode: number }) => ![1, 2, 7].includes(exitCode);
    const runs = ({ binary, file }: Operation) => !binary && file === undefined;

    it('shows no example whose fields the service refuses', async () => {
      const refused: string[] = [];
      const lines = operations
        .filter((operation) => runs(operation) && !ending.test(commandPathOf(operation).join(' ')))
        .flatMap(examplesOf);
      for (const line of lines) {
        const result = await chancery(line);
        if (!understood(result)) refused.push(`${line} => ${result.exitCode} ${result.said}`);
      }
      expect(refused).to.deep.equal([]);
    });
  });
});
