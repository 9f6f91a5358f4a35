import {
  failureOf,
  faultsOf,
  later,
  noteOffice,
  type Person,
  proposing,
  quoting,
} from '@chancery/adapters-persistence/testing';
import type { records } from '@chancery/core';
import { expect } from 'chai';
import { IntelligenceRefused } from './provider.ts';

/** The case of the office, with entries that Cy wrote and Bo approved. */
async function looking() {
  const here = await noteOffice();
  const { governance, records } = here.chancery;
  const { local, external } = here.ports.intelligence;
  /** Written by Cy, approved by Bo and signed. */
  const signed = async (
    body: string,
    input: { readonly purposeOfUse?: records.Purpose; readonly [field: string]: unknown } = {},
  ) => {
    const { bo, cy } = here;
    const { id: artifactId } = await here.begin({ title: body.slice(0, 20), body, ...input });
    const purpose = input.purposeOfUse === undefined ? {} : { purposeOfUse: input.purposeOfUse };
    await records.submitEntry({ artifactId, ...purpose }, cy.session);
    await records.approveEntry({ artifactId, ...purpose }, bo.session);
    await here.sign(artifactId, cy, undefined, purpose);
    return artifactId;
  };
  const look = async (input: object = {}, as: Person = here.cy) =>
    (
      await governance.runRecordIntelligence(
        { caseId: here.aCase.id, kinds: ['summary', 'follow_up_candidates'], ...input },
        as.session,
      )
    ).run;
  const list = async (as: Person = here.cy, input: object = {}) =>
    (await governance.listRecordIntelligence({ caseId: here.aCase.id, ...input }, as.session)).runs;
  const review = (runId: string, input: object, as: Person = here.cy) =>
    governance.reviewRecordIntelligence({ runId, decisions: [], ...input }, as.session);
  const followUps = async () =>
    (await records.listFollowUps({ caseId: here.aCase.id }, here.cy.session)).followUps;
  return { ...here, governance, local, external, signed, look, list, review, followUps };
}

const allowed = { intelligence: { externalEnabled: true } };

