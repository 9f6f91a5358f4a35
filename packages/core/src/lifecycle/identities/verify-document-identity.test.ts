import {
  failureOf,
  faultsOf,
  library,
  type Person,
  placesWith,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { Settings } from '../../kernel/settings.ts';
import { checkDigit } from './zones/check-digits.ts';

/** The lines of a passport whose number no other test has. */
function passport({
  number = 'K7Q2W9X4Z',
  surname = 'WEBER',
  given = 'LENA',
  expiry = '320415',
  state = 'AUT',
} = {}) {
  const behind = (field: string) => field + checkDigit(field);
  const [dated, expires] = [behind('740812'), behind(expiry)];
  const numbered = behind(number.padEnd(9, '<'));
  const personal = '<'.repeat(15);
  const digit = checkDigit(numbered + dated + expires + personal);
  return [
    `P<${state}${surname}<<${given}`.padEnd(44, '<'),
    `${numbered}${state}${dated}F${expires}${personal}${digit}`,
  ];
}
const lena = { surname: 'Weber', givenNames: 'Lena' };

async function office(settings: Partial<Settings> = {}) {
  const logged: unknown[] = [];
  const note = (...said: unknown[]) => void logged.push(...said);
  const here = await library({ settings, ports: { log: { info: note, warn: note, error: note } } });
  const { owner, chancery } = here;
  const { lifecycle } = chancery;
  const { types } = await lifecycle.listDocumentTypes({}, owner.session);
  const typeId = (key: string) => types.find((type) => type.key === key)?.id ?? '';
  const upload = async (key: string | null = 'passport') =>
    (await here.upload(key === null ? {} : { documentTypeId: typeId(key) })).id;
  const verify = (documentId: string, input: object = {}, as: Person = owner) =>
    lifecycle.verifyDocumentIdentity(
      { documentId, mrzLines: passport(), claimed: lena, ...input },
      as.session,
    );
  const confirm = (documentId: string, input: object) =>
    lifecycle.confirmDocumentExpiration({ documentId, ...input }, owner.session);
  return { ...here, lifecycle, logged, typeId, upload, verify, confirm };
}

describe('checks of identity documents', () => {
  it('say what the zone says and how it compares, and keep of the number only its end', async () => {
    const { upload, verify, owner, happened } = await office();
    const documentId = await upload();

    const { verification, lifecycle } = await verify(documentId);

    expect(verification).to.deep.equal({
      id: verification.id,
      documentId,
      subjectId: null,
      outcome: 'verified',
      assurance: 'mrz_consistency',
      format: 'TD3',
      fields: {
        documentCode: 'P',
        issuingState: 'AUT',
        nationality: 'AUT',
        surname: 'WEBER',
        givenNames: 'LENA',
        documentNumberMasked: '******X4Z',
        birthDate: '1974-08-12',
        sex: 'F',
        expiryDate: '2032-04-15',
      },
      checks: ['documentNumber', 'birthDate', 'expiryDate', 'personalNumber', 'composite'].map((name) => ({
        name,
        ok: true,
      })),
      comparisons: [
        { field: 'surname', result: 'match' },
        { field: 'givenNames', result: 'match' },
      ],
      findings: [],
      source: 'caller',
      evidenceId: null,
      asOf: '2026-11-23',
      verifiedByUserId: owner.id,
      createdAt: '2026-11-23T12:00:00.000Z',
    });
    expect(lifecycle.identity).to.deep.equal({
      verificationId: verification.id,
      outcome: 'verified',
      verifiedAt: '2026-11-23T12:00:00.000Z',
    });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'identity.document_verified',
      facts: { verificationId: verification.id, outcome: 'verified' },
      target: { kind: 'document', id: documentId },
    });
  });

  it('are about a subject that the caller sees, and about no other', async () => {
    const { upload, verify, chancery, owner, person, typeId } = await office();
    const documentId = await upload();
    const { subject } = await chancery.records.createSubject({ displayName: 'Ottla Kern' }, owner.session);
    const { id: subjectId } = subject;

    const nobody = '01900000-0000-7000-8000-00000000000a';
    expect(await failureOf(verify(documentId, { subjectId: nobody }))).to.equal('subject.not_found');
    expect((await verify(documentId, { subjectId })).verification.subjectId).to.equal(subjectId);
    const bo = await person('member', 'Bo');
    await chancery.lifecycle.configureDocumentLifecycle(
      { documentId, typeId: typeId('passport'), ownerUserId: bo.id },
      owner.session,
    );
    expect(await failureOf(verify(documentId, { subjectId }, bo))).to.equal('none');
    await chancery.governance.updateRecordSettings({ subjectDirectory: 'case_team' }, owner.session);
    expect(await failureOf(verify(documentId, { subjectId }, bo))).to.equal('subject.not_found');
  });

  it('IDV-2: lines of another length, number or character are refused by the name of the field, and nothing is stored', async () => {
    const { upload, verify, sql, workspaceId } = await office();
    const documentId = await upload();
    const [first = '', second = ''] = passport();

    const wrong = [
      [first.slice(1), second],
      [first],
      [first, second, second],
      [first.toLowerCase(), second],
      [first.replace('<', ' '), second],
      [],
    ];
    for (const mrzLines of wrong)
      expect(await faultsOf(verify(documentId, { mrzLines }))).to.deep.equal([
        '/mrzLines identity.mrz_malformed',
      ]);

    expect(await faultsOf(verify(documentId, { claimed: {} }))).to.deep.equal([
      '/claimed identity.claim_required',
    ]);
    const stored = await sql('select from identity_verifications where workspace_id = $1', [workspaceId]);
    expect(stored).to.deep.equal([]);
  });

  it('IDV-3: the outcome follows digits, names, dates and specimens in this order', async () => {
    const { upload, verify } = await office();
    const documentId = await upload();
    const outcome = async (input: object) => (await verify(documentId, input)).verification.outcome;
    const [first = '', second = ''] = passport();
    const broken = [first, `${second.slice(0, -1)}${second.endsWith('0') ? 1 : 0}`];
    const [another, cyrillic] = [{ surname: 'Falke' }, { surname: 'Вебер' }];

    expect(await outcome({ mrzLines: broken })).to.equal('invalid_document');
    expect(await outcome({ mrzLines: broken, claimed: another })).to.equal('invalid_document');
    expect(await outcome({ mrzLines: passport({ expiry: '200101' }), claimed: another })).to.equal(
      'mismatch',
    );
    expect(await outcome({ mrzLines: passport({ expiry: '200101' }), claimed: cyrillic })).to.equal(
      'expired',
    );
    expect(await outcome({ mrzLines: passport({ expiry: '200101', state: 'UTO' }) })).to.equal('expired');
    expect(await outcome({ mrzLines: passport({ expiry: '261122' }) })).to.equal('expired');
    expect(await outcome({ mrzLines: passport({ expiry: '261123' }) })).to.equal('verified');
    expect(await outcome({ claimed: cyrillic })).to.equal('inconclusive');
    expect(await outcome({ mrzLines: passport({ state: 'UTO' }) })).to.equal('inconclusive');
    expect(
      await outcome({ mrzLines: passport({ surname: 'MUELLER' }), claimed: { surname: 'Müller' } }),
    ).to.equal('verified');
  });

  it('IDV-4: only of types that are a government identity, and in formats that the type has', async () => {
    const { upload, verify, documents, owner } = await office();

    expect(await failureOf(verify(await upload(null)))).to.equal('identity.type_not_government');
    expect(await failureOf(verify(await upload('contract')))).to.equal('identity.type_not_government');
    expect(await failureOf(verify(await upload('visa')))).to.equal('identity.format_not_allowed');
    expect(await failureOf(verify(await upload('driving_licence')))).to.equal('none');
    const trashed = await upload();
    await documents.trashDocument({ documentId: trashed }, owner.session);
    expect(await failureOf(verify(trashed))).to.equal('document.invalid_state');
  });

  it('IDV-5: the date of what is verified or expired becomes the stated one, and a person confirms it', async () => {
    const { upload, verify, confirm } = await office();
    const documentId = await upload();

    const { lifecycle: kept } = await verify(documentId, { applyExpiry: false });
    const { lifecycle: mismatched } = await verify(documentId, { claimed: { surname: 'Falke' } });
    const { lifecycle: applied, verification } = await verify(documentId);

    expect([kept.expiresOn, mismatched.expiresOn]).to.deep.equal([null, null]);
    expect(applied).to.include({ expiresOn: '2032-04-15', expiresOnSource: 'identity', confirmed: false });
    const { id: verificationId } = verification;
    const by = { source: 'identity', verificationId };
    expect(await failureOf(confirm(documentId, { ...by, expiresOn: '2032-04-16' }))).to.equal(
      'lifecycle.reference_differs',
    );
    const { lifecycle: confirmed } = await confirm(documentId, { ...by, expiresOn: '2032-04-15' });
    expect(confirmed).to.include({ expiresOnSource: 'identity', confirmed: true });
    await verify(documentId);
    expect(await failureOf(confirm(documentId, { ...by, expiresOn: '2032-04-15' }))).to.equal(
      'lifecycle.reference_stale',
    );
    const elsewhere = { ...by, expiresOn: '2032-04-15' };
    expect(await failureOf(confirm(await upload(), elsewhere))).to.equal('identity_verification.not_found');
    expect(await faultsOf(confirm(documentId, { ...elsewhere, source: 'stated' }))).to.deep.equal([
      '/verificationId field.not_an_option',
    ]);
  });

  it('IDV-5: the date of what has expired becomes the stated one too', async () => {
    const { upload, verify } = await office();

    const { verification, lifecycle } = await verify(await upload(), {
      mrzLines: passport({ expiry: '200415' }),
    });

    expect(verification.outcome).to.equal('expired');
    expect(lifecycle).to.include({ expiresOn: '2020-04-15', expiresOnSource: 'identity', confirmed: false });
  });

  it('IDV-5: a date that comes before the issue of the document is not taken over', async () => {
    const { upload, verify, lifecycle, owner } = await office();
    const documentId = await upload();
    const { lifecycle: before } = await lifecycle.getDocumentLifecycle({ documentId }, owner.session);
    await lifecycle.configureDocumentLifecycle(
      { documentId, typeId: before.typeId, issuedOn: '2033-01-01' },
      owner.session,
    );

    const { lifecycle: after } = await verify(documentId);

    expect(after).to.include({ issuedOn: '2033-01-01', expiresOn: null });
  });

  it('IDV-6: the same number with another surname is noticed, without saying whose it was', async () => {
    const { upload, verify } = await office();
    const number = 'M3T8R5V1B';
    const { verification: first } = await verify(await upload(), { mrzLines: passport({ number }) });
    const { verification: again } = await verify(await upload(), { mrzLines: passport({ number }) });

    const { verification: other } = await verify(await upload(), {
      mrzLines: passport({ number, surname: 'FALKE' }),
      claimed: { surname: 'Falke' },
    });

    expect([first.findings, again.findings]).to.deep.equal([[], []]);
    expect(other.findings).to.deep.equal(['number_seen_elsewhere']);
    expect(JSON.stringify(other)).not.to.match(/weber/i);
    const elsewhere = await office();
    const { verification: stranger } = await elsewhere.verify(await elsewhere.upload(), {
      mrzLines: passport({ number, surname: 'ADLER' }),
    });
    expect(stranger.findings).to.deep.equal([]);
  });

  it('IDV-7: no line, number or name stands in any table, log, event, job or answer', async () => {
    const here = await office();
    const { upload, verify, logged, sql } = here;
    const mrzLines = passport({ number: 'N6H2J8D4F', surname: 'XAVERSDORF', given: 'OTTOKARINA' });
    const documentId = await upload();

    const claimed = { surname: 'Xaversdorf', documentNumber: 'N6H2J8D4F' };
    const answer = await verify(documentId, { mrzLines, claimed });
    const [first = '', second = ''] = mrzLines;
    const again = await failureOf(verify(documentId, { mrzLines: [first, `${second}<`], claimed }));

    expect(again).to.equal('request.invalid');
    const secrets = ['N6H2J8D4F', 'XAVERSDORF', 'OTTOKARINA', second.slice(0, 20), first];
    expect(await placesWith(secrets, here)).to.deep.equal([]);
    expect(JSON.stringify(logged)).not.to.match(/N6H2J8D4F|XAVERSDORF|OTTOKARINA/i);
    expect(JSON.stringify(answer)).not.to.contain('N6H2J8D4F');
    const jobs = await sql('select * from jobs');
    expect(JSON.stringify(jobs)).not.to.match(/N6H2J8D4F|XAVERSDORF/i);
  });

  it('IDV-8: a check is never changed, and goes with its document', async () => {
    const { upload, verify, documents, owner, sql, lifecycle } = await office();
    const documentId = await upload();
    const { verification: first } = await verify(documentId);
    const rows = () =>
      sql<{ id: string; row: string }>(
        'select id, md5(v::text) "row" from identity_verifications v where document_id = $1 order by id',
        [documentId],
      );
    const [before] = await rows();

    const { verification: second } = await verify(documentId, { claimed: { surname: 'Falke' } });

    expect((await rows()).map(({ id }) => id)).to.deep.equal([first.id, second.id]);
    expect((await rows())[0]).to.deep.equal(before);
    await documents.trashDocument({ documentId }, owner.session);
    await documents.purgeDocument({ documentId }, owner.session);
    expect(await rows()).to.deep.equal([]);
    expect((await lifecycle.getDocumentLifecycle({ documentId }, owner.session)).lifecycle.identity).to.equal(
      null,
    );
  });

  it('are for those who may configure the lifecycle', async () => {
    const { upload, verify, person } = await office();
    const bo = await person('member', 'Bo');

    expect(await failureOf(verify(await upload(), {}, bo))).to.equal('permission.denied');
  });
});

