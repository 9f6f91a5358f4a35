import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sealKeyStore } from '@chancery/adapters-persistence';
import { aPdfLetter } from '@chancery/core/testing';
import { expect } from 'chai';
import { openApplication } from './application.ts';
import { loadConfiguration } from './configuration.ts';
import { openLog } from './log.ts';
import { sealCommand } from './seal-command.ts';
import { commandText, type HostedWorld, hostedWorld } from './testing/host-command.ts';
import { verifyDocument } from './verify-document.ts';

const execute = promisify(execFile);
const said = (program: string, ...options: readonly string[]) =>
  execute(program, [...options]).then(
    ({ stdout }) => stdout,
    ({ stdout }) => String(stdout),
  );

describe('the commands of the seal', () => {
  let here: HostedWorld;
  let folder: string;
  const at = (name: string) => join(folder, name);
  before(async () => {
    here = await hostedWorld();
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    await writeFile(at('letter.pdf'), aPdfLetter());
  });
  after(async () => {
    await here.end();
    await rm(folder, { recursive: true });
  });
  const seal = (name: string, given: object = {}, more: object = {}) =>
    here.run(() => sealCommand({ ...here.environment, ...more }, name, { ...given }));
  const rootsAt = async (path: string) => {
    const { out } = await commandText(() => sealCommand(here.environment, 'seal export-root', {}));
    await writeFile(path, out);
    return new X509Certificate(out);
  };

  for (const algorithm of ['rsa-3072', 'ec-p256'])
    it(`SEA-1: seal test seals a file with a self-made key of kind ${algorithm} that poppler trusts`, async () => {
      const more = { CHANCERY_SEAL_ALGORITHM: algorithm };
      const { code, answer } = await seal(
        'seal test',
        { file: at('letter.pdf'), output: at('sealed.pdf') },
        more,
      );

      expect([code, (answer as { level: string }).level]).to.deep.equal([0, 'B-B']);
      await rootsAt(at('root.pem'));
      await rm(at('nss'), { recursive: true, force: true });
      await execute('mkdir', [at('nss')]);
      await execute('certutil', ['-N', '-d', `sql:${at('nss')}`, '--empty-password']);
      const trusted = ['-n', 'root', '-t', 'CT,C,C', '-i', at('root.pem')];
      await execute('certutil', ['-A', '-d', `sql:${at('nss')}`, ...trusted]);
      const shown = await said('pdfsig', '-nssdir', at('nss'), at('sealed.pdf'));
      for (const line of ['Signature is Valid.', 'Certificate is Trusted.', 'Total document signed'])
        expect(shown).to.include(line);
      expect(await said('qpdf', '--check', at('sealed.pdf'))).to.include(
        'No syntax or stream encoding errors',
      );
    });

  it('SEA-18: documents verify ends with 0 for a whole file, 1 for a changed one or one of others, 2 for no PDF', async () => {
    await seal('seal test', { file: at('letter.pdf'), output: at('sealed.pdf') });
    await rootsAt(at('root.pem'));
    const other = await hostedWorld();
    const { out } = await commandText(() => sealCommand(other.environment, 'seal export-root', {}));
    await other.end();
    await writeFile(at('other.pem'), out);
    const bytes = await readFile(at('sealed.pdf'));
    const place = bytes.indexOf('/MediaBox') + 14;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    await writeFile(at('changed.pdf'), bytes);
    await writeFile(at('note.txt'), 'no PDF');
    const verified = (given: object) => commandText(() => verifyDocument({}, { ...given }));

    const good = await verified({ file: at('sealed.pdf'), root: at('root.pem') });
    expect([good.code, good.out]).to.satisfy(
      ([code, text]: [number, string]) => code === 0 && !text.includes('BAD'),
    );
    expect(good.out).to.include('good: The certificate of the seal was issued by a root that was given.');
    expect(good.out).to.include('not checked: The seal has no time-stamp');
    const open = await verified({ file: at('sealed.pdf') });
    expect([open.code, open.out.includes('not checked: No root certificate was given')]).to.deep.equal([
      0,
      true,
    ]);
    const changed = await verified({ file: at('changed.pdf'), root: at('root.pem') });
    expect([
      changed.code,
      changed.out.includes('BAD: The file was changed after it was sealed'),
    ]).to.deep.equal([1, true]);
    expect((await verified({ file: at('sealed.pdf'), root: at('other.pem') })).code).to.equal(1);
    expect((await verified({ file: at('letter.pdf') })).code).to.equal(1);
    for (const file of ['note.txt', 'missing.pdf'])
      expect((await verified({ file: at(file) })).code).to.equal(2);
    expect((await verified({ file: at('sealed.pdf'), root: at('note.txt') })).code).to.equal(2);
  });

  it('SEA-20: show names the root, and renew gives a workspace another key', async () => {
    const application = await openApplication(loadConfiguration(here.environment), openLog('silent'));
    const { workspaceId } = here;
    const { clock } = application.chancery.ports;
    await application.openRoot();
    const { fingerprint } = await application.sealing.keys.keyOf(
      { workspaceId, name: 'Praxis' },
      clock.now(),
    );
    await application.close();

    const before = await seal('seal show');
    const renewed = await seal('seal renew', { workspace: workspaceId });
    const after = await seal('seal show');

    const root = await rootsAt(at('root.pem'));
    const hex = root.fingerprint256.replaceAll(':', '').toLowerCase();
    type Shown = { roots: { fingerprint: string }[]; seals: { fingerprint: string; name: string }[] };
    const [first, second] = [before.answer as Shown, after.answer as Shown];
    expect(first.roots.map((each) => each.fingerprint)).to.deep.equal([hex]);
    expect(first.seals.map((each) => [each.name, each.fingerprint])).to.deep.equal([['Praxis', fingerprint]]);
    expect(second.seals[0]?.fingerprint).to.not.equal(fingerprint);
    expect((renewed.answer as { renewed: Shown['seals'] }).renewed[0]?.fingerprint).to.equal(
      second.seals[0]?.fingerprint,
    );
    const stored = await sealKeyStore(here.database).leaf(workspaceId);
    for (const text of [JSON.stringify(first), JSON.stringify(second)]) {
      expect(text).to.not.include('PRIVATE');
      expect(text).to.not.include(Buffer.from(stored?.privateSealed ?? '').toString('base64'));
    }
  });

  it('says which setting is at fault where the files of the operator cannot be used', async () => {
    const more = { CHANCERY_SEAL_KEY_FILE: at('missing.pem'), CHANCERY_SEAL_CERT_FILE: at('missing.pem') };

    const tried = await seal('seal test', { file: at('letter.pdf') }, more);
    const renewed = await seal('seal renew', {}, more);

    expect([tried.code, tried.said]).to.deep.equal([
      5,
      'chancery: The key of the seal cannot be read or does not sign. The file of CHANCERY_SEAL_KEY_FILE cannot be read (ENOENT).\n',
    ]);
    expect([renewed.code, renewed.said.includes('CHANCERY_SEAL_KEY_FILE')]).to.deep.equal([5, true]);
  });

  it('names what is wrong with a file or a workspace', async () => {
    await writeFile(at('note.txt'), 'no PDF');

    expect((await seal('seal test', { file: at('nowhere.pdf') })).code).to.equal(2);
    expect((await seal('seal test', { file: at('note.txt') })).said).to.include('no PDF that can be sealed');
    expect((await seal('seal renew', { workspace: 'mine' })).code).to.equal(2);
  });

  it('refuses settings of the seal that do nothing by themselves', () => {
    for (const given of [
      { CHANCERY_SEAL_KEY_FILE: 'key.pem' },
      { CHANCERY_SEAL_KEY_PASSPHRASE: 'secret words' },
      { CHANCERY_TSA_POLICY: 'require' },
      { CHANCERY_TSA_URL: 'http://tsa.example.org' },
    ])
      expect(() => loadConfiguration(given))
        .to.throw()
        .with.property('message')
        .that.does.not.include('secret words');
  });
});
