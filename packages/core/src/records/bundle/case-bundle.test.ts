import {
  aFile,
  failureOf,
  noteOffice,
  type PlainRecordPdfComposer,
  WindowThrottle,
} from '@chancery/adapters-persistence/testing';
import { sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { BundleTooLarge } from './record-pdf-composer.ts';

async function bundleOffice(over: Parameters<typeof noteOffice>[0] = {}) {
  const here = await noteOffice(over);
  const { records, bo, aCase, ports, workspaceId } = here;
  const composer = ports.recordPdfComposer as PlainRecordPdfComposer;
  const take = async (input: object = {}, as = bo) => {
    const answer = await records.getCaseBundle({ caseId: aCase.id, ...input }, as.session);
    const parts: Uint8Array[] = [];
    for await (const part of answer.content as AsyncIterable<Uint8Array>) parts.push(part);
    return { ...answer, bytes: Buffer.concat(parts), model: composer.asked.at(-1) };
  };
  /** The titles of the parts of the last bundle, in order. */
  const titles = () => composer.asked.at(-1)?.sections.map(({ title }) => title) ?? [];
  /** All that is written in the last bundle. */
  const text = () => JSON.stringify(composer.asked.at(-1));
  const kept = async () => {
    const found: string[] = [];
    for await (const key of ports.blobs.list(`ws/${workspaceId}/tmp/`)) found.push(key);
    return found;
  };
  const signed = async (input: object = {}) => {
    const { id } = await here.approved(input);
    return (await here.sign(id)).entry;
  };
  return { ...here, composer, take, titles, text, kept, signed };
}

describe('the bundle of a case', () => {
  it('REC-60: has summary, subjects, what happened in its order, files, follow-ups and signatures', async () => {
    const { take, titles, signed, begin, submit, approve, sign, records, aCase, bo, cy, composer } =
      await bundleOffice();
    await signed({ title: 'Second', occurredAt: '2026-11-22T12:00:00.000Z' });
    const { id } = await begin({ title: 'First', occurredAt: '2026-11-20T12:00:00.000Z' });
    await records.uploadEntryAttachment(
      { artifactId: id, file: aFile('deed.pdf', '%PDF-1.7 deed') },
      cy.session,
    );
    await submit(id);
    await approve(id);
    await sign(id);
    await records.createEncounter(
      {
        ...{ caseId: aCase.id, encounterType: 'contact', mode: 'phone', title: 'Call' },
        scheduledStartAt: '2026-11-21T12:00:00.000Z',
      },
      bo.session,
    );
    await records.createFollowUp({ caseId: aCase.id, title: 'Call back' }, bo.session);

    const { bytes, model } = await take();

    expect(titles()).to.deep.equal([
      ...['Case summary', 'Subjects', 'Encounters and entries'],
      ...['First (version 1)', 'Call', 'Second (version 1)'],
      ...['Attachments', 'deed.pdf', 'Follow-ups', 'Call back', 'Signatures'],
    ]);
    expect(bytes.toString()).to.include('%PDF-1.7 deed');
    expect(model?.stamp.before).to.match(new RegExp(`^${aCase.caseNumber} · [0-9a-f-]{36}$`));
    expect(model?.stamp.after).to.equal('2026-11-23 12:00 UTC · professional operations · standard');
    expect(JSON.stringify(composer.asked[0]?.cover)).to.include('what the requester may see');
  });

  it('REC-61: is what its head and the ledger say of it, and its object goes with the last byte', async () => {
    const { take, signed, happened, kept, workspaceId, sql, records, aCase, bo, worker } =
      await bundleOffice();
    await signed();

    const { bytes, headers = {}, sizeBytes, etag } = await take();

    const line = (await happened()).find(({ type }) => type === 'case.bundle_created');
    const digest = sha256Of(bytes);
    expect(line?.facts).to.deep.include({ sha256: digest, bundleId: headers['X-Bundle-Id'], items: 1 });
    expect([headers['X-Content-SHA256'], etag, sizeBytes]).to.deep.equal([
      digest,
      `sha256-${digest}`,
      bytes.length,
    ]);
    const [row] = await sql<{ action: string; payload: string }>(
      `select action, convert_from(payload, 'utf8') payload from audit_event where ledger_id = $1 and seq = $2`,
      [workspaceId, headers['X-Audit-Seq']],
    );
    expect(row?.action).to.equal('case.bundle_created');
    expect(row?.payload).to.include(digest);
    expect(await kept()).to.deep.equal([]);

    await records.getCaseBundle({ caseId: aCase.id }, bo.session);
    expect(await kept()).to.have.length(1);
    await worker.drain();
    expect(await kept()).to.have.length(1);
  });

  it('REC-63: that nobody fetched is deleted after an hour', async () => {
    const { signed, kept, records, aCase, bo, worker, clock } = await bundleOffice();
    await signed();
    await records.getCaseBundle({ caseId: aCase.id }, bo.session);

    clock.advance({ minutes: 61 });
    await worker.drain();

    expect(await kept()).to.deep.equal([]);
  });

  it('REC-62: holds what the caller passes for the purpose, and only what is signed', async () => {
    const { take, text, signed, begin, clear, attesting, cy, bo, owner, records, aCase } =
      await bundleOffice();
    for (const person of [bo, cy]) await clear(person, 32);
    await begin({ title: 'A draft', body: 'Unfinished words.' });
    await signed({ title: 'Open', body: 'Plain words.' });
    const purposeOfUse = 'treatment';
    const guarded = { confidentiality: 'safeguarding', body: 'Guarded words.', purposeOfUse };
    const { id: artifactId } = await begin(guarded);
    await records.submitEntry({ artifactId, purposeOfUse }, cy.session);
    await records.approveEntry({ artifactId, purposeOfUse }, bo.session);
    await records.finalizeEntry({ artifactId, attestation: attesting(), purposeOfUse }, cy.session);

    await take();
    expect(text()).to.include('Plain words.').and.not.to.include('Unfinished words.');
    expect(text()).not.to.include('Guarded words.');
    const { model } = await take({ purposeOfUse });
    expect(text()).to.include('Guarded words.');
    expect(model?.stamp.after).to.include('treatment · safeguarding');
    await take({ purposeOfUse }, owner);
    expect(text()).to.include('Plain words.').and.not.to.include('Guarded words.');
    expect(
      await failureOf(records.getCaseBundle({ caseId: aCase.id, from: '2027-01-01' }, bo.session)),
    ).to.equal('bundle.empty');
  });

  it('REC-102: shows a version from the bytes that were signed, whatever became of the columns', async () => {
    const { take, text, signed, sql } = await bundleOffice();
    const { id } = await signed({ title: 'As signed', body: 'These words.' });
    await sql('update record_entries set title = $2 where id = $1', [id, 'Another title']);

    await take();

    expect(text()).to.include('As signed').and.to.include('These words.').and.not.to.include('Another title');
  });

  it('REC-60: shows addenda and requests to change it under their entry', async () => {
    const { take, composer, signed, records, attesting, cy, bo } = await bundleOffice();
    const { id: artifactId } = await signed();
    await records.addEntryAddendum(
      {
        ...{ artifactId, kind: 'clarification', content: 'She called from Rome.' },
        attestation: { ...attesting(), statementId: 'attest.addendum.v1' },
      },
      cy.session,
    );
    await records.createAmendment(
      { artifactId, reason: 'It was not Rome.', requestedChange: 'Write Paris.' },
      bo.session,
    );

    await take();

    const section = composer.asked.at(-1)?.sections.find(({ title }) => title.startsWith('First interview'));
    const headings = section?.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    expect(headings?.slice(-2)).to.deep.equal(['Addendum: clarification', 'Request to change it']);
    expect(JSON.stringify(section)).to.include('She called from Rome.').and.to.include('Write Paris.');
  });

  it('REC-51: shows what was entered in error struck through, with the reason', async () => {
    const { take, composer, signed, records, attesting, cy } = await bundleOffice();
    const { id } = await signed({ body: 'Of somebody else.' });
    await records.markEntryInError(
      {
        artifactId: id,
        reason: 'Wrong chart',
        attestation: { ...attesting(), statementId: 'attest.error.v1' },
      },
      cy.session,
    );

    await take();

    const section = composer.asked.at(-1)?.sections.find(({ title }) => title.startsWith('First interview'));
    expect(section?.blocks).to.deep.include({ kind: 'text', text: 'Of somebody else.', isStruck: true });
    expect(JSON.stringify(section)).to.include('Wrong chart');
  });

  it('is for whoever leads the case or writes in it, and for owners and admins', async () => {
    const { take, signed, records, guest, aCase, bo, cy, owner, person, happened } = await bundleOffice();
    await signed();

    expect(await failureOf(records.getCaseBundle({ caseId: aCase.id }, guest.session))).to.equal(
      'permission.denied',
    );
    const viewer = await person('member', 'Vic');
    await records.addCaseMember({ caseId: aCase.id, userId: viewer.id, role: 'viewer' }, bo.session);
    expect(await failureOf(records.getCaseBundle({ caseId: aCase.id }, viewer.session))).to.equal(
      'records.export_not_allowed',
    );
    await take({}, cy);
    await take({}, owner);
    expect((await happened()).filter(({ type }) => type === 'case.bundle_created')).to.have.length(2);
  });

  it('REC-63: that changed while it was composed is composed once more, and refused if it changed again', async () => {
    const { take, composer, signed, records, aCase, bo, happened } = await bundleOffice();
    await signed();
    let changes = 1;
    const change = async () => {
      if (changes <= 0) return;
      changes -= 1;
      await records.createFollowUp({ caseId: aCase.id, title: `Change ${changes}` }, bo.session);
    };
    composer.before = change;

    const { model } = await take();
    expect(JSON.stringify(model)).to.include('Change 0');
    changes = 2;
    expect(await failureOf(take())).to.equal('bundle.changed');
    expect((await happened()).filter(({ type }) => type === 'case.bundle_created')).to.have.length(1);
  });

  it('REC-63: that is too large is refused without a line that says otherwise', async () => {
    const { take, composer, signed, happened, kept } = await bundleOffice();
    await signed();
    composer.before = async () => {
      throw new BundleTooLarge('too many pages');
    };

    expect(await failureOf(take())).to.equal('bundle.too_large');
    expect((await happened()).map(({ type }) => type)).not.to.include('case.bundle_created');
    expect(await kept()).to.deep.equal([]);
  });

  it('refuses a file that is quarantined, and lists one that has no pages with its SHA-256', async () => {
    const { take, text, begin, submit, approve, sign, records, cy, sql } = await bundleOffice();
    const { id } = await begin();
    const { attachment } = await records.uploadEntryAttachment(
      { artifactId: id, file: aFile('list.csv', 'a,b') },
      cy.session,
    );
    await submit(id);
    await approve(id);
    await sign(id);

    await take();
    expect(text()).to.include(attachment.sha256).and.to.include('cannot be shown on a page');
    await sql(`update record_attachments set status = 'quarantined' where id = $1`, [attachment.id]);
    expect(await failureOf(take())).to.equal('attachment.quarantined');
    await take({ include: 'entries' });
    expect(text()).not.to.include(attachment.sha256);
  });

  it('leaves out names of others where they are listed, unless they are asked for', async () => {
    const { take, text, signed, records, create, aCase, bo } = await bundleOffice();
    await signed();
    const { id: subjectId } = await create({ displayName: 'Wilma Witness' });
    await records.addCaseSubject({ caseId: aCase.id, subjectId, role: 'witness' }, bo.session);

    await take();
    expect(text()).to.include('Ann Smith').and.not.to.include('Wilma Witness');
    await take({ redactOtherSubjects: false });
    expect(text()).to.include('Wilma Witness');
  });

  it('REC-91: is taken six times an hour by one person of one case', async () => {
    const { take, signed, owner } = await bundleOffice({ ports: { throttle: new WindowThrottle() } });
    await signed();

    for (let time = 0; time < 6; time += 1) await take();

    expect(await failureOf(take())).to.equal('rate_limited');
    await take({}, owner);
  });

  it('says what the ledger holds of the case, if that is asked for', async () => {
    const { take, titles, text, signed } = await bundleOffice();
    await signed();

    await take();
    expect(titles()).not.to.include('From the audit ledger');
    await take({ include: 'entries,audit' });

    expect(titles()).to.include('From the audit ledger');
    expect(text()).to.include('entry.finalized');
  });
});
