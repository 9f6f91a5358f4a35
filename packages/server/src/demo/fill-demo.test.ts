import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Application, openApplication } from '../application.ts';
import { loadConfiguration } from '../configuration.ts';
import { openLog } from '../log.ts';
import { fillDemo } from './fill-demo.ts';
import { demoCaller } from './office.ts';
import { type Demo, prepareDemo } from './prepare-demo.ts';

describe('the demo workspace', () => {
  let folder: string;
  let application: Application;
  let demo: Demo;
  let items: Awaited<ReturnType<typeof fillDemo>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-demo-'));
    application = await openApplication(
      loadConfiguration({ CHANCERY_DEV: 'true', CHANCERY_DATA_DIR: folder, CHANCERY_LISTEN: '127.0.0.1:0' }),
      openLog('silent'),
    );
    await application.database.migrate();
    await application.prepare();
    demo = await prepareDemo(application);
    await application.worker.start();
    items = await fillDemo(application, demo);
  });
  after(async () => {
    await application?.worker.stop();
    await application?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const openOf = (words: string) => {
    const item = items.find(({ what }) => what.includes(words));
    if (item === undefined) throw new Error(`Nothing of the demo is ${words}: ${JSON.stringify(items)}`);
    return item.open;
  };
  const shared = (words: string) =>
    application.chancery.documents.getDocumentShare(
      { token: openOf(words).split('#token=')[1] ?? '' },
      demoCaller(null),
    );

  it('has a contract that two people signed and that is sealed, and anybody opens it by the link', async () => {
    const { document } = await shared('signed and sealed contract');

    expect(document).to.include({ name: 'Engagement letter' });
  });

  it('has a certificate that ends soon, and a document under a legal hold', async () => {
    expect((await shared('certificate')).document).to.include({ name: 'Certificate of insurance' });
    expect((await shared('legal hold')).document).to.include({ name: 'Letter of complaint' });
  });

  it('has a case with two signed notes', async () => {
    const { chancery } = application;
    const login = await chancery.identity.login(
      { email: demo.email, password: demo.password },
      demoCaller(null),
    );
    const credential = 'accessToken' in login ? login.accessToken : null;
    const { entries } = await chancery.records.listCaseEntries(
      { caseId: openOf('signed notes').split(' ').at(-1) ?? '' },
      demoCaller(credential),
    );

    expect(entries.map(({ status }) => status)).to.deep.equal(['finalized', 'finalized']);
  });

  it('has the notes released to the client, who reads them by the link once the terms are accepted', async () => {
    const { governance } = application.chancery;
    const token = openOf('released to the client').split('#token=')[1] ?? '';

    const { package: before } = await governance.getPortal(
      { authorization: `Bearer ${token}` },
      demoCaller(null),
    );

    expect(before?.requires).to.deep.equal(['consent']);
    await governance.decidePortalConsent(
      {
        token,
        kind: 'release_terms',
        packageId: before?.id ?? '',
        decision: 'accept',
        signerName: 'Joan Clarke',
        signerRelationship: 'self',
        statementSha256: before?.terms?.sha256 ?? '',
        agreedToElectronic: true,
        typedSignature: 'Joan Clarke',
      },
      demoCaller(null),
    );
    const { package: after } = await governance.getPortal(
      { authorization: `Bearer ${token}` },
      demoCaller(null),
    );
    expect(after?.items.map(({ title }) => title)).to.have.members([
      'First interview',
      'Call with the landlord',
    ]);
  });

  it('is made once: a later start tells of what is there', async () => {
    const kept: Demo = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));

    expect(kept.items).to.deep.equal(items);
    expect(await fillDemo(application, kept)).to.deep.equal(items);
  });
});
