import { failureOf, faultsOf, noteOffice, WindowThrottle } from '@chancery/adapters-persistence/testing';
import { entrySignatureHolds } from '@chancery/verify';
import { expect } from 'chai';

describe('entries', () => {
  it('walk from a draft to a seal, as the first walk-through of records says', async () => {
    const { begin, template, write, submit, sendBack, approve, attesting, sign, read, said } =
      await noteOffice();
    const { id: templateId } = await template();
    const draft = await begin({ templateId, body: undefined, sections: { mood: 'calm' } });
    expect(draft.status).to.equal('draft');

    expect(await faultsOf(submit(draft.id))).to.deep.equal(['/sections/findings field.required']);
    expect(await failureOf(submit(draft.id))).to.equal('entry.incomplete');
    await write(draft.id, { sections: { findings: 'She called.' } });
    await submit(draft.id);
    const returned = await sendBack(draft.id);
    expect([returned.status, returned.submissions[0]?.reason]).to.deep.equal([
      'changes_requested',
      'Say when she called.',
    ]);
    await write(draft.id, { sections: { findings: 'She called at nine.' } });
    await submit(draft.id);
    const approvedOne = await approve(draft.id);
    expect(approvedOne.status).to.equal('approved');
    expect(await failureOf(sign(draft.id, undefined, attesting('password', 'wrong')))).to.equal(
      'attestation.reauthentication_failed',
    );
    const { entry, signature } = await sign(draft.id);

    expect([entry.status, entry.currentVersion, entry.workingVersion, entry.signatureDueAt]).to.deep.equal([
      'finalized',
      1,
      null,
      null,
    ]);
    expect(entry.contentText).to.equal('First interview\n\nFindings\nShe called at nine.\n\nMood\nCalm\n\n');
    expect(await failureOf(write(draft.id, { title: 'Other' }))).to.equal('entry.invalid_state');
    const first = await read(draft.id, undefined, { version: 1, submission: 1 });
    expect(first.content?.sections[0]?.value).to.equal('She called.');
    expect(signature.contentHash).to.equal(entry.contentHash);
    expect((await said()).map(({ type }) => type)).to.deep.equal([
      'entry.created',
      'entry.draft_updated',
      'entry.submitted',
      'entry.returned',
      'entry.draft_updated',
      'entry.submitted',
      'entry.approved',
      'attestation.failed',
      'access.denied',
      'attestation.opened',
      'entry.finalized',
    ]);
  });

  it('REC-47: have signatures that verify with the published key alone, and with no byte changed', async () => {
    const { approved, sign, happened } = await noteOffice();
    const { id } = await approved();
    const { signature } = await sign(id);

    const created = (await happened()).find(({ type }) => type === 'records.signing_key_created');
    const { keyId, publicKey } = (created?.facts ?? {}) as { keyId: string; publicKey: string };
    const statement = JSON.parse(signature.signedStatement);
    const holds = (over: object = {}) =>
      entrySignatureHolds({ ...statement, ...over }, signature.signature, Buffer.from(publicKey, 'hex'));

    expect(keyId).to.equal(signature.keyId);
    expect(await holds()).to.equal(true);
    expect(statement.contentHash).to.equal(signature.contentHash);
    for (const over of [
      { contentHash: 'ab'.repeat(32) },
      { signerUserId: 'usr_00000000000000000000000000000000' },
      { signedAt: '2026-05-04T12:00:00.001Z' },
    ])
      expect(await holds(over)).to.equal(false);
  });

  it('REC-48: keep everything that was submitted, whatever became of it', async () => {
    const { begin, submit, sendBack, write, read, records, cy } = await noteOffice();
    const { id } = await begin();
    const { contentHash } = await submit(id);
    await sendBack(id);
    await write(id, { body: 'She called at nine.' });
    await submit(id);
    await records.returnEntry({ artifactId: id, reason: 'Not yet.' }, cy.session);

    const [first, second] = [
      await read(id, cy, { version: 1, submission: 1 }),
      await read(id, cy, { version: 1, submission: 2 }),
    ];

    expect([first.content?.sections[0]?.value, first.contentHash]).to.deep.equal([
      'She called.',
      contentHash,
    ]);
    expect(second.content?.sections[0]?.value).to.equal('She called at nine.');
    expect(second.submissions.map(({ outcome }) => outcome)).to.deep.equal(['returned', 'withdrawn']);
    expect(second.status).to.equal('draft');
    expect(await failureOf(read(id, cy, { version: 1, submission: 3 }))).to.equal('entry.version_not_found');
    expect(await failureOf(read(id, cy, { version: 2 }))).to.equal('entry.version_not_found');
  });

  it('REC-40, REC-102: never change after they were signed, and are shown from what was hashed', async () => {
    const { approved, sign, read, records, cy, sql } = await noteOffice();
    const { id } = await approved();
    const { entry } = await sign(id);
    const before = await sql('select * from record_entry_submissions where entry_id = $1', [id]);

    for (const call of [
      records.updateEntryDraft({ artifactId: id, expectedVersion: entry.version, title: 'x' }, cy.session),
      records.submitEntry({ artifactId: id }, cy.session),
      records.returnEntry({ artifactId: id, reason: 'No.' }, cy.session),
      records.approveEntry({ artifactId: id }, cy.session),
      sign(id),
    ])
      expect(await failureOf(call)).to.equal('entry.invalid_state');
    await sql("update record_entries set title = 'Forged', occurred_at = now() where id = $1", [id]);

    const { title, occurredAt, content, contentHash } = await read(id);
    expect({ title, occurredAt, content, contentHash }).to.deep.equal({
      title: entry.title,
      occurredAt: entry.occurredAt,
      content: entry.content,
      contentHash: entry.contentHash,
    });
    expect(await sql('select * from record_entry_submissions where entry_id = $1', [id])).to.deep.equal(
      before,
    );
    const [version] = await sql('select content_sealed from record_entry_versions where entry_id = $1', [id]);
    expect(version).to.deep.equal({ content_sealed: null });
  });

  it('REC-41: are written in by their author alone, and only as a draft or when changes were asked for', async () => {
    const { begin, write, submit, approve, bo, guest } = await noteOffice();
    const { id } = await begin();

    expect(await failureOf(write(id, { title: 'x' }, bo))).to.equal('entry.not_author');
    expect(await failureOf(write(id, { title: 'x' }, guest))).to.equal('permission.denied');
    await submit(id);
    expect(await failureOf(write(id, { title: 'x' }))).to.equal('entry.invalid_state');
    expect(await failureOf(submit(id))).to.equal('entry.invalid_state');
    await approve(id);
    expect(await failureOf(write(id, { title: 'x' }))).to.equal('entry.invalid_state');
  });

  it('REC-42: are not approved or signed if what is stored is not what was submitted, and the ledger says so', async () => {
    const { begin, submit, approve, approved, sign, said, sql } = await noteOffice();
    const { id } = await begin();
    await submit(id);
    const { id: other } = await approved();
    const hash = 'ab'.repeat(32);
    await sql('update record_entry_submissions set content_hash = $2 where entry_id = $1', [id, hash]);
    await sql('update record_entry_versions set content_hash = $2 where entry_id = $1', [other, hash]);

    expect(await failureOf(approve(id))).to.equal('entry.content_changed');
    expect(await failureOf(sign(other))).to.equal('entry.content_changed');

    const failed = (await said()).filter(({ type }) => type === 'audit.integrity_failed');
    expect(failed.map(({ target }) => target.id)).to.deep.equal([id, other]);
  });

  it('REC-42: are not signed with another hash than the signer read', async () => {
    const { approved, sign } = await noteOffice();
    const { id, contentHash } = await approved();

    const wrong = { expectedContentHash: 'ab'.repeat(32) };
    expect(await failureOf(sign(id, undefined, undefined, wrong))).to.equal('entry.content_changed');
    expect(await failureOf(sign(id, undefined, undefined, { expectedContentHash: contentHash }))).to.equal(
      'none',
    );
  });

  it('REC-43: are approved by whom their review policy names', async () => {
    const { begin, template, submit, approve, bo, cy, guest, records } = await noteOffice();
    let made = 0;
    const outcome = async (reviewPolicy: string, approver: typeof bo, author = cy) => {
      made += 1;
      const { id: templateId } = await template({ code: `note_${made}`, reviewPolicy });
      const { id } = await begin({ templateId, body: undefined, sections: { findings: 'x' } }, author);
      await records.submitEntry({ artifactId: id }, author.session);
      return failureOf(approve(id, approver));
    };

    expect([
      await outcome('author', cy),
      await outcome('peer', cy),
      await outcome('peer', guest),
      await outcome('peer', bo),
      await outcome('lead', guest),
      await outcome('lead', bo),
      await outcome('lead', bo, bo),
    ]).to.deep.equal([
      'none',
      'second_person.required',
      'none',
      'none',
      'entry.reviewer_required',
      'none',
      'second_person.required',
    ]);
    expect(await outcome('lead', cy)).to.equal('entry.reviewer_required');
    const { id } = await begin();
    await submit(id);
    expect(await failureOf(approve(id, cy))).to.equal('second_person.required');
  });

  it('REC-44: let one of several win who take a step at once', async () => {
    const { begin, submit, approve, sendBack, guest } = await noteOffice();
    const { id } = await begin();
    await submit(id);

    const outcomes = await Promise.all([failureOf(approve(id)), failureOf(approve(id, guest))]);
    expect(outcomes.sort()).to.deep.equal(['entry.invalid_state', 'none']);
    expect(await failureOf(sendBack(id))).to.equal('none');
    expect(await failureOf(sendBack(id))).to.equal('entry.invalid_state');
  });

  it('REC-45, REC-94: are signed with a proof that counts once, and five failures are enough', async () => {
    const { approved, sign, attesting, said } = await noteOffice({
      ports: { throttle: new WindowThrottle() },
    });
    const { id } = await approved();
    const wrong = attesting('password', 'a secret that is wrong');

    for (let tries = 0; tries < 5; tries += 1)
      expect(await failureOf(sign(id, undefined, wrong))).to.equal('attestation.reauthentication_failed');
    expect(await failureOf(sign(id))).to.equal('rate_limited');
    const failed = (await said()).filter(({ type }) => type === 'attestation.failed');
    expect(failed.map(({ facts }) => facts)).to.deep.equal(Array(5).fill({ reauthMethod: 'password' }));
    expect(JSON.stringify(await said())).not.to.contain('a secret that is wrong');
  });

  it('REC-94: take a session that was proven in the last five minutes, and no older one', async () => {
    const { approved, sign, attesting, clock } = await noteOffice();
    const [first, second] = [await approved(), await approved()];
    const recent = attesting('recent_session', null);

    expect(await failureOf(sign(first.id, undefined, recent))).to.equal('none');
    clock.advance({ minutes: 6 });
    expect(await failureOf(sign(second.id, undefined, recent))).to.equal(
      'attestation.reauthentication_failed',
    );
    expect(await faultsOf(sign(second.id, undefined, attesting('password', null)))).to.deep.equal([
      '/attestation/reauthentication/value field.invalid',
    ]);
    expect(await faultsOf(sign(second.id, undefined, attesting('passkey', 'no JSON')))).to.deep.equal([
      '/attestation/reauthentication/value field.invalid',
    ]);
  });

  it('REC-46: are signed fifty at once under one session, all or none, as the second walk-through says', async () => {
    const { approved, sendBack, records, cy, attesting, said } = await noteOffice();
    const made = [];
    for (let at = 0; at < 6; at += 1) made.push(await approved({ title: `Note ${at}` }));
    const [returned, ...others] = made;
    await sendBack(returned?.id ?? '');
    const batch = (ids: readonly string[], input: object = {}) =>
      records.batchFinalizeEntries(
        { items: ids.map((artifactId) => ({ artifactId })), attestation: attesting(), ...input },
        cy.session,
      );
    const all = made.map(({ id }) => id);

    expect(await failureOf(batch(all))).to.equal('entry.batch_blocked');
    expect(await faultsOf(batch(all))).to.deep.equal(['/items/0/artifactId entry.invalid_state']);
    expect((await said()).some(({ type }) => type === 'entry.finalized')).to.equal(false);
    expect(await faultsOf(batch([all[1] ?? '', all[1] ?? '']))).to.deep.equal(['/items field.duplicate']);
    const rest = others.map(({ id }) => id);
    const { attestationSession, results } = await batch(rest);

    expect(results.map(({ artifactId, outcome }) => [artifactId, outcome])).to.deep.equal(
      rest.map((id) => [id, 'finalized']),
    );
    expect(attestationSession.entryCount).to.equal(5);
    const opened = (await said()).filter(({ type }) => type === 'attestation.opened');
    expect(opened.map(({ facts }) => facts)).to.deep.equal([
      { reauthMethod: 'password', entryCount: 5, manifestSha256: attestationSession.manifestSha256 },
    ]);
  });

  it('REC-46: are signed as far as they can be by an independent batch, and by none that signs nothing', async () => {
    const { approved, begin, records, cy, attesting, read } = await noteOffice();
    const [ready, draft] = [await approved(), await begin()];
    const batch = (ids: readonly string[]) =>
      records.batchFinalizeEntries(
        { items: ids.map((artifactId) => ({ artifactId })), attestation: attesting(), mode: 'independent' },
        cy.session,
      );
    const nowhere = '01900000-0000-7000-8000-0000000000ff';

    const { results, attestationSession } = await batch([nowhere, draft.id, ready.id]);

    expect(results.map(({ outcome, error }) => [outcome, error?.code ?? null])).to.deep.equal([
      ['failed', 'entry.not_found'],
      ['failed', 'entry.invalid_state'],
      ['finalized', null],
    ]);
    const [signature] = (await read(ready.id)).signatures;
    expect([signature?.id, signature?.attestationSessionId]).to.deep.equal([
      results[2]?.signatureId,
      attestationSession.id,
    ]);
    expect(await failureOf(batch([draft.id]))).to.equal('entry.batch_blocked');
  });

  it('REC-52: have the sections of their template, with values that fit, and may be incomplete as drafts', async () => {
    const { begin, template } = await noteOffice();
    const { id: templateId } = await template();
    const faults = (sections: object) => faultsOf(begin({ templateId, body: undefined, sections }));

    expect(await faults({ other: 'x' })).to.deep.equal(['/sections/other field.unknown']);
    expect(await faults({ mood: 'furious' })).to.deep.equal(['/sections/mood field.not_an_option']);
    expect(await faults({ findings: 5 })).to.deep.equal(['/sections/findings field.type']);
    expect(await faultsOf(begin({ templateId, body: 'x' }))).to.deep.equal(['/body field.unknown']);
    expect(await faultsOf(begin({ sections: { body: 'x' } }))).to.deep.equal(['/sections field.unknown']);
    expect((await begin({ templateId, body: undefined })).status).to.equal('draft');
  });

  it('REC-53: keep the version of the template that they began with', async () => {
    const { begin, template, records, owner, read } = await noteOffice();
    const { id: templateId } = await template();
    const { id } = await begin({ templateId, body: undefined, sections: { findings: 'x' } });
    const sections = [{ key: 'plan', title: 'Plan', kind: 'text' as const }];

    await records.createRecordTemplateVersion({ templateId, sections }, owner.session);

    expect((await read(id)).template).to.deep.equal({
      ...{ id: templateId, code: 'progress_note', version: 1 },
    });
    const later = await begin({ templateId, body: undefined, sections: { plan: 'Rest.' } });
    expect(later.template?.version).to.equal(2);
    const old = await begin({ templateId, templateVersion: 1, body: undefined, sections: { findings: 'x' } });
    expect(old.template?.version).to.equal(1);
  });

  it('REC-54: are stored as written, and hold no HTML and no link that is no address', async () => {
    const { begin } = await noteOffice();
    const faults = (body: string) => faultsOf(begin({ body }));

    for (const body of [
      'A <b>bold</b> word',
      '<script>',
      '<!-- hidden -->',
      '[here](javascript:alert(1))',
      '[here]( JAVASCRIPT:alert(1))',
      '[here](java&#115;cript:alert(1))',
      '<data:text/html,x>',
      '[here]: data:text/html,x',
    ])
      expect(await faults(body), body).to.deep.equal(['/body markup_not_allowed']);
    for (const body of [
      '5 < 6 and 7 > 6',
      'Pulse <60',
      '[here](https://example.com)',
      '<https://example.com>',
    ])
      expect((await begin({ body })).content?.sections[0]?.value, body).to.equal(body);
  });

  it('REC-51: are marked as entered in error for good, and stay readable', async () => {
    const { begin, approved, sign, records, bo, cy, guest, attesting, read, said } = await noteOffice();
    const [draft, ready] = [await begin(), await approved()];
    await sign(ready.id);
    const mark = (artifactId: string, as = cy, input: object = {}) =>
      records.markEntryInError({ artifactId, reason: 'Wrong case.', ...input }, as.session);
    const attested = { attestation: { ...attesting(), statementId: 'attest.error.v1' as const } };

    expect(await failureOf(mark(draft.id, guest))).to.equal('permission.denied');
    expect(await faultsOf(mark(ready.id))).to.deep.equal(['/attestation field.required']);
    const { entry: marked } = await mark(draft.id, bo);
    const { entry: signed } = await mark(ready.id, cy, attested);

    expect([marked.status, marked.enteredInError?.priorStatus, marked.enteredInError?.reason]).to.deep.equal([
      'entered_in_error',
      'draft',
      'Wrong case.',
    ]);
    expect(signed.signatures.map(({ meaning }) => meaning)).to.deep.equal(['authorship', 'error']);
    expect((await read(ready.id)).content?.sections[0]?.value).to.equal('She called.');
    expect((await read(draft.id)).versions.map(({ state }) => state)).to.deep.equal(['abandoned']);
    expect(await failureOf(mark(ready.id, cy, attested))).to.equal('entry.invalid_state');
    const { id: replacement } = await begin({ replacesArtifactId: ready.id });
    expect((await read(ready.id)).replacedByArtifactId).to.equal(replacement);
    expect((await said()).map(({ type }) => type)).to.include('entry.version_abandoned');
  });

  it('are taken over by a lead of the case with a reason, and then are theirs', async () => {
    const { begin, write, submit, approve, sign, bo, cy, said, read } = await noteOffice();
    const { id } = await begin();

    await write(id, { takeOver: { reason: 'Cy has left.' } }, bo);
    expect(await failureOf(write(id, { title: 'x' }))).to.equal('entry.not_author');
    await submit(id, bo);
    await approve(id, cy);
    const { entry } = await sign(id, bo);

    expect([entry.author.displayName, entry.createdBy.displayName]).to.deep.equal(['Bo', 'Cy']);
    const [taken] = (await said()).filter(({ type }) => type === 'entry.taken_over');
    expect(taken?.facts).to.deep.equal({ versionNumber: 1, formerAuthorUserId: cy.id });
    expect((await read(id)).versions[0]?.author.displayName).to.equal('Bo');
  });

  it('REC-1, REC-3, REC-7: are there for nobody who does not pass them, and a refusal is recorded', async () => {
    const { aCase, begin, read, records, clear, cy, bo, owner, said } = await noteOffice();
    await clear(cy, 32);
    await clear(bo, 0);
    const { id } = await begin({ confidentiality: 'safeguarding', purposeOfUse: 'treatment' });
    const nowhere = '01900000-0000-7000-8000-0000000000ff';

    for (const person of [owner, bo])
      expect(await failureOf(read(id, person, { purposeOfUse: 'treatment' }))).to.equal('entry.not_found');
    expect(await failureOf(read(nowhere, owner))).to.equal('entry.not_found');
    expect(await failureOf(read(id))).to.equal('records.purpose_required');
    expect((await read(id, cy, { purposeOfUse: 'treatment' })).effectiveLabels).to.deep.equal([
      'safeguarding',
    ]);

    const listed = async (as: typeof bo, purposeOfUse?: 'treatment') => {
      const page = await records.listCaseEntries(
        { caseId: aCase.id, ...(purposeOfUse === undefined ? {} : { purposeOfUse }) },
        as.session,
      );
      return [page.count, page.withheldForPurpose];
    };
    expect(await listed(bo)).to.deep.equal([0, 0]);
    expect(await listed(cy)).to.deep.equal([0, 1]);
    expect(await listed(cy, 'treatment')).to.deep.equal([1, 0]);
    const lines = (await said()).map(({ type }) => type);
    expect(lines.filter((type) => type === 'access.denied')).to.have.length.above(1);
    expect(lines).to.include('entry.read');
  });

  it('in a list say where their second signature stands', async () => {
    const { begin, records, aCase, cy } = await noteOffice();
    const { id } = await begin();

    const { entries } = await records.listCaseEntries({ caseId: aCase.id }, cy.session);

    expect(entries.map((each) => [each.id, each.coSign])).to.deep.equal([[id, { status: 'not_requested' }]]);
  });

  it('REC-5: are labelled anew when their case or subject is', async () => {
    const { begin, read, bo, change } = await noteOffice();
    const { id, effectiveLabels } = await begin();
    const { subjectId } = await read(id);

    await change(subjectId, { confidentiality: 'confidential' }, bo, 1);

    expect(effectiveLabels).to.deep.equal([]);
    expect((await read(id)).effectiveLabels).to.deep.equal(['confidential']);
  });

  it('REC-92: are not given labels that their author is not cleared for', async () => {
    const { begin, write } = await noteOffice();
    const { id } = await begin();

    expect(await failureOf(begin({ confidentiality: 'safeguarding', purposeOfUse: 'treatment' }))).to.equal(
      'records.label_not_cleared',
    );
    const raised = { confidentiality: 'sealed', purposeOfUse: 'legal_proceedings' };
    expect(await failureOf(write(id, raised))).to.equal('records.label_not_cleared');
  });

  it('REC-24: begin in open cases alone, and are written by those who work on the case', async () => {
    const { begin, aCase, sql, guest, owner } = await noteOffice();

    expect(await failureOf(begin({}, guest))).to.equal('permission.denied');
    expect(await failureOf(begin({}, owner))).to.equal('permission.denied');
    await sql("update record_cases set status = 'closed' where id = $1", [aCase.id]);
    expect(await failureOf(begin())).to.equal('case.invalid_state');
  });

  it('REC-90: are at most five thousand in a case', async () => {
    const { begin, aCase, sql } = await noteOffice();
    const { id } = await begin();
    await sql(
      `insert into record_entries select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
       from record_entries e, generate_series(1, 4999) where e.id = $1`,
      [id],
    );

    expect(await failureOf(begin({ caseId: aCase.id }))).to.equal('case.entry_limit');
  });

  it('REC-96: are sealed under the key of their case, answer 503 while the vault is away, and are erased with the key', async () => {
    const { begin, submit, read, sql, chancery, workspaceId } = await noteOffice();
    const vault = chancery.ports.keyVault as { isAway: boolean } & typeof chancery.ports.keyVault;
    const { id } = await begin({ body: 'A word that nobody finds' });
    await submit(id);

    const rows = await sql<{ row: string }>(
      'select s::text as row from record_entry_submissions s where entry_id = $1 union all select v::text from record_entry_versions v where entry_id = $1',
      [id],
    );
    expect(
      rows.map(({ row }) => Buffer.from(row.replaceAll(/[^0-9a-f]/g, ''), 'hex').toString('latin1')).join(),
    ).not.to.contain('nobody finds');
    vault.isAway = true;
    expect(await failureOf(read(id))).to.equal('dependency.unavailable');
    vault.isAway = false;
    const [key] = await sql<{ key_id: string }>(
      "select key_id from record_keys where scope_kind = 'case' and workspace_id = $1",
      [workspaceId],
    );
    await vault.destroy(workspaceId, key?.key_id ?? '');

    const { erased, content, contentText, title } = await read(id);
    expect({ erased, content, contentText }).to.deep.equal({
      erased: true,
      content: null,
      contentText: null,
    });
    expect(title).to.equal('First interview');
  });

  it('say how much is too much', async () => {
    const { begin, template } = await noteOffice();
    const sections = Array.from({ length: 12 }, (_, at) => ({
      key: `s${at}`,
      title: 'S',
      kind: 'markdown' as const,
    }));
    const { id: templateId } = await template({ sections });
    const filled = Object.fromEntries(sections.map(({ key }) => [key, 'ä'.repeat(25_000)]));

    expect(await failureOf(begin({ templateId, body: undefined, sections: filled }))).to.equal(
      'entry.too_large',
    );
  });
});
