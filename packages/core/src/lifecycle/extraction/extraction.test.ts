import {
  aFile,
  failureOf,
  faultsOf,
  library,
  type Person,
  placesWith,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const certificate = [
  'CERTIFICATE OF INSURANCE',
  'Policy number: PL-2026-00431',
  'Expiration date: 02/28/2027',
  'Issued 2026-03-01',
];

async function office() {
  const here = await library();
  const { owner, chancery, worker, ports } = here;
  const { lifecycle } = chancery;
  const { textExtractor } = ports;
  textExtractor.says(certificate);
  const start = (documentId: string, input: object = {}, as: Person = owner) =>
    lifecycle.startDocumentExtraction({ documentId, ...input }, as.session);
  const found = async (documentId: string, input: object = {}) =>
    lifecycle.listDocumentEvidence({ documentId, ...input }, owner.session);
  const review = (evidenceId: string, input: object, as: Person = owner) =>
    lifecycle.reviewEvidence({ evidenceId, decision: 'accept', ...input }, as.session);
  /** A document that was read, and what was found in it by its kind. */
  const readDocument = async (input: object = {}) => {
    const { id: documentId } = await here.upload();
    await start(documentId, input);
    await worker.drain();
    const { evidence } = await found(documentId);
    const idOf = (kind: string) => evidence.find((one) => one.kind === kind)?.id ?? '';
    return { documentId, evidence, idOf };
  };
  const get = async (documentId: string) =>
    (await lifecycle.getDocumentLifecycle({ documentId }, owner.session)).lifecycle;
  /** What is stored of the runs of a document, whoever may see it by then. */
  const runsOf = (documentId: string) =>
    here.sql<{ status: string; code: string | null; started: Date | null }>(
      'select status, failure_code code, started_at started from extraction_runs where document_id = $1 order by id',
      [documentId],
    );
  return { ...here, lifecycle, textExtractor, start, found, review, readDocument, get, runsOf };
}

describe('extractions', () => {
  it('read a document in the background and propose what they find, each with its proof', async () => {
    const { upload, start, found, worker, textExtractor, owner, happened } = await office();
    const { id: documentId } = await upload();

    const { extraction, reused } = await start(documentId);
    await worker.drain();
    const { extractions, evidence } = await found(documentId);

    expect([extraction.status, reused]).to.deep.equal(['queued', false]);
    expect(textExtractor.asked).to.deep.equal([
      {
        mimeType: 'application/pdf',
        pages: { from: 1, to: 50 },
        ocr: 'auto',
        languages: ['en'],
        reference: '2026-11-23T12:00:00.000Z',
      },
    ]);
    expect(extractions).to.deep.equal([
      {
        ...extraction,
        status: 'completed',
        pagesProcessed: 1,
        engine: { text: 'text 1', ocr: 'ocr 1', dates: 'dates 1', rules: '1' },
        evidenceCount: 3,
        startedAt: '2026-11-23T12:00:00.000Z',
        finishedAt: '2026-11-23T12:00:00.000Z',
        updatedAt: '2026-11-23T12:00:00.000Z',
        version: 3,
      },
    ]);
    expect(
      evidence.map(({ kind, value, line, confidence }) => [kind, value, line, confidence]),
    ).to.deep.equal([
      ['policy_number', 'PL-2026-00431', 2, 0.9],
      ['expiration_date', '2027-02-28', 3, 0.95],
      ['issue_date', '2026-03-01', 4, 0.95],
    ]);
    expect(evidence[1]).to.deep.include({
      documentId,
      runId: extraction.id,
      precision: 'day',
      page: 1,
      boundingBox: { x: 0.085, y: 0.04, width: 0.05, height: 0.02 },
      quote: 'Expiration date: 02/28/2027',
      method: 'text_layer',
      label: 'expiration date',
      status: 'proposed',
      createdAt: '2026-11-23T12:00:00.000Z',
      updatedAt: '2026-11-23T12:00:00.000Z',
      version: 1,
    });
    expect([extraction.updatedAt, extraction.version]).to.deep.equal([extraction.createdAt, 1]);
    expect(extraction.requestedByUserId).to.equal(owner.id);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'extraction.completed',
      facts: { runId: extraction.id, evidenceCount: 3 },
      target: { kind: 'document', id: documentId },
    });
  });

  it('EXT-1: the same document gives the same evidence again', async () => {
    const { readDocument, start, found, worker } = await office();
    const { documentId, evidence: first } = await readDocument();

    await start(documentId, { force: true });
    await worker.drain();
    const { evidence: second } = await found(documentId);

    const said = (all: typeof first) => all.map(({ id: _, runId: __, ...rest }) => rest);
    expect(said(second)).to.deep.equal(said(first));
    expect(second[0]?.runId).not.to.equal(first[0]?.runId);
  });

  it('EXT-2: the same request is answered by the run that was completed, unless it is forced', async () => {
    const { readDocument, start, textExtractor } = await office();
    const { documentId } = await readDocument();

    const again = await start(documentId, { kinds: ['identifiers', 'dates', 'dates'] });
    const other = await start(documentId, { kinds: ['dates'] });
    const forced = await start(documentId, { force: true });

    expect([again.reused, again.extraction.status]).to.deep.equal([true, 'completed']);
    expect([other.reused, other.extraction.status]).to.deep.equal([false, 'queued']);
    expect([forced.reused, forced.extraction.status]).to.deep.equal([false, 'queued']);
    expect(textExtractor.asked).to.have.length(1);
  });

  it('EXT-2: one that waits is given up when the same is asked for anew', async () => {
    const { upload, start, found, worker } = await office();
    const { id: documentId } = await upload();
    await start(documentId);
    await start(documentId);

    await worker.drain();

    const { extractions } = await found(documentId);
    expect(extractions.map(({ status }) => status)).to.deep.equal(['completed', 'cancelled']);
  });

  it('EXT-5, EXT-6: what was missing and what was skipped is said, and the run is completed', async () => {
    const { upload, start, found, worker, textExtractor } = await office();
    const { id: documentId } = await upload();
    textExtractor.says();
    textExtractor.more = { pagesFailed: 2, pagesOcr: 1, missesLanguage: true, isTruncated: true };
    await start(documentId, { languages: ['fi'], pages: { from: 3, to: 202 } });

    await worker.drain();

    const [run] = (await found(documentId)).extractions;
    expect(run).to.deep.include({
      status: 'completed',
      findings: ['ocr_language_missing', 'page_failed', 'no_text', 'truncated'],
      pagesFailed: 2,
      pagesOcr: 1,
      languages: ['fi'],
      pages: { from: 3, to: 202 },
    });
  });

  it('end with a reason where nobody can read the document, and can be started again', async () => {
    const { upload, start, worker, textExtractor, clock, runsOf } = await office();
    const { id: documentId } = await upload();
    textExtractor.more = { encrypted: true };
    await start(documentId);
    await worker.drain();
    textExtractor.more = {};
    await start(documentId);
    await worker.drain();
    await start(documentId, { force: true });
    textExtractor.failure = new Error('away');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await worker.drain();
      clock.advance({ minutes: 11 });
    }

    expect((await runsOf(documentId)).map(({ status, code }) => [status, code])).to.deep.equal([
      ['failed', 'extraction.encrypted'],
      ['completed', null],
      ['failed', 'extraction.unavailable'],
    ]);
  });

  it('tell whoever started one that it failed, with what can be done, and nobody of one that was completed', async () => {
    const { upload, start, worker, textExtractor, person, lifecycle, owner, ports } = await office();
    const [bo, { id: documentId }] = [await person('member', 'Bo'), await upload({ name: 'Policy' })];
    await lifecycle.configureDocumentLifecycle({ documentId, ownerUserId: bo.id }, owner.session);
    await start(documentId, {}, bo);
    await worker.drain();
    textExtractor.more = { encrypted: true };
    await start(documentId, { force: true }, bo);
    await worker.drain();

    const mails = ports.mail.sent.filter(({ subject }) => subject.includes('could not be read'));
    expect(mails.map(({ to, subject }) => [to.address, subject])).to.deep.equal([
      [bo.email, 'Policy could not be read'],
    ]);
    expect(mails[0]?.text).to.include('It cannot be read without its password.');
  });

  it('fail where the version that they are to read is gone, whether or not they have begun', async () => {
    const { upload, start, runsOf, worker, textExtractor, clock, sql, happened } = await office();
    const gone = (documentId: string) =>
      sql('update document_versions set released_at = $2 where document_id = $1', [documentId, clock.now()]);
    const { id: waits } = await upload();
    await start(waits);
    await gone(waits);
    const { id: works } = await upload();
    await start(works);
    textExtractor.failure = new Error('away');
    await worker.drain();
    textExtractor.failure = null;
    await gone(works);
    clock.advance({ minutes: 11 });

    await worker.drain();

    const runs = [...(await runsOf(waits)), ...(await runsOf(works))];
    expect(runs.map(({ status, code, started }) => [status, code, started === null])).to.deep.equal([
      ['failed', 'extraction.unavailable', true],
      ['failed', 'extraction.unavailable', false],
    ]);
    const failures = (await happened()).filter(({ type }) => type === 'extraction.failed');
    expect(failures.map(({ target }) => target?.id)).to.have.members([waits, works]);
  });

  it('fail where their job is given up before they have begun', async () => {
    const { upload, start, runsOf, worker, clock, sql } = await office();
    const { id: documentId } = await upload();
    const { extraction } = await start(documentId);
    await sql(
      `alter table extraction_runs add constraint no_start check (status <> 'running' or id <> '${extraction.id}')`,
    );

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await worker.drain();
      clock.advance({ minutes: 11 });
    }

    expect(await runsOf(documentId)).to.deep.equal([
      { status: 'failed', code: 'extraction.unavailable', started: null },
    ]);
  });

  it('are refused for what has no text, for what is put away, and to who only sees the document', async () => {
    const { upload, start, documents, owner, person, worker, found, ports } = await office();
    const bo = await person('member', 'Bo');
    const { id: documentId } = await upload();
    expect(await failureOf(start(documentId, {}, bo))).to.equal('permission.denied');
    expect(await faultsOf(start(documentId, { pages: { from: 1, to: 201 } }))).to.deep.equal([
      '/pages field.out_of_range',
    ]);
    await start(documentId);
    await documents.trashDocument({ documentId }, owner.session);
    await worker.drain();
    expect((await found(documentId)).extractions.map(({ status }) => status)).to.deep.equal(['cancelled']);
    expect(await failureOf(start(documentId))).to.equal('document.invalid_state');
    ports.types.taken = 'application/vnd.oasis.opendocument.spreadsheet';
    const { id: table } = await upload({ file: aFile('table.ods') });
    expect(await failureOf(start(table))).to.equal('extraction.not_supported');
  });

  for (const type of [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
    'application/rtf',
    'text/plain',
    'text/csv',
    'image/png',
    'image/jpeg',
    'image/tiff',
    'image/heic',
  ])
    it(`EXT-14: read ${type}`, async () => {
      const { upload, start, found, worker, textExtractor, ports } = await office();
      ports.types.taken = type;
      const { id: documentId } = await upload();

      await start(documentId);
      await worker.drain();

      expect(textExtractor.asked.at(-1)?.mimeType).to.equal(type);
      expect((await found(documentId)).extractions.map(({ status }) => status)).to.deep.equal(['completed']);
    });

  it('EXT-6: refuse HEIC on a host that has left out the package which reads it, and nothing else', async () => {
    const here = await library({ settings: { lacksHeic: true } });
    const start = async (type: string) => {
      here.ports.types.taken = type;
      const { id: documentId } = await here.upload();
      return failureOf(here.chancery.lifecycle.startDocumentExtraction({ documentId }, here.owner.session));
    };

    expect(await start('image/heic')).to.equal('extraction.not_supported');
    expect(await start('image/tiff')).to.equal('none');
  });

  it('EXT-9: of a machine readable zone the format and the end of its number are kept, and its lines nowhere', async () => {
    const here = await office();
    const { textExtractor, readDocument, sql } = here;
    const lines = ['P<AUTYSENGRIN<<OTTILIA', 'R4K9T2M8V<AUT7408122F3204153'].map((line) =>
      line.padEnd(44, '<'),
    );
    textExtractor.says(['Passport', ...lines, 'Expires 2032-04-15']);

    const { evidence } = await readDocument({ kinds: ['dates', 'identifiers', 'mrz', 'text'] });

    expect(evidence.map(({ kind, value, line, quote }) => [kind, value, line, quote])).to.deep.equal([
      ['mrz', 'TD3 ******M8V', 2, 'TD3 ******M8V'],
      ['expiration_date', '2032-04-15', 4, 'Expires 2032-04-15'],
    ]);
    expect(evidence[0]?.confidence).to.equal(0.5);
    expect(await placesWith(['YSENGRIN', 'OTTILIA', 'R4K9T2M8V'], here)).to.deep.equal([]);
    expect(JSON.stringify(await sql('select * from jobs'))).not.to.match(/YSENGRIN|R4K9T2M8V/);
  });

  it('a number keeps the evidence that it comes from when it is put back, and takes none of another document', async () => {
    const { readDocument, review, lifecycle, owner } = await office();
    const { idOf, documentId } = await readDocument();
    const evidenceId = idOf('policy_number');
    await review(evidenceId, { applyTo: 'identifier' });
    const number = { kind: 'policy_number', value: 'PL-2026-00431' } as const;
    const put = async (id: string, identifier: object) => {
      const input = { documentId: id, identifiers: [{ ...number, ...identifier }] };
      return (await lifecycle.configureDocumentLifecycle(input, owner.session)).lifecycle.identifiers;
    };

    expect(await put(documentId, {})).to.deep.equal([{ ...number, evidenceId }]);
    expect(await put(documentId, { evidenceId })).to.deep.equal([{ ...number, evidenceId }]);
    expect(await put(documentId, { evidenceId: null })).to.deep.equal([{ ...number, evidenceId: null }]);
    const other = await readDocument();
    expect(await failureOf(put(other.documentId, { evidenceId }))).to.equal('evidence.not_found');
  });

  it('EXT-10: text of a document is nothing but text', async () => {
    const { textExtractor, readDocument } = await office();
    const hostile = `<script>alert(1)</script> {{7*7}} '; drop table evidence; -- ref. AB-12 \u202e Expires 2027-02-28`;
    textExtractor.says([hostile]);

    const { evidence } = await readDocument();

    expect(evidence.map(({ value, quote }) => [value, quote])).to.deep.equal([
      ['2027-02-28', hostile],
      ['AB-12', hostile],
    ]);
  });
});