describe('looking for findings in a case', () => {
  it('reads finalized entries by the text that citations point into, and shows what was found with its places', async () => {
    const { signed, begin, look, local, list, happened, cy } = await looking();
    const first = await signed('She called at nine.', { occurredAt: '2026-11-22T23:30:00.000Z' });
    await begin({ body: 'A draft.' });

    const run = await look();

    expect([run.status, run.provider, run.model, run.language, run.excludedByLabel]).to.deep.equal([
      'needs_review',
      'local',
      'plain-rules',
      'en',
      0,
    ]);
    const [asked] = local.asked;
    expect(asked?.versions.map(({ artifactId, text }) => [artifactId, text])).to.deep.equal([
      [first, 'She called at nine.\n\nText\nShe called at nine.\n\n'],
    ]);
    const [section] = asked?.versions[0]?.sections ?? [];
    expect([...(asked?.versions[0]?.text ?? '')].slice(section?.start, section?.end).join('')).to.equal(
      'She called at nine.',
    );
    expect(run.findings.map(({ text, decision, citations }) => [text, decision, citations])).to.deep.equal([
      [
        'She called at nine.',
        'proposed',
        [{ artifactId: first, versionNumber: 1, start: 0, end: 19, exact: 'She called at nine.' }],
      ],
    ]);
    expect(run.inputs).to.have.length(1);
    expect(run.expiresAt).to.equal('2026-12-23T12:00:00.000Z');
    expect(await list()).to.deep.equal([run]);
    const line = (await happened()).find(({ type }) => type === 'intelligence.run');
    expect(line?.facts).to.deep.equal({
      provider: 'local',
      kinds: ['summary', 'follow_up_candidates'],
      artifactIds: [first],
    });
    expect(run.createdBy.userId).to.equal(cy.id);
  });

  it('tells when an entry happened on the clock of its encounter, or else of the workspace', async () => {
    const { signed, look, local, records, aCase, cy } = await looking();
    const { encounter } = await records.createEncounter(
      {
        ...{ caseId: aCase.id, encounterType: 'contact', mode: 'phone', timeZone: 'Asia/Tokyo' },
        scheduledStartAt: '2026-12-01T09:00:00.000Z',
      },
      cy.session,
    );
    const occurredAt = '2026-11-22T20:00:00.000Z';
    await signed('In Tokyo.', { encounterId: encounter.id, occurredAt });
    await signed('At home.', { occurredAt });

    await look();

    const days = local.asked[0]?.versions.map(({ text, occurredOn }) => [
      text.slice(0, 5),
      occurredOn.slice(0, 13),
    ]);
    expect(days).to.have.deep.members([
      ['In To', '2026-11-23T05'],
      ['At ho', '2026-11-22T20'],
    ]);
  });

  it('keeps nothing of what entries say where their key does not seal it', async () => {
    const { signed, look, review, sql, workspaceId } = await looking();
    await signed('Zanzibar is far.');
    const run = await look();
    await review(run.id, {
      decisions: [{ findingId: run.findings[0]?.id, decision: 'edited', editedText: 'Zanzibar is near.' }],
      comment: 'About Zanzibar.',
    });

    for (const table of ['intelligence_runs', 'intelligence_inputs', 'intelligence_findings']) {
      const rows = await sql<{ row: string }>(
        `select t::text "row" from ${table} t where workspace_id = $1`,
        [workspaceId],
      );
      expect(rows).to.have.length.above(0);
      for (const { row } of rows) {
        expect(row).not.to.include('Zanzibar');
        expect(row).not.to.include(Buffer.from('Zanzibar').toString('hex'));
      }
    }
  });

  it('GOV-30: drops a finding whose citation does not stand there, and that one alone', async () => {
    const { signed, look, local } = await looking();
    await signed('She called at nine.');
    local.answer = ({ versions: [version] }) => {
      if (version === undefined) return [];
      const good = quoting(version, 'called at nine');
      const [place] = good.citations;
      const wrong = (over: object) => ({ ...good, citations: [{ ...good.citations[0], ...over }] as never });
      return [
        good,
        wrong({ exact: 'called at ten' }),
        wrong({ start: (place?.start ?? 0) + 1 }),
        wrong({ end: 10_000 }),
        wrong({ versionNumber: 2 }),
        { ...good, citations: [] },
        { ...good, citations: [...good.citations, { ...place, exact: 'invented' }] as never },
      ];
    };

    const run = await look();

    expect([run.findings.map(({ text }) => text), run.droppedFindings]).to.deep.equal([
      ['called at nine'],
      6,
    ]);
  });

  it('is for contributors and leads on the plan that has it, and one run of a case at a time', async () => {
    const { signed, look, bo, guest, owner, admin, local, sql, aCase } = await looking();
    await signed('She called.');
    for (const as of [owner, admin, guest])
      expect(await failureOf(look({}, as))).to.equal('permission.denied');
    expect((await look({}, bo)).status).to.equal('needs_review');
    await sql("update intelligence_runs set status = 'running' where case_id = $1", [aCase.id]);
    expect(await failureOf(look())).to.equal('intelligence.run_active');
    await sql("update intelligence_runs set status = 'failed' where case_id = $1", [aCase.id]);
    const outcomes = await Promise.all([bo, bo].map((as) => failureOf(look({}, as))));
    expect(
      outcomes.filter((outcome) => outcome !== 'none').every((one) => one === 'intelligence.run_active'),
    ).to.equal(true);
    expect(local.asked.length).to.be.at.least(2);
  });

  it('has nothing to look at without a finalized entry, and refuses one that is a draft or not there', async () => {
    const { begin, look, signed } = await looking();
    expect(await failureOf(look())).to.equal('intelligence.no_input');
    const draft = await begin();
    const done = await signed('She called.');
    expect(await faultsOf(look({ artifactIds: [done, draft.id] }))).to.deep.equal([
      '/artifactIds/1 field.invalid',
    ]);
    expect(await failureOf(look({ artifactIds: ['01900000-0000-7000-8000-000000000000'] }))).to.equal(
      'entry.not_found',
    );
    expect((await look({ artifactIds: [done] })).inputs.map(({ artifactId }) => artifactId)).to.deep.equal([
      done,
    ]);
    expect(await faultsOf(look({ kinds: ['summary', 'summary'] }))).to.deep.equal(['/kinds field.duplicate']);
  });

  it('ends at once where nothing was found, and as failed where the provider has no answer', async () => {
    const { signed, look, local } = await looking();
    await signed('She called.');
    local.answer = () => [];
    expect([(await look()).status, local.asked.length]).to.deep.equal(['reviewed', 1]);
    local.failure = new IntelligenceRefused('too much');
    const failed = await look();
    expect([failed.status, failed.error?.code, failed.findings]).to.deep.equal([
      'failed',
      'intelligence.refused',
      [],
    ]);
    local.failure = null;
    expect((await look()).status).to.equal('reviewed');
  });

  it('GOV-32: reads what the list of entries shows to the same person for the same purpose, and counts nothing hidden', async () => {
    const { signed, look, list, clear, cy, bo, records, aCase } = await looking();
    await clear(cy, 2);
    await clear(bo, 2);
    const open = await signed('She called.');
    const purpose = { purposeOfUse: 'treatment' } as const;
    const closed = await signed('He called.', { confidentiality: 'restricted', ...purpose });
    const listed = async (as: Person, input: object) =>
      (await records.listCaseEntries({ caseId: aCase.id, ...input }, as.session)).entries.map(({ id }) => id);

    const plain = await look();
    const whole = await look(purpose);

    expect([plain.inputs.map(({ artifactId }) => artifactId), plain.excludedByLabel]).to.deep.equal([
      [open],
      1,
    ]);
    expect(plain.inputs.map(({ artifactId }) => artifactId)).to.deep.equal(await listed(cy, {}));
    expect(whole.inputs.map(({ artifactId }) => artifactId)).to.have.members([open, closed]);
    expect(whole.inputs.map(({ artifactId }) => artifactId)).to.have.members(await listed(cy, purpose));
    expect(whole.effectiveLabels).to.deep.equal(['restricted']);
    expect((await list(bo)).map(({ id, excludedByLabel }) => [id, excludedByLabel])).to.deep.equal([
      [plain.id, null],
    ]);
    expect((await list(bo, purpose)).map(({ id }) => id)).to.deep.equal([whole.id, plain.id]);
    await clear(bo, 0);
    expect((await list(bo, purpose)).map(({ id }) => id)).to.deep.equal([plain.id]);
    expect((await list(cy, purpose)).map(({ id }) => id)).to.deep.equal([whole.id, plain.id]);
  });

  it('follows the labels of its entries, also those that they are given later', async () => {
    const { signed, look, list, review, clear, cy, bo, sql } = await looking();
    const id = await signed('She called.');
    const run = await look();
    await sql('update record_entries set own_mask = 2, effective_mask = 2 where id = $1', [id]);
    await clear(cy, 2);

    expect(await list(bo, { purposeOfUse: 'treatment' })).to.deep.equal([]);
    expect(await failureOf(review(run.id, { rejectRun: true }, bo))).to.equal('intelligence.not_found');
    expect(await list(cy)).to.deep.equal([]);
    expect(await failureOf(review(run.id, { rejectRun: true }))).to.equal('records.purpose_required');
    expect(
      (await list(cy, { purposeOfUse: 'treatment' })).map(({ effectiveLabels }) => effectiveLabels),
    ).to.deep.equal([['restricted']]);
  });
});

