import { failureOf, faultsOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('templates of entries', () => {
  it('are created with their first version, and written by owners, admins and records managers', async () => {
    const { template, records, admin, bo, guest, clear, happened } = await noteOffice();
    const made = await template();

    expect([made.currentVersion, made.versions.length, made.status, made.reviewPolicy]).to.deep.equal([
      1,
      1,
      'active',
      'peer',
    ]);
    expect(made.versions[0]?.sections[1]?.options[0]).to.deep.equal({ value: 'calm', label: 'Calm' });
    const types = (await happened()).map(({ type }) => type);
    expect(types.slice(-2)).to.deep.equal(['template.created', 'template.version_created']);
    const change = (as: typeof bo) =>
      failureOf(records.updateRecordTemplate({ templateId: made.id, name: `By ${as.id}` }, as.session));
    expect(await change(bo)).to.equal('permission.denied');
    expect(await change(guest)).to.equal('permission.denied');
    await clear(bo, 0, ['records_manager']);
    expect([await change(bo), await change(admin)]).to.deep.equal(['none', 'none']);
    expect(await failureOf(template())).to.equal('template.code_taken');
    const listed = await records.listRecordTemplates({}, guest.session);
    expect(listed.templates.map(({ code }) => code)).to.deep.equal(['progress_note']);
  });

  it('REC-53: have versions that never change, and none with the sections of the one before', async () => {
    const { template, records, owner, sql } = await noteOffice();
    const { id: templateId } = await template();
    const next = (sections: readonly object[], input: object = {}) =>
      records.createRecordTemplateVersion(
        { templateId, sections: sections as never, ...input },
        owner.session,
      );
    const plan = [{ key: 'plan', title: 'Plan', kind: 'text' }];

    const { templateVersion, template: after } = await next(plan, { changeNote: 'Shorter' });

    expect([templateVersion.number, templateVersion.changeNote]).to.deep.equal([2, 'Shorter']);
    expect(after.versions.map(({ number }) => number)).to.deep.equal([1, 2]);
    expect(await failureOf(next(plan))).to.equal('template.unchanged');
    expect(await failureOf(next(plan, { expectedVersion: 1 }))).to.equal('version_conflict');
    const digests = await sql<{ sha256: string }>(
      'select sha256 from record_template_versions where template_id = $1 order by number',
      [templateId],
    );
    expect(digests.map(({ sha256 }) => sha256)).to.deep.equal(after.versions.map(({ sha256 }) => sha256));
  });

  it('take no new entries once they are archived, and are found by what they are for', async () => {
    const { template, records, owner, begin } = await noteOffice();
    const { id: templateId } = await template({ caseTypes: ['custody'] });
    await template({ code: 'report', name: 'Report', entryType: 'report' });
    const list = async (input: object = {}) =>
      (await records.listRecordTemplates(input, owner.session)).templates.map(({ code }) => code);

    expect(await list()).to.deep.equal(['progress_note', 'report']);
    expect(await list({ caseType: 'general' })).to.deep.equal(['report']);
    expect(await list({ entryType: 'note' })).to.deep.equal(['progress_note']);
    await records.updateRecordTemplate({ templateId, status: 'archived' }, owner.session);
    expect(await failureOf(begin({ templateId, body: undefined }))).to.equal('template.archived');
    const again = { templateId, sections: [{ key: 'plan', title: 'Plan', kind: 'text' as const }] };
    expect(await failureOf(records.createRecordTemplateVersion(again, owner.session))).to.equal(
      'template.archived',
    );
    expect([await list(), await list({ status: 'archived' }), await list({ status: 'all' })]).to.deep.equal([
      ['report'],
      ['progress_note'],
      ['progress_note', 'report'],
    ]);
    await records.updateRecordTemplate({ templateId, status: 'active' }, owner.session);
    expect((await begin({ templateId, body: undefined })).template?.id).to.equal(templateId);
  });

  it('say what is wrong with their sections', async () => {
    const { template } = await noteOffice();
    const faults = (...sections: object[]) =>
      faultsOf(
        template({ sections: sections.map((each) => ({ key: 'a', title: 'A', kind: 'text', ...each })) }),
      );

    expect(await faults({}, {})).to.deep.equal(['/sections/1/key field.duplicate']);
    expect(await faults({ kind: 'choice' })).to.deep.equal(['/sections/0/options field.invalid']);
    expect(await faults({ options: [{ value: 'x', label: 'X' }] })).to.deep.equal([
      '/sections/0/options field.invalid',
    ]);
    expect(await faults({ min: 1 })).to.deep.equal(['/sections/0/max field.invalid']);
    expect(await faults({ minLength: 5, maxLength: 4 })).to.deep.equal([
      '/sections/0/maxLength field.out_of_range',
    ]);
    expect(await faults({ kind: 'number', min: 5, max: 4 })).to.deep.equal([
      '/sections/0/max field.out_of_range',
    ]);
    expect(await faults({ kind: 'number', max: 4, defaultValue: 5 })).to.deep.equal([
      '/sections/0/defaultValue field.out_of_range',
    ]);
    expect(await faults({ kind: 'date', defaultValue: '2026-02-30' })).to.deep.equal([
      '/sections/0/defaultValue field.invalid',
    ]);
  });

  it('REC-90: are at most five hundred that are not archived', async () => {
    const { template, sql } = await noteOffice();
    const { id } = await template();
    await sql(
      `insert into record_templates select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'code', 'copy_' || n))).*
       from record_templates t, generate_series(1, 499) n where t.id = $1`,
      [id],
    );

    expect(await failureOf(template({ code: 'one_more' }))).to.equal('template.limit');
  });
});