describe('evidence', () => {
  it('EXT-7: that is accepted sets and confirms the date, and says where it comes from', async () => {
    const { readDocument, review, happened } = await office();
    const { idOf, documentId } = await readDocument();

    const { evidence, lifecycle } = await review(idOf('expiration_date'), {
      applyTo: 'expiresOn',
      note: 'Seen',
    });
    await review(idOf('issue_date'), { applyTo: 'issuedOn' });
    const { lifecycle: last } = await review(idOf('policy_number'), { applyTo: 'identifier' });

    expect(evidence).to.include({
      status: 'accepted',
      appliedTo: 'expiresOn',
      reviewNote: 'Seen',
      version: 2,
    });
    expect(lifecycle).to.include({
      documentId,
      expiresOn: '2027-02-28',
      expiresOnSource: 'extracted',
      confirmed: true,
      confirmationNote: 'Seen',
    });
    expect(last).to.deep.include({
      issuedOn: '2026-03-01',
      identifiers: [{ kind: 'policy_number', value: 'PL-2026-00431', evidenceId: idOf('policy_number') }],
    });
    expect((await happened()).at(-1)?.facts).to.deep.equal({
      evidenceId: idOf('policy_number'),
      kind: 'policy_number',
      decision: 'accept',
      appliedTo: 'identifier',
    });
  });

  it('EXT-7: that is corrected counts with its corrected value, and what is rejected changes nothing', async () => {
    const { readDocument, review, get } = await office();
    const { idOf, documentId } = await readDocument();
    const before = await get(documentId);

    const { lifecycle: rejected } = await review(idOf('issue_date'), { decision: 'reject' });
    const { evidence, lifecycle } = await review(idOf('expiration_date'), {
      decision: 'correct',
      correctedValue: '2027-03-01',
      applyTo: 'expiresOn',
    });

    expect(rejected).to.deep.equal(before);
    expect(evidence).to.include({ status: 'corrected', value: '2027-02-28', correctedValue: '2027-03-01' });
    expect(lifecycle).to.include({ expiresOn: '2027-03-01', expiresOnSource: 'extracted' });
  });

  it('EXT-7: a later review takes the place of the one before, and moves no date that was changed since', async () => {
    const { readDocument, review, lifecycle, owner, happened } = await office();
    const { idOf, documentId } = await readDocument();
    const evidenceId = idOf('expiration_date');
    await review(evidenceId, { applyTo: 'expiresOn' });
    await lifecycle.confirmDocumentExpiration({ documentId, expiresOn: '2029-01-01' }, owner.session);

    const { lifecycle: after, evidence } = await review(evidenceId, {
      decision: 'correct',
      correctedValue: '2027-03-31',
      applyTo: 'expiresOn',
    });

    expect(evidence).to.include({ status: 'corrected', version: 3 });
    expect(after).to.include({ expiresOn: '2029-01-01', expiresOnSource: 'stated' });
    const reviews = (await happened()).filter(({ type }) => type === 'evidence.reviewed');
    expect(reviews.map(({ facts }) => facts.decision)).to.deep.equal(['accept', 'correct']);
  });

  it('LIF-5: that gave a date is what the date can be confirmed by, as long as it stands', async () => {
    const { readDocument, start, worker, review, owner, lifecycle, get } = await office();
    const { idOf, documentId } = await readDocument();
    const evidenceId = idOf('expiration_date');
    const confirm = (input: object) =>
      lifecycle.confirmDocumentExpiration(
        { documentId, expiresOn: '2027-02-28', source: 'extracted', evidenceId, ...input },
        owner.session,
      );
    const { evidence: others } = await readDocument();

    expect(await failureOf(confirm({ expiresOn: '2027-03-01' }))).to.equal('lifecycle.reference_differs');
    expect(await failureOf(confirm({ evidenceId: idOf('policy_number') }))).to.equal(
      'lifecycle.reference_differs',
    );
    expect(await failureOf(confirm({ evidenceId: others[1]?.id }))).to.equal('evidence.not_found');
    expect(await faultsOf(confirm({ source: 'stated' }))).to.deep.equal(['/evidenceId field.not_an_option']);
    expect((await get(documentId)).expiresOn).to.equal(null);
    await review(evidenceId, { decision: 'reject' });
    expect(await failureOf(confirm({}))).to.equal('lifecycle.reference_differs');
    await review(evidenceId, { decision: 'correct', correctedValue: '2027-03-31' });

    const { lifecycle: after } = await confirm({ expiresOn: '2027-03-31' });

    expect(after).to.include({ expiresOn: '2027-03-31', expiresOnSource: 'extracted', confirmed: true });
    const { documentId: another, idOf: idOfAnother } = await readDocument();
    const before = idOfAnother('expiration_date');
    await start(another, { force: true });
    await worker.drain();
    expect(await failureOf(confirm({ documentId: another, evidenceId: before }))).to.equal(
      'lifecycle.reference_stale',
    );
  });

  it('EXT-7: a value that is none of its kind, or a field that takes no such value, is refused by name', async () => {
    const { readDocument, review, person, lifecycle, owner } = await office();
    const { idOf } = await readDocument();
    const date = idOf('expiration_date');
    const faults = (evidenceId: string, input: object) => faultsOf(review(evidenceId, input));

    expect(await faults(date, { decision: 'correct', correctedValue: '31.02.2027' })).to.deep.equal([
      '/correctedValue evidence.value_invalid',
    ]);
    expect(await faults(date, { decision: 'correct' })).to.deep.equal(['/correctedValue field.required']);
    expect(await faults(date, { applyTo: 'identifier' })).to.deep.equal([
      '/applyTo evidence.apply_not_for_kind',
    ]);
    expect(await faults(idOf('policy_number'), { applyTo: 'expiresOn' })).to.deep.equal([
      '/applyTo evidence.apply_not_for_kind',
    ]);
    expect(await faults(date, { decision: 'reject', applyTo: 'expiresOn' })).to.deep.equal([
      '/applyTo evidence.apply_not_for_kind',
    ]);
    await review(date, { applyTo: 'issuedOn' });
    const early = { decision: 'correct', correctedValue: '2020-01-01', applyTo: 'expiresOn' };
    expect(await faults(date, early)).to.deep.equal(['/correctedValue lifecycle.dates_out_of_order']);
    await review(date, { decision: 'correct', correctedValue: '2027-12-01', applyTo: 'expiresOn' });
    const late = { decision: 'correct', correctedValue: '2028-01-01' };
    for (const applyTo of ['issuedOn', 'effectiveOn'])
      expect(await faults(idOf('issue_date'), { ...late, applyTo }), applyTo).to.deep.equal([
        '/correctedValue lifecycle.dates_out_of_order',
      ]);
    const { documentId: other, idOf: otherOf } = await readDocument();
    await lifecycle.configureDocumentLifecycle(
      { documentId: other, effectiveOn: '2027-06-01' },
      owner.session,
    );
    expect(await faults(otherOf('expiration_date'), { applyTo: 'expiresOn' })).to.deep.equal([
      '/applyTo lifecycle.dates_out_of_order',
    ]);
    expect(await failureOf(review(date, {}, await person('member', 'Bo')))).to.equal('permission.denied');
    expect(await failureOf(review(date, { expectedVersion: 1 }))).to.equal('version_conflict');
    expect(await failureOf(review('0190a000-0000-7000-8000-000000000000', {}))).to.equal(
      'evidence.not_found',
    );
  });

  it('that a newer run proposes takes the place of what nobody looked at, and of nothing else', async () => {
    const { readDocument, review, start, worker, found, textExtractor } = await office();
    const { idOf, documentId } = await readDocument();
    const kept = idOf('expiration_date');
    await review(kept, {});
    textExtractor.says(['Expires 2028-01-31']);

    const { extraction } = await start(documentId, { force: true });
    await worker.drain();

    const { evidence } = await found(documentId);
    expect(evidence.map(({ value, status }) => [value, status])).to.deep.equal([
      ['2028-01-31', 'proposed'],
      ['2027-02-28', 'accepted'],
    ]);
    const ofRun = await found(documentId, { runId: extraction.id });
    expect(ofRun.evidence.map(({ value }) => value)).to.deep.equal(['2028-01-31']);
  });

  it('is shown to a member who only sees the document, and to no guest, even of the access list', async () => {
    const { readDocument, documents, lifecycle, person, owner } = await office();
    const { documentId, evidence } = await readDocument();
    const [bo, gil] = [await person('member', 'Bo'), await person('guest', 'Gil')];
    const accessList = [{ userId: gil.id, level: 'view' as const }];
    await documents.updateDocument({ documentId, accessList }, owner.session);
    const list = (as: Person) => lifecycle.listDocumentEvidence({ documentId }, as.session);

    expect((await list(bo)).evidence).to.deep.equal(evidence);
    expect(await failureOf(list(gil))).to.equal('permission.denied');
  });

  it('is listed page by page, and by kind, state and confidence', async () => {
    const { readDocument, found, documents, owner, lifecycle } = await office();
    const { documentId } = await readDocument();
    const kinds = async (input: object) => (await found(documentId, input)).evidence.map(({ kind }) => kind);

    const first = await found(documentId, { limit: 2 });
    const second = await found(documentId, { limit: 2, cursor: first.nextCursor ?? '' });

    expect([first.count, second.evidence.map(({ kind }) => kind), second.nextCursor]).to.deep.equal([
      2,
      ['issue_date'],
      null,
    ]);
    expect(await kinds({ kind: 'policy_number' })).to.deep.equal(['policy_number']);
    expect(await kinds({ minConfidence: 0.95 })).to.deep.equal(['expiration_date', 'issue_date']);
    expect(await kinds({ status: 'accepted' })).to.deep.equal([]);
    await documents.trashDocument({ documentId }, owner.session);
    await documents.purgeDocument({ documentId }, owner.session);
    const gone = await lifecycle.listDocumentEvidence({ documentId }, owner.session);
    expect([gone.extractions, gone.evidence]).to.deep.equal([[], []]);
  });
});
