import { fileURLToPath } from 'node:url';
import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { nodeOptions, type RunningServer, startServer } from '../testing/running-server.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe('examples/compliance-pack', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.stop());

  const pack = (...args: readonly string[]) =>
    server.run(process.execPath, [...nodeOptions, beside('compliance-pack.ts'), ...args], {
      CHANCERY_EMAIL: server.demo.email,
      CHANCERY_PASSWORD: server.demo.password,
    });

  async function signedIn(): Promise<Chancery> {
    const session = memorySession();
    const chancery = new Chancery({ baseUrl: server.baseUrl, session });
    const { email, password } = server.demo;
    const signIn = await chancery.identity.login({ email, password });
    if (!isSession(signIn)) throw new Error('The demo account has no second factor');
    await session.save(signIn);
    return chancery;
  }

  it('sets a trade up from its file once, and reports what is missing until everything is there', async () => {
    const file = beside('home-care.json');
    const first = await pack('set-up', file);
    expect(first, first.stderr).to.include({ exitCode: 0 });
    expect(first.stdout)
      .to.include('policy: Two years after it was issued\n')
      .and.include('type: Nursing licence\nNursing licence: Until the date on the paper\n')
      .and.match(/Home care is set up\.\n$/);
    const again = await pack('set-up', file);
    expect(again.stdout, again.stderr).to.equal('Home care is set up.\n');

    const empty = await pack('missing', file);
    expect(empty).to.include({ exitCode: 1 });
    expect(empty.stdout).to.equal(
      'Liability insurance: no document yet\nNursing licence: no document yet\nFirst aid certificate: no document yet\nCare contract: no document yet\n',
    );

    const chancery = await signedIn();
    const types = new Map<string, string>();
    for await (const { key, id } of chancery.lifecycle.listDocumentTypesAll()) types.set(key, id);
    const { user } = await chancery.identity.getMe();
    const aPdf = (name: string) => ({ name, content: Buffer.from(`%PDF-1.7\n${name}\n`) });
    const filed = async (key: string, dates: object) => {
      const { document } = await chancery.documents.uploadDocument({ file: aPdf(`${key}.pdf`) });
      const typeId = types.get(key);
      await chancery.lifecycle.configureDocumentLifecycle({ documentId: document.id, typeId, ...dates });
      return document.id;
    };
    const inTwoYears = `${new Date().getUTCFullYear() + 2}-06-30`;
    const insurance = await filed('liability_insurance', { statedExpiresOn: inTwoYears });
    await filed('nursing_licence', { ownerUserId: user.id });
    await filed('first_aid_certificate', {});
    await filed('care_contract', { effectiveOn: '2026-01-01', statedExpiresOn: inTwoYears });
    const some = await pack('missing', file);
    expect(some, some.stderr).to.include({ exitCode: 1 });
    expect(some.stdout.split('\n'))
      .to.include('Liability insurance, liability_insurance.pdf: name somebody who keeps it in force')
      .and.include('Liability insurance, liability_insurance.pdf: state its number')
      .and.include('Nursing licence, nursing_licence.pdf: state its date')
      .and.include('First aid certificate, first_aid_certificate.pdf: state its date')
      .and.include('Care contract, care_contract.pdf: confirm its date');

    await chancery.lifecycle.configureDocumentLifecycle({
      documentId: insurance,
      typeId: types.get('liability_insurance'),
      ownerUserId: user.id,
      statedExpiresOn: inTwoYears,
      identifiers: [{ kind: 'policy_number', value: 'PL-2026-00431' }],
    });
    await chancery.lifecycle.confirmDocumentExpiration({ documentId: insurance, expiresOn: inTwoYears });
    const rest = await pack('missing', file);
    expect(rest.stdout, rest.stderr).not.to.include('Liability insurance');
  });

  it('says of a file that is no pack what it has to hold', async () => {
    const wrong = await pack('set-up', beside('package.json'));
    expect(wrong.exitCode).not.to.equal(0);
    expect(wrong.stderr).to.include('is no pack: it has to hold a list of policies and a list of types.');
  });
});