describe('an external provider', () => {
  it('is asked only where the workspace allows one, by a job, and its answer passes the same check', async () => {
    const { signed, look, list, governance, owner, external, local, worker } = await looking();
    await signed('She called at nine.');
    expect(await failureOf(look({ provider: 'external' }))).to.equal('intelligence.provider_not_allowed');
    await governance.updateRecordSettings(allowed, owner.session);
    external.answer = ({ versions: [version] }) =>
      version === undefined
        ? []
        : [quoting(version, 'She called'), { ...quoting(version, 'She called'), text: '' }];

    const run = await look({ provider: 'external' });
    expect([run.status, run.findings, external.asked.length]).to.deep.equal(['queued', [], 0]);
    expect(await failureOf(look())).to.equal('intelligence.run_active');
    await worker.drain();

    const [after] = await list();
    expect([after?.status, after?.model, after?.findings.length, after?.droppedFindings]).to.deep.equal([
      'needs_review',
      'plain-model',
      1,
      1,
    ]);
    expect([external.asked.length, local.asked.length]).to.deep.equal([1, 0]);
  });

  it('GOV-31: gets nothing of a label that never leaves, nor by a label or a setting that came later', async () => {
    const { signed, look, governance, owner, external, worker, clear, cy, bo, sql, list } = await looking();
    await governance.updateRecordSettings(allowed, owner.session);
    await clear(cy, 255 & ~4);
    await clear(bo, 255);
    const purpose = { purposeOfUse: 'emergency' } as const;
    await signed('Plain words.');
    await signed('Confidential words.', { confidentiality: 'confidential' });
    for (const [label, purposeOfUse] of [
      ['restricted', 'emergency'],
      ['safeguarding', 'emergency'],
      ['substance_use', 'emergency'],
      ['psychotherapy', 'emergency'],
      ['legal_privileged', 'legal_proceedings'],
      ['executive', 'legal_proceedings'],
    ] as const)
      await signed(`Hidden ${label} words.`, { confidentiality: label, purposeOfUse });
    const later = await signed('Hidden soon words.');

    const run = await look({ provider: 'external', ...purpose });
    await sql('update record_entries set own_mask = 32, effective_mask = 32 where id = $1', [later]);
    await worker.drain();

    expect(run.excludedByLabel).to.equal(6);
    const sent = JSON.stringify(external.asked);
    expect(external.asked).to.have.length(1);
    expect(sent).to.include('Plain words.').and.include('Confidential words.').and.not.include('Hidden');

    await governance.updateRecordSettings({ intelligence: { restrictedToProvider: true } }, owner.session);
    await look({ provider: 'external', ...purpose });
    await worker.drain();
    const second = JSON.stringify(external.asked[1]);
    expect(second).to.include('Hidden restricted words.');
    expect(second.match(/Hidden/g)?.length).to.equal(2);

    await look({ provider: 'external', ...purpose });
    await governance.updateRecordSettings({ intelligence: { externalEnabled: false } }, owner.session);
    await worker.drain();
    expect(external.asked).to.have.length(2);
    expect((await list(cy, purpose))[0]?.error?.code).to.equal('intelligence.provider_not_allowed');
  });

  it('is tried three times while it is away, and the run has failed then', async () => {
    const { signed, look, governance, owner, external, worker, clock, list } = await looking();
    await governance.updateRecordSettings(allowed, owner.session);
    await signed('She called.');
    external.failure = new Error('away');
    await look({ provider: 'external' });
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await worker.drain();
      clock.advance({ minutes: 2 });
    }

    expect(external.asked).to.have.length(3);
    const [run] = await list();
    expect([run?.status, run?.error?.code]).to.deep.equal(['failed', 'intelligence.provider_unavailable']);
  });
});

