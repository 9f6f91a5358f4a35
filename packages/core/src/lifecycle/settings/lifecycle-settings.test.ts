import { failureOf, faultsOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function deciding() {
  const here = await lifecycleOffice();
  const { lifecycle, owner } = here;
  return {
    ...here,
    settings: async () => (await lifecycle.getLifecycleSettings({}, owner.session)).settings,
    decide: async (input: Parameters<typeof lifecycle.updateLifecycleSettings>[0], as = owner) =>
      (await lifecycle.updateLifecycleSettings(input, as.session)).settings,
  };
}

describe('the lifecycle settings of a workspace', () => {
  it('follow its language until somebody sets them, and again once they are cleared', async () => {
    const { settings, decide, chancery, owner } = await deciding();
    const usual = {
      dateOrder: 'dmy',
      extractionLanguages: ['en'],
      autoExtract: true,
      ocr: 'auto',
      specimenAllowed: false,
      externalNotices: false,
      trashDays: 30,
      digestDay: null,
      updatedAt: null,
      version: 1,
    };
    expect(await settings()).to.deep.equal(usual);

    await chancery.workspace.updateSettings({ defaultLocale: 'de-CH' }, owner.session);
    expect((await settings()).extractionLanguages).to.deep.equal(['de', 'en']);
    const set = await decide({ dateOrder: 'mdy', extractionLanguages: ['fr'], trashDays: 60 });
    expect(set).to.deep.include({ dateOrder: 'mdy', extractionLanguages: ['fr'], trashDays: 60, version: 2 });
    const cleared = await decide({ dateOrder: null, extractionLanguages: null });

    expect(cleared).to.deep.include({
      dateOrder: 'dmy',
      extractionLanguages: ['de', 'en'],
      trashDays: 60,
      version: 3,
    });
  });

  it('tell the ledger what was changed, and nothing if nothing was', async () => {
    const { decide, happened } = await deciding();

    await decide({ trashDays: 60, ocr: 'auto' });
    await decide({ trashDays: 60 });

    const events = (await happened()).filter(({ type }) => type === 'lifecycle.settings_changed');
    expect(events.map(({ facts }) => facts)).to.deep.equal([{ changed: ['trashDays'] }]);
  });

  it('are for owners and admins, of one version, and within their bounds', async () => {
    const { lifecycle, decide, bo } = await deciding();

    expect(await failureOf(lifecycle.getLifecycleSettings({}, bo.session))).to.equal('permission.denied');
    expect(await failureOf(decide({ trashDays: 60 }, bo))).to.equal('permission.denied');
    await decide({ trashDays: 60 });
    expect(await failureOf(decide({ trashDays: 61, expectedVersion: 1 }))).to.equal('version_conflict');
    expect(await faultsOf(decide({ trashDays: 366 }))).to.deep.equal(['/trashDays field.out_of_range']);
    expect(await faultsOf(decide({ extractionLanguages: ['de', 'de'] }))).to.deep.equal([
      '/extractionLanguages field.duplicate',
    ]);
  });

  it('lose nothing when two people change them at once', async () => {
    const { decide, settings } = await deciding();

    await Promise.all([decide({ trashDays: 60 }), decide({ ocr: 'never' }), decide({ dateOrder: 'mdy' })]);

    expect(await settings()).to.include({ trashDays: 60, ocr: 'never', dateOrder: 'mdy', version: 4 });
  });

  it('LIB-9: say how long a document stays in the trash before it is purged', async () => {
    const { decide, upload, documents, owner, clock } = await deciding();
    await decide({ trashDays: 3 });
    const { id } = await upload();

    const { document } = await documents.trashDocument({ documentId: id }, owner.session);

    const wait = Date.parse(document.purgeAfter ?? '') - Date.parse(clock.now());
    expect(wait).to.equal(3 * 86_400_000);
  });

  it('say how documents are read if neither a request nor their type does', async () => {
    const { decide, lifecycle, upload, owner } = await deciding();
    await decide({ extractionLanguages: ['fr', 'en'], ocr: 'never' });
    const { id } = await upload();

    const { extraction } = await lifecycle.startDocumentExtraction({ documentId: id }, owner.session);

    expect(extraction).to.deep.include({ languages: ['fr', 'en'], ocr: 'never' });
  });
});
