import { failureOf, faultsOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function deciding() {
  const here = await recordOffice();
  const { chancery, owner } = here;
  const { governance } = chancery;
  return {
    ...here,
    governance,
    settings: async (as = owner) =>
      (await governance.getGovernanceOverview({}, as.session)).overview.settings,
    decide: async (input: Parameters<typeof governance.updateRecordSettings>[0], as = owner) =>
      (await governance.updateRecordSettings(input, as.session)).settings,
  };
}

describe('the settings about records', () => {
  it('follow the language of the workspace until somebody sets them, and again once they are cleared', async () => {
    const { settings, decide, chancery, owner } = await deciding();
    expect(await settings()).to.deep.equal({
      subjectDirectory: 'workspace',
      auditReads: 'restricted',
      intelligence: { externalEnabled: false, restrictedToProvider: false },
      backupRetentionDays: 35,
      searchLanguage: 'english',
      breakGlassNotify: [],
      updatedAt: null,
      version: 1,
    });

    await chancery.workspace.updateSettings({ defaultLocale: 'de-CH' }, owner.session);
    expect((await settings()).searchLanguage).to.equal('german');
    await chancery.workspace.updateSettings({ defaultLocale: 'ja' }, owner.session);
    expect((await settings()).searchLanguage).to.equal('simple');
    expect((await decide({ searchLanguage: 'french' })).searchLanguage).to.equal('french');
    expect(await decide({ searchLanguage: null })).to.include({ searchLanguage: 'simple', version: 3 });
  });

  it('change by themselves, each part of intelligence too, and tell the ledger what was changed', async () => {
    const { decide, happened, cy } = await deciding();

    await decide({ intelligence: { externalEnabled: true }, auditReads: 'all' });
    const after = await decide({
      intelligence: { restrictedToProvider: true },
      breakGlassNotify: [cy.id, cy.id],
    });
    await decide({ auditReads: 'all' });

    expect(after).to.deep.include({
      intelligence: { externalEnabled: true, restrictedToProvider: true },
      auditReads: 'all',
      breakGlassNotify: [cy.id],
      version: 3,
    });
    const events = (await happened()).filter(({ type }) => type === 'records.settings_changed');
    expect(events.map(({ facts }) => facts)).to.deep.equal([
      { changed: ['auditReads', 'externalIntelligence'] },
      { changed: ['restrictedToProvider', 'breakGlassNotify'] },
    ]);
  });

  it('are changed by owners, of one version, within their bounds, and name active members', async () => {
    const { decide, settings, admin, bo } = await deciding();

    expect(await failureOf(settings(bo))).to.equal('permission.denied');
    expect(await failureOf(decide({ auditReads: 'all' }, admin))).to.equal('permission.denied');
    await decide({ auditReads: 'all' });
    expect(await failureOf(decide({ auditReads: 'restricted', expectedVersion: 1 }))).to.equal(
      'version_conflict',
    );
    expect(await faultsOf(decide({ backupRetentionDays: 3651 }))).to.deep.equal([
      '/backupRetentionDays field.out_of_range',
    ]);
    expect(await faultsOf(decide({ breakGlassNotify: [`usr_${'0'.repeat(32)}`] }))).to.deep.equal([
      '/breakGlassNotify/0 field.invalid',
    ]);
  });

  it('lose nothing when two people change them at once', async () => {
    const { decide, settings } = await deciding();

    await Promise.all([
      decide({ auditReads: 'all' }),
      decide({ backupRetentionDays: 40 }),
      decide({ subjectDirectory: 'case_team' }),
    ]);

    expect(await settings()).to.include({
      auditReads: 'all',
      backupRetentionDays: 40,
      subjectDirectory: 'case_team',
      version: 4,
    });
  });
});