describe('checks of identity documents by the zone that stands in them', () => {
  const inDocument = { mrzLines: undefined, source: 'document' };

  /** A passport on whose second page an extraction has looked for the zone. */
  async function readPassport(
    lines: readonly string[] = passport(),
    method: 'text_layer' | 'ocr' = 'text_layer',
    settings: Partial<Settings> = {},
  ) {
    const here = await office(settings);
    const { ports, upload, lifecycle, owner, worker } = here;
    const says = (zone: readonly string[]) => {
      ports.textExtractor.says(['Cover'], ['Passport', ...zone]);
      ports.textExtractor.pages = ports.textExtractor.pages.map((page) => ({ ...page, method }));
    };
    says(lines);
    // What a document is read for by itself is told elsewhere (EXT-8).
    await lifecycle.updateLifecycleSettings({ autoExtract: false }, owner.session);
    const documentId = await upload();
    await lifecycle.startDocumentExtraction({ documentId, kinds: ['mrz'] }, owner.session);
    await worker.drain();
    const { evidence } = await lifecycle.listDocumentEvidence({ documentId }, owner.session);
    return { ...here, says, documentId, evidenceId: evidence[0]?.id ?? '' };
  }

  it('IDV-3: read it once more where it was found, and say who has read it and where it stands', async () => {
    const here = await readPassport();
    const { documentId, evidenceId, verify, ports } = here;

    const { verification, lifecycle } = await verify(documentId, inDocument);

    expect(verification).to.include({ outcome: 'verified', source: 'text_layer', evidenceId });
    expect(lifecycle).to.include({ expiresOn: '2032-04-15', expiresOnSource: 'identity', confirmed: false });
    expect(ports.textExtractor.asked.map(({ pages }) => pages)).to.deep.equal([
      { from: 1, to: 50 },
      { from: 2, to: 2 },
    ]);
    expect(await placesWith(['K7Q2W9X4Z', 'WEBER'], here)).to.deep.equal([]);
  });

  it('IDV-3: accuse no document of what recognition may have misread', async () => {
    const [names = '', numbers = ''] = passport();
    const broken = [names, numbers.replace('740812', '740813')];
    const outcomes: string[] = [];
    for (const method of ['text_layer', 'ocr'] as const) {
      const { documentId, verify } = await readPassport(broken, method);
      const { verification } = await verify(documentId, inDocument);
      outcomes.push(`${verification.source} ${verification.outcome}`);
    }

    expect(outcomes).to.deep.equal(['text_layer invalid_document', 'ocr inconclusive']);
  });

  it('IDV-2: are refused where no zone stands any more that an extraction has found', async () => {
    const { documentId, evidenceId, verify, says, upload, lifecycle, owner, sql } = await readPassport();
    const refused = (id: string) => failureOf(verify(id, inDocument));

    expect(await refused(await upload())).to.equal('identity.no_mrz_found');
    says(passport({ number: 'B2B2B2B2B' }));
    expect(await refused(documentId)).to.equal('identity.no_mrz_found');
    says(passport());
    await lifecycle.reviewEvidence({ evidenceId, decision: 'reject' }, owner.session);
    expect(await refused(documentId)).to.equal('identity.no_mrz_found');
    await lifecycle.reviewEvidence({ evidenceId, decision: 'accept' }, owner.session);
    expect(await refused(documentId)).to.equal('none');
    expect(
      await sql('select from identity_verifications where evidence_id = $1', [evidenceId]),
    ).to.have.length(1);
  });

  it('are asked for again a little later while the page takes too long to read, and leave nothing', async () => {
    const { documentId, verify, ports, sql } = await readPassport(passport(), 'ocr', {
      readingSeconds: 0.05,
    });
    ports.textExtractor.isStuck = true;

    expect(await failureOf(verify(documentId, inDocument))).to.equal('dependency.unavailable');
    expect(
      await sql('select from identity_verifications where document_id = $1', [documentId]),
    ).to.deep.equal([]);
    ports.textExtractor.isStuck = false;
    expect((await verify(documentId, inDocument)).verification.outcome).to.equal('verified');
  });

  it('IDV-2: take the lines from one place, which somebody has to name', async () => {
    const { documentId, verify } = await readPassport();

    for (const input of [{ mrzLines: undefined }, { source: 'document' }])
      expect(await faultsOf(verify(documentId, input))).to.deep.equal(['/mrzLines field.required']);
  });
});