describe('deciding about findings', () => {
  async function found(bodies: readonly string[] = ['We will call the school. She is well. He slept.']) {
    const here = await looking();
    const ids: string[] = [];
    for (const body of bodies) ids.push(await here.signed(body));
    here.local.answer = ({ versions }) =>
      versions.flatMap((version) => [
        proposing(version, 'We will call the school.', '2026-12-01'),
        quoting(version, 'She is well.'),
        quoting(version, 'He slept.'),
      ]);
    const run = await here.look();
    const of = (text: string, at = 0) => run.findings.filter((one) => one.text === text)[at]?.id ?? '';
    return { ...here, ids, run, of };
  }

  it('GOV-29: a follow-up goes to whom somebody has chosen if they are on the case, and to nobody else', async () => {
    const { run, of, review, followUps, person } = await found();
    const stranger = await person('member', 'Sam');
    const decision = {
      findingId: of('We will call the school.'),
      decision: 'accepted',
      ...{ createFollowUp: true, followUpOwnerUserId: stranger.id },
    } as const;

    expect(await failureOf(review(run.id, { decisions: [decision] }))).to.equal('follow_up.owner_not_member');
    expect(await followUps()).to.deep.equal([]);
  });

  it('GOV-29: makes a follow-up of what somebody accepts and of nothing else, and says from which run it is', async () => {
    const { run, of, review, followUps, happened, list, cy, ids } = await found();
    expect(await followUps()).to.deep.equal([]);

    const { run: after, created } = await review(run.id, {
      decisions: [
        { findingId: of('We will call the school.'), decision: 'accepted', createFollowUp: true },
        { findingId: of('She is well.'), decision: 'edited', editedText: 'She is quite well.' },
        { findingId: of('He slept.'), decision: 'rejected' },
      ],
      comment: 'Looked through.',
      expectedVersion: run.version,
    });

    const [followUp, ...others] = await followUps();
    expect(others).to.deep.equal([]);
    expect([followUp?.title, followUp?.priority, followUp?.dueAt, followUp?.owner.userId]).to.deep.equal([
      'We will call the school.',
      'high',
      '2026-12-01T23:59:00.000Z',
      cy.id,
    ]);
    expect(followUp?.source).to.deep.equal({ kind: 'intelligence', sourceId: run.id });
    expect(followUp?.artifactId).to.equal(ids[0]);
    expect(created).to.deep.equal([
      { findingId: of('We will call the school.'), kind: 'follow_up', id: followUp?.id },
    ]);
    expect([after.status, after.reviewedBy?.userId, after.reviewComment]).to.deep.equal([
      'reviewed',
      cy.id,
      'Looked through.',
    ]);
    expect(
      after.findings.map(({ text, decision, editedText, result }) => [
        text,
        decision,
        editedText,
        result?.kind,
      ]),
    ).to.have.deep.members([
      ['We will call the school.', 'accepted', null, 'follow_up'],
      ['She is well.', 'edited', 'She is quite well.', undefined],
      ['He slept.', 'rejected', null, undefined],
    ]);
    expect(await list()).to.deep.equal([after]);
    const line = (await happened()).find(({ type }) => type === 'intelligence.reviewed');
    expect(line?.facts).to.deep.equal({ accepted: 1, edited: 1, rejected: 1 });
  });

  it('goes on until each is decided, and decides none twice', async () => {
    const { run, of, review } = await found();
    const one = { findingId: of('He slept.'), decision: 'rejected' };

    expect((await review(run.id, { decisions: [one] })).run.status).to.equal('needs_review');
    expect(await failureOf(review(run.id, { decisions: [one] }))).to.equal('intelligence.invalid_state');
    const rest = ['We will call the school.', 'She is well.'].map((text) => ({
      findingId: of(text),
      decision: 'accepted',
    }));
    expect((await review(run.id, { decisions: rest })).run.status).to.equal('reviewed');
    expect(await failureOf(review(run.id, { rejectRun: true }))).to.equal('intelligence.invalid_state');
  });

  it('can reject the run as a whole, and refuses what does not hold together', async () => {
    const { run, of, review, begin } = await found();
    const findingId = of('He slept.');
    const draft = await begin();
    for (const [decisions, fault] of [
      [[], '/decisions field.invalid'],
      [[{ findingId, decision: 'edited' }], '/decisions/0/editedText field.invalid'],
      [[{ findingId, decision: 'accepted', editedText: 'x' }], '/decisions/0/editedText field.invalid'],
      [[{ findingId, decision: 'rejected', createFollowUp: true }], '/decisions/0/decision field.invalid'],
      [
        [
          { findingId, decision: 'rejected' },
          { findingId, decision: 'rejected' },
        ],
        '/decisions/1/findingId field.duplicate',
      ],
      [
        [{ findingId: '01900000-0000-7000-8000-000000000000', decision: 'rejected' }],
        '/decisions/0/findingId field.invalid',
      ],
      [
        [{ findingId, decision: 'accepted', createFollowUp: true, insertIntoArtifactId: draft.id }],
        '/decisions/0/insertIntoArtifactId field.invalid',
      ],
    ] as const)
      expect(await faultsOf(review(run.id, { decisions }))).to.deep.equal([fault]);

    const { run: after } = await review(run.id, { rejectRun: true });
    expect([after.status, after.findings.map(({ decision }) => decision)]).to.deep.equal([
      'rejected',
      ['rejected', 'rejected', 'rejected'],
    ]);
  });

  it('GOV-29: refuses to keep a finding of an entry that was amended or marked as an error since, and lets it be rejected', async () => {
    const { run, review, records, cy, ids, attesting, sql } = await found([
      'We will call the school. She is well. He slept.',
      'Once more: We will call the school. She is well. He slept.',
    ]);
    const [first = ''] = ids;
    await records.markEntryInError(
      {
        artifactId: first,
        reason: 'Wrong case.',
        attestation: { ...attesting(), statementId: 'attest.error.v1' },
      },
      cy.session,
    );
    const ofFirst = run.findings.filter(({ citations: [place] }) => place?.artifactId === first);
    const ofSecond = run.findings.filter(({ citations: [place] }) => place?.artifactId !== first);
    const decisions = (findings: typeof run.findings, decision: string) =>
      findings.map(({ id: findingId }) => ({ findingId, decision }));

    expect(await failureOf(review(run.id, { decisions: decisions(ofFirst, 'accepted') }))).to.equal(
      'intelligence.input_changed',
    );
    await review(run.id, { decisions: decisions(ofFirst, 'rejected') });
    await sql("update record_entries set current_version = 2, status = 'amended' where id = $1", [ids[1]]);
    expect(await failureOf(review(run.id, { decisions: decisions(ofSecond, 'accepted') }))).to.equal(
      'intelligence.input_changed',
    );
    await sql("update record_entries set current_version = 1, status = 'finalized' where id = $1", [ids[1]]);
    const { run: after } = await review(run.id, { decisions: decisions(ofSecond, 'accepted') });
    expect(after.status).to.equal('reviewed');
  });

  it('writes into a draft of the person who decides, with the labels of what it was drawn from', async () => {
    const { signed, local, look, review, begin, read, clear, cy, bo, governance } = await looking();
    await clear(cy, 2);
    await clear(bo, 2);
    const purpose = { purposeOfUse: 'treatment' } as const;
    await signed('A restricted sentence.', { confidentiality: 'restricted', ...purpose });
    local.answer = ({ versions: [version] }) =>
      version === undefined ? [] : [quoting(version, 'restricted'), quoting(version, 'sentence')];
    const run = await look(purpose);
    const draft = await begin({ body: 'So far.' });
    const others = await begin({ body: 'Not mine.' }, bo);
    const insert = (at: number, insertIntoArtifactId: string) =>
      governance.reviewRecordIntelligence(
        {
          runId: run.id,
          decisions: [{ findingId: run.findings[at]?.id ?? '', decision: 'accepted', insertIntoArtifactId }],
          purposeOfUse: 'treatment',
        },
        cy.session,
      );

    expect(await failureOf(insert(0, others.id))).to.equal('entry.not_author');
    const { created } = await insert(0, draft.id);
    await insert(1, draft.id);

    expect(created.map(({ kind, id }) => [kind, id])).to.deep.equal([['entry_draft', draft.id]]);
    const after = await read(draft.id, cy, purpose);
    expect(after.content?.sections[0]?.value).to.equal('So far.\n\nrestricted\n\nsentence');
    expect([after.effectiveLabels, after.status]).to.deep.equal([['restricted'], 'draft']);
    expect(await failureOf(read(draft.id))).to.equal('records.purpose_required');
    expect(await failureOf(review(run.id, { rejectRun: true }))).to.equal('records.purpose_required');
  });

  it('lets reviewers decide, but make nothing, and nobody who only looks on', async () => {
    const { run, of, review, owner, admin, person, records, aCase, bo } = await found();
    const dee = await person('member', 'Dee');
    await records.addCaseMember({ caseId: aCase.id, userId: dee.id, role: 'reviewer' }, bo.session);
    const one = { findingId: of('He slept.'), decision: 'accepted' };

    for (const as of [owner, admin])
      expect(await failureOf(review(run.id, { decisions: [one] }, as))).to.equal('permission.denied');
    expect(await failureOf(review(run.id, { decisions: [{ ...one, createFollowUp: true }] }, dee))).to.equal(
      'permission.denied',
    );
    expect((await review(run.id, { decisions: [one] }, dee)).run.findings).to.have.length(3);
  });

  it('is over after thirty days by the clock, and the job writes it down', async () => {
    const here = await found();
    const { run, review, list, worker, happened, sql } = here;
    const cy = { ...here.cy, session: await later(here, here.cy, { days: 30 }) };

    expect((await list(cy))[0]).to.deep.include({ status: 'expired' });
    expect((await list(cy))[0]?.findings.map(({ decision }) => decision)).to.deep.equal(
      Array(3).fill('rejected'),
    );
    expect(await failureOf(review(run.id, { rejectRun: true }, cy))).to.equal('intelligence.invalid_state');
    expect(await list(cy, { status: 'needs_review' })).to.deep.equal([]);
    await worker.run('governance.expire_intelligence');
    const [row] = await sql<{ status: string }>('select status from intelligence_runs where id = $1', [
      run.id,
    ]);
    expect(row?.status).to.equal('expired');
    const line = (await happened()).filter(({ type }) => type === 'intelligence.reviewed').at(-1);
    expect(line?.facts).to.deep.equal({ accepted: 0, edited: 0, rejected: 3 });
  });
});
