import { failureOf, faultsOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../../records/index.ts';
import { redisclosureNotice, wordsFor } from '../disclosures/portal-texts.ts';

async function packing() {
  const here = await noteOffice();
  const { governance } = here.chancery;
  const packsAs = (as = here.owner) => governance.listIndustryPacks({}, as.session);
  return {
    ...here,
    governance,
    packs: packsAs,
    pack: async (code: string) => {
      const found = (await packsAs()).packs.find((each) => each.code === code);
      if (found === undefined) throw new TypeError(`There is no pack ${code}`);
      return found;
    },
    make: async (input: object = {}, as = here.owner) =>
      (
        await governance.createIndustryPack(
          { code: 'our_practice', name: 'Our practice', ...input },
          as.session,
        )
      ).pack,
    adopt: (code: string, as = here.owner) => governance.adoptIndustryPack({ code }, as.session),
    templates: async () =>
      (await here.records.listRecordTemplates({}, here.owner.session)).templates.map(
        ({ code, packCode, reviewPolicy }) => ({ code, packCode, reviewPolicy }),
      ),
  };
}

describe('industry packs', () => {
  it('come with six of them, each with words in English and German, types, templates and values to start from', async () => {
    const { packs, chancery, owner } = await packing();

    const { packs: listed, activeCode, count } = await packs();
    expect([activeCode, count]).to.deep.equal([null, 6]);
    expect(
      listed.map(({ code, terminology, caseTypes, templates, retentionDefaults, workflow }) => [
        code,
        terminology['en']?.subject?.one,
        terminology['de']?.case?.other,
        caseTypes.map((type) => `${type.code}:${type.defaultConfidentiality}`).join(' '),
        templates.map((template) => template.code).join(' '),
        retentionDefaults.map(({ trigger, period }) => `${trigger}:${period}`).join(' '),
        `${workflow.reviewPolicy} ${workflow.lateEntryHours}`,
      ]),
    ).to.deep.equal([
      ['general', 'Subject', 'Fälle', 'general:standard', 'note report', 'case_closed:P7Y', 'author 72'],
      [
        'counselling',
        'Client',
        'Begleitungen',
        'individual:restricted couple:restricted process_notes:psychotherapy',
        'session_note process_note safety_plan',
        'last_encounter:P7Y',
        'author 48',
      ],
      [
        'healthcare',
        'Patient',
        'Behandlungsfälle',
        'general_medicine:confidential mental_health:restricted substance_use_programme:substance_use paediatrics:confidential',
        'soap assessment discharge_summary referral_letter',
        'last_encounter:P8Y last_encounter:P8Y last_encounter:P20Y',
        'author 48',
      ],
      [
        'human_resources',
        'Employee',
        'Akten',
        'employment:confidential recruitment:confidential grievance:restricted disciplinary:restricted executive:executive',
        'meeting_record investigation_report outcome_letter',
        'case_closed:P6Y case_closed:P1Y',
        'peer 72',
      ],
      [
        'legal',
        'Client',
        'Mandate',
        'litigation:legal_privileged advisory:legal_privileged family:legal_privileged criminal:legal_privileged',
        'attendance_note advice chronology instruction',
        'case_closed:P7Y',
        'peer 24',
      ],
      [
        'social_care',
        'Person',
        'Fälle',
        'adult_care:confidential child_protection:safeguarding looked_after:safeguarding',
        'visit_record assessment care_plan chronology',
        'case_closed:P8Y subject_birth:P75Y',
        'lead 24',
      ],
    ]);
    await chancery.workspace.updateSettings({ defaultLocale: 'de-AT' }, owner.session);
    expect((await packs()).packs.map(({ name }) => name)).to.include.members(['Gesundheitswesen', 'Recht']);
  });

  it('GOV-38: adopted adds its templates with its code, behind a code that is taken, and changes no record', async () => {
    const { adopt, templates, template, begin, read, happened, packs, governance, owner } = await packing();
    await template({ code: 'soap', name: 'Mine' });
    const before = await begin();

    const { pack, created } = await adopt('healthcare');

    expect([pack.active, created.caseTypes]).to.deep.equal([
      true,
      ['general_medicine', 'mental_health', 'substance_use_programme', 'paediatrics'],
    ]);
    expect(created.retentionPolicies.map(({ code }) => code)).to.deep.equal([
      'patients',
      'minors',
      'mental_health_20y',
    ]);
    const { policies } = await governance.listRetention({ view: 'policies' }, owner.session);
    expect(policies.map(({ code, status }) => [code, status])).to.have.deep.members(
      created.retentionPolicies.map(({ code }) => [code, 'draft']),
    );
    expect(created.templates.map(({ code }) => code)).to.deep.equal([
      'soap_healthcare',
      'assessment',
      'discharge_summary',
      'referral_letter',
    ]);
    expect((await templates()).sort((one, other) => one.code.localeCompare(other.code))).to.deep.equal([
      { code: 'assessment', packCode: 'healthcare', reviewPolicy: 'author' },
      { code: 'discharge_summary', packCode: 'healthcare', reviewPolicy: 'author' },
      { code: 'referral_letter', packCode: 'healthcare', reviewPolicy: 'author' },
      { code: 'soap', packCode: null, reviewPolicy: 'peer' },
      { code: 'soap_healthcare', packCode: 'healthcare', reviewPolicy: 'author' },
    ]);
    expect(await read(before.id)).to.deep.equal(before);
    expect((await packs()).activeCode).to.equal('healthcare');
    const adopted = (await happened()).find(({ type }) => type === 'pack.adopted');
    expect(adopted?.facts).to.deep.equal({ code: 'healthcare' });
  });

  it('GOV-38: adopted twice is refused, and adopted again after another one adds nothing that is there', async () => {
    const { adopt, templates } = await packing();
    await adopt('general');
    expect(await failureOf(adopt('general'))).to.equal('industry_pack.already_active');
    expect(await failureOf(adopt('no_such_pack'))).to.equal('industry_pack.not_found');
    await adopt('legal');
    const before = await templates();

    const { created } = await adopt('general');

    expect(created).to.deep.equal({ templates: [], retentionPolicies: [], caseTypes: ['general'] });
    expect(await templates()).to.deep.equal(before);
  });

  it('GOV-38: adopted by two people at once is adopted by one of them', async () => {
    const { adopt, admin, owner, templates } = await packing();

    const outcomes = await Promise.all([owner, admin].map((as) => failureOf(adopt('legal', as))));

    expect(outcomes.sort()).to.deep.equal(['industry_pack.already_active', 'none']);
    expect(await templates()).to.have.length(4);
  });

  it('give new cases, entries and templates their labels, their review and their times', async () => {
    const { adopt, open, clear, bo, records, template } = await packing();
    await adopt('healthcare');
    const general = await open({ caseType: 'general_medicine' });
    expect(general.confidentiality).to.equal('confidential');
    expect(
      (await open({ caseType: 'general_medicine', confidentiality: 'standard' })).confidentiality,
    ).to.equal('standard');
    expect(await failureOf(open({ caseType: 'mental_health' }))).to.equal('records.label_not_cleared');
    await clear(bo, 2);
    expect((await open({ caseType: 'mental_health' }, bo, 'treatment')).confidentiality).to.equal(
      'restricted',
    );
    expect(await faultsOf(open({ caseType: 'litigation' }))).to.deep.equal(['/caseType field.invalid']);
    expect((await open({ caseType: 'general' })).confidentiality).to.equal('standard');
    expect((await template()).reviewPolicy).to.equal('author');

    const begin = async (input: object) =>
      (
        await records.createEntry(
          { caseId: general.id, title: 'Call', entryType: 'note', body: 'She called.', ...input },
          bo.session,
        )
      ).entry;
    const { reviewPolicy, coSign, signatureDueAt } = await begin({});
    expect([reviewPolicy, coSign.policy, signatureDueAt]).to.deep.equal([
      'author',
      'optional',
      '2026-11-25T12:00:00.000Z',
    ]);
    expect(await faultsOf(begin({ entryType: 'chronology' }))).to.deep.equal(['/entryType field.invalid']);
    const encounter = { caseId: general.id, encounterType: 'hearing', mode: 'phone' } as const;
    expect(await faultsOf(records.createEncounter(encounter, bo.session))).to.deep.equal([
      '/encounterType field.invalid',
    ]);
    const { dashboard } = await records.getRecordsDashboard({}, bo.session);
    expect([dashboard.pack?.code, dashboard.pack?.terminology['de']?.['subject']?.other]).to.deep.equal([
      'healthcare',
      'Patienten',
    ]);
  });

  it('make an entry late after the hours of the pack', async () => {
    const { adopt, approved, sign } = await packing();
    await adopt('legal');
    const { id } = await approved({ occurredAt: '2026-11-22T11:00:00.000Z' });

    const { entry } = await sign(id);

    expect(entry.lateEntry).to.equal(true);
  });

  it('are made by owners and admins, and take what they leave out from the pack that they extend', async () => {
    const { make, pack, adopt, templates, admin, bo, guest, packs, happened } = await packing();
    expect(await failureOf(make({}, bo))).to.equal('permission.denied');
    expect(await failureOf(packs(guest))).to.equal('permission.denied');
    const legal = await pack('legal');

    const made = await make(
      {
        extends: 'legal',
        terminology: { en: { case: { one: 'File', other: 'Files' } } },
        workflow: { lateEntryHours: 12 },
        templates: [
          {
            code: 'memo',
            name: 'Memo',
            entryType: 'note',
            retentionPolicyCode: 'seven_years',
            sections: [{ key: 'text', title: 'Text', kind: 'markdown' }],
          },
        ],
      },
      admin,
    );

    expect(made.terminology).to.deep.equal({
      ...legal.terminology,
      en: { ...legal.terminology['en'], case: { one: 'File', other: 'Files' } },
    });
    expect(made.workflow).to.deep.equal({ ...legal.workflow, lateEntryHours: 12 });
    expect(made.caseTypes).to.deep.equal(legal.caseTypes);
    expect(made.templates[0]?.retentionPolicyCode).to.equal('seven_years');
    expect([made.builtIn, made.active, made.extends, made.templates.length]).to.deep.equal([
      false,
      false,
      'legal',
      1,
    ]);
    expect((await packs(bo)).packs.at(-1)?.code).to.equal('our_practice');
    await adopt('our_practice', admin);
    expect(await templates()).to.deep.equal([
      { code: 'memo', packCode: 'our_practice', reviewPolicy: 'peer' },
    ]);
    expect((await happened()).map(({ type }) => type)).to.include.members(['pack.created', 'pack.adopted']);
  });

  it('say how long break-glass lasts if nobody says otherwise', async () => {
    const { make, adopt, governance, person, aCase } = await packing();
    const di = await person('member', 'Di');
    const start = async () =>
      (
        await governance.startBreakGlass(
          {
            subjectId: aCase.primarySubjectId,
            reasonCode: 'emergency_treatment',
            reason: 'Unconscious after a fall, and nobody else knows of allergies',
            reauthentication: { method: 'password', value: 'correct horse battery staple' },
          },
          di.session,
        )
      ).session;
    await make({ workflow: { breakGlassMinutes: 30 } });
    await adopt('our_practice');

    expect((await start()).expiresAt).to.equal('2026-11-23T12:30:00.000Z');
  });

  it('GOV-10: give labelled packages their own words to travel with, where the law has some too', () => {
    const own = { label: 'safeguarding', code: 'ours', text: 'Ask us first.' } as const;
    const pack = { redisclosureNotices: [own], portalTerms: 'Our terms.' };
    const [substanceUse, safeguarding] = [maskOf(['substance_use']), maskOf(['safeguarding'])];

    expect(redisclosureNotice(safeguarding, pack)).to.deep.equal({ code: 'ours', text: 'Ask us first.' });
    expect(redisclosureNotice(safeguarding, null)).to.equal(null);
    expect(redisclosureNotice(substanceUse, pack)?.code).to.equal('42_cfr_2_32');
    expect(wordsFor(safeguarding, 'de', pack).termsText).to.equal('Our terms.');
    expect(wordsFor(safeguarding, 'de', null).termsText).to.match(/^Diese Unterlagen/);
  });

  it('refuse a code that is taken, an unknown base, and what does not hold together', async () => {
    const { make } = await packing();
    const section = { key: 'text', title: 'Text', kind: 'markdown' };
    const memo = { code: 'memo', name: 'Memo', entryType: 'note' };
    const policy = { code: 'seven', name: 'Seven', action: 'review', legalBasis: 'Our rule' };

    expect(await failureOf(make({ code: 'legal' }))).to.equal('industry_pack.code_taken');
    expect(await faultsOf(make({ extends: 'no_such_pack' }))).to.deep.equal(['/extends field.invalid']);
    expect(await faultsOf(make({ templates: [{ ...memo, sections: [section, section] }] }))).to.deep.equal([
      '/templates/0/sections/1/key field.duplicate',
    ]);
    expect(
      await faultsOf(
        make({
          templates: [
            { ...memo, sections: [section] },
            { ...memo, sections: [section] },
          ],
        }),
      ),
    ).to.deep.equal(['/templates/1/code field.duplicate']);
    for (const broken of [
      { trigger: 'case_closed' },
      { trigger: 'fixed_date', period: 'P1Y' },
      { trigger: 'case_closed', period: 'P1Y', fixedDate: '2030-01-01' },
    ])
      expect(await faultsOf(make({ retentionDefaults: [{ ...policy, ...broken }] }))).to.deep.equal([
        '/retentionDefaults/0/period field.invalid',
      ]);
    await make();
    expect(await failureOf(make())).to.equal('industry_pack.code_taken');
  });
});
