import {
  alan,
  failureOf,
  faultsOf,
  grace,
  type SigningWorld,
  signatureOf,
  signingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { BlobStore } from '../kernel/ports.ts';
import { plusDays, plusMinutes } from '../kernel/time.ts';
import { PdfNotDrawable } from './signing-pdf-composer.ts';

const minute = 60;

/** Objects that we have made of documents. */
async function keysOf(blobs: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list('')) if (key.includes('/doc/')) keys.push(key);
  return keys;
}

describe('sendDocument', () => {
  it('SIG-9, SIG-10: freezes a copy, mails the first group its links, and lets the others wait', async () => {
    const { sent, subjectsTo, read, clock, ports, happened } = await signingWorld();
    const { documentId, document, signature, signers } = await sent({
      signers: [grace, alan, { name: 'Copy', email: 'copy@example.org', role: 'copy' }],
      signingOrder: 'sequential',
    });

    expect(document.signatureStatus).to.equal('sent');
    expect(signature).to.deep.include({
      round: 1,
      status: 'sent',
      deadlineAt: plusDays(clock.now(), 90),
      disclosureVersion: '1',
      counts: { required: 2, done: 0 },
    });
    expect(signers.map(({ status, linkVersion }) => [status, linkVersion])).to.deep.equal([
      ['sent', 1],
      ['waiting', null],
      ['draft', null],
    ]);
    expect([grace, alan].map(({ email }) => subjectsTo(email))).to.deep.equal([
      ['Please sign: letter.pdf'],
      [],
    ]);
    expect(subjectsTo('copy@example.org')).to.deep.equal([]);
    const { versions } = await read(documentId);
    expect(versions.map(({ kind, sha256 }) => [kind, sha256 === signature?.signingCopySha256])).to.deep.equal(
      [
        ['original', false],
        ['signing_copy', true],
      ],
    );
    expect(await keysOf(ports.blobs)).to.have.length(1);
    expect((await happened()).slice(-2).map(({ type }) => type)).to.deep.equal([
      'document.sent',
      'signer.sent',
    ]);
  });

  it('mails the secret of a link alone, and forgets it then', async () => {
    const { sent, sql, tokenOf } = await signingWorld();
    const { documentId } = await sent();
    const [row] = await sql<{ sealed: unknown; hash: string }>(
      'select sealed_secret "sealed", token_hash "hash" from signing_links where document_id = $1',
      [documentId],
    );
    expect(row?.sealed).to.equal(null);
    expect(tokenOf(grace.email)).to.have.length(43);
    const jobs = await sql<{ payload: unknown }>('select payload from jobs where topic = $1', [
      'signing.mail',
    ]);
    expect(JSON.stringify(jobs)).not.to.contain(tokenOf(grace.email));
  });

  for (const [flags, code] of [
    [['encrypted'], 'document.pdf_encrypted'],
    [['signed'], 'document.pdf_already_signed'],
    [['xfa', 'acroform'], 'document.pdf_xfa'],
    [['damaged'], 'document.pdf_damaged'],
  ] as const)
    it(`SIG-4: refuses a PDF that is ${flags[0]} with ${code}`, async () => {
      const { signing, owner, prepared, sql } = await signingWorld();
      const { documentId } = await prepared();
      await sql('update documents set content_flags = $2 where id = $1', [documentId, flags]);
      expect(await failureOf(signing.sendDocument({ documentId }, owner.session))).to.equal(code);
    });

  it('SIG-4: says so of a PDF whose pages nobody knows, also if fields are given with it', async () => {
    const { signing, owner, upload, sql } = await signingWorld();
    const { id: documentId } = await upload();
    const given = { documentId, signers: [grace], fields: [signatureOf('grace')] };
    for (const [flag, code] of [
      ['encrypted', 'document.pdf_encrypted'],
      ['damaged', 'document.pdf_damaged'],
    ] as const) {
      await sql('update documents set content_flags = $2, page_count = null where id = $1', [
        documentId,
        [flag],
      ]);
      expect(await failureOf(signing.sendDocument(given, owner.session))).to.equal(code);
    }
  });

  it('SIG-4: refuses what is no PDF, is too large, has too many pages, or lies in the trash', async () => {
    const { signing, owner, prepared, sql, documents } = await signingWorld();
    const refusalOf = async (change: string) => {
      const { documentId } = await prepared();
      await sql(`update documents set ${change} where id = $1`, [documentId]);
      return failureOf(signing.sendDocument({ documentId }, owner.session));
    };
    expect(await refusalOf(`mime_type = 'text/plain'`)).to.equal('document.not_signable');
    expect(await refusalOf('size_bytes = 104857600')).to.equal('none');
    expect(await refusalOf('size_bytes = 104857601')).to.equal('document.pdf_too_large');
    expect(await refusalOf('page_count = 1000')).to.equal('none');
    expect(await refusalOf('page_count = 1001')).to.equal('document.too_many_pages');
    const { documentId } = await prepared();
    await documents.trashDocument({ documentId }, owner.session);
    expect(await failureOf(signing.sendDocument({ documentId }, owner.session))).to.equal(
      'document.invalid_state',
    );
  });

  for (const [what, change, code] of [
    ['encrypted', `content_flags = '{encrypted}', page_count = null`, 'document.pdf_encrypted'],
    ['signed elsewhere', `content_flags = '{signed}'`, 'document.pdf_already_signed'],
    ['not inspected yet', `content_flags = '{uninspected}', page_count = null`, 'document.not_inspected'],
    ['no PDF', `mime_type = 'text/plain', page_count = null`, 'document.not_signable'],
  ] as const)
    it(`SIG-4: that a file is ${what} is said before any fault of people and fields`, async () => {
      const { signing, owner, prepared, sql, ports } = await signingWorld();
      const { documentId } = await prepared();
      await sql(`update documents set ${change} where id = $1`, [documentId]);
      const { page: _, x: __, y: ___, ...placed } = signatureOf('grace');
      const anchored = { ...placed, anchor: { text: 'Signed by:' } };
      let searches = 0;
      ports.anchorFinder.find = async (_content, anchors) => {
        searches += 1;
        return anchors.map(() => null);
      };
      for (const faulty of [
        { fields: [signatureOf('grace', { page: 7, x: 0.9 })] },
        { fields: [signatureOf('nobody')] },
        { fields: [anchored] },
        { signers: [grace, grace] },
        { signers: [{ ...grace, verification: 'sms' as const }] },
        { signers: [] },
        { deadlineAt: '2020-01-01T00:00:00.000Z' },
      ])
        expect(
          await failureOf(signing.sendDocument({ documentId, ...faulty }, owner.session)),
          JSON.stringify(faulty),
        ).to.equal(code);
      expect(searches).to.equal(what === 'signed elsewhere' ? 1 : 0);
    });

  it('SIG-5, SIG-28: a copy that cannot be made, or that still acts, is refused and leaves nothing behind', async () => {
    const { signing, owner, prepared, ports, read } = await signingWorld();
    const { documentId } = await prepared();
    ports.signingPdfComposer.before = () => Promise.reject(new PdfNotDrawable('form'));
    const send = () => signing.sendDocument({ documentId }, owner.session);
    expect(await failureOf(send())).to.equal('document.pdf_damaged');
    expect(await faultsOf(send())).to.deep.equal([' form']);
    ports.signingPdfComposer.before = async () => undefined;
    ports.pdfInspector.answer = { ...ports.pdfInspector.answer, flags: ['javascript'] };
    expect(await faultsOf(send())).to.deep.equal([' active']);
    expect(await keysOf(ports.blobs)).to.deep.equal([]);
    expect((await read(documentId)).document.signatureStatus).to.equal('preparing');
    // Links to elsewhere stay in the copy.
    ports.pdfInspector.answer = { ...ports.pdfInspector.answer, flags: ['external_reference'] };
    expect(await failureOf(send())).to.equal('none');
  });

  for (const [what, meanwhile, code] of [
    [
      'has set other people',
      ({ signing, owner }: SigningWorld, documentId: string) =>
        signing.setDocumentSigners({ documentId, signers: [alan] }, owner.session),
      'version_conflict',
    ],
    [
      'has put it into the trash',
      ({ documents, owner }: SigningWorld, documentId: string) =>
        documents.trashDocument({ documentId }, owner.session),
      'document.invalid_state',
    ],
    [
      'has sent it',
      ({ signing, owner, ports }: SigningWorld, documentId: string) => {
        ports.signingPdfComposer.before = async () => undefined;
        return signing.sendDocument({ documentId }, owner.session);
      },
      'document.invalid_state',
    ],
  ] as const)
    it(`SIG-29: if somebody ${what} while the copy is made, nothing is sent, and the copy goes`, async () => {
      const here = await signingWorld();
      const { signing, owner, prepared, ports, read, worker, later, happened } = here;
      const { documentId } = await prepared();
      ports.signingPdfComposer.before = async () => {
        await meanwhile(here, documentId);
      };
      expect(await failureOf(signing.sendDocument({ documentId }, owner.session))).to.equal(code);

      // Whatever was stored for a transaction that did not come is swept later.
      await later({ days: 2 });
      await worker.run('uploads.incoming');
      const { versions } = await read(documentId);
      const copies = versions.filter(({ kind }) => kind === 'signing_copy');
      expect(await keysOf(ports.blobs)).to.have.length(copies.length);
      expect((await happened()).filter(({ type }) => type === 'document.sent')).to.have.length(copies.length);
      expect(copies).to.have.length(what === 'has sent it' ? 1 : 0);
    });

  it('PLT-2: who repeats a sending that is still under way gets its answer, and not that it was sent', async () => {
    const { signing, owner, prepared, ports, subjectsTo, worker } = await signingWorld();
    const { documentId } = await prepared();
    const { page: _, x: __, y: ___, ...placed } = signatureOf('grace');
    const input = { documentId, fields: [{ ...placed, anchor: { text: 'Signed by:' } }] };
    const send = () => signing.sendDocument(input, { ...owner.session, idempotencyKey: 'send-7' });
    let searches = 0;
    ports.anchorFinder.find = async (_content, anchors) => {
      searches += 1;
      // The repeat has asked already whether it is one, and reads on once the first is done.
      if (searches === 2) await first;
      return anchors.map(() => ({ page: 1, x: 0.1, y: 0.5 }));
    };
    const first = send();
    const second = send();

    expect((await second).signature).to.deep.equal((await first).signature);
    expect(searches).to.equal(2);
    await worker.drain();
    expect(subjectsTo(grace.email)).to.have.length(1);
  });

  it('SIG-6: asks for somebody who signs or approves, and for a place for each signature', async () => {
    const { signing, owner, prepared } = await signingWorld();
    const nobody = await prepared({ signers: [{ name: 'Copy', email: 'copy@example.org', role: 'copy' }] });
    expect(await failureOf(signing.sendDocument({ documentId: nobody.documentId }, owner.session))).to.equal(
      'signing.no_recipient',
    );

    const { documentId } = await prepared({ signers: [grace, alan], fields: [signatureOf('grace')] });
    const send = (input: object = {}) => signing.sendDocument({ documentId, ...input }, owner.session);
    expect(await faultsOf(send())).to.deep.equal(['/signers/1 signing.field_missing']);
    for (const instead of [{ required: false }, { kind: 'initials' as const }])
      expect(
        await faultsOf(send({ fields: [signatureOf('grace'), signatureOf('alan', instead)] })),
      ).to.deep.equal(['/signers/1 signing.field_missing']);
    const approved = await prepared({ signers: [{ ...alan, role: 'approver' }] });
    expect(
      await failureOf(signing.sendDocument({ documentId: approved.documentId }, owner.session)),
    ).to.equal('none');
  });

  it('SIG-6: a page is added for signers without a field, with fields like any other', async () => {
    const { signing, owner, prepared, ports } = await signingWorld();
    const { documentId, signers } = await prepared({
      signers: [grace, alan],
      fields: [signatureOf('grace')],
      appendSignaturePage: true,
    });
    const { fields, signature } = await signing.sendDocument({ documentId }, owner.session);
    const alanId = signers[1]?.id;
    expect(ports.signingPdfComposer.asked).to.deep.equal([
      { language: 'en', signers: [{ signerId: alanId, name: 'Alan Turing' }] },
    ]);
    expect(
      fields.filter(({ page }) => page === 2).map(({ signerId, kind, label }) => ({ signerId, kind, label })),
    ).to.deep.equal([
      { signerId: alanId, kind: 'signature', label: 'Signature page' },
      { signerId: alanId, kind: 'date', label: 'Signature page' },
    ]);
    expect(signature?.signingCopyPageCount).to.equal(2);
  });

  it('SIG-7: refuses while the seal could not be made at the deadline', async () => {
    const { signing, owner, prepared, ports, clock } = await signingWorld();
    const { documentId } = await prepared();
    const send = (deadlineAt?: string) =>
      failureOf(
        signing.sendDocument(
          { documentId, ...(deadlineAt === undefined ? {} : { deadlineAt }) },
          owner.session,
        ),
      );
    ports.sealKeys.isThere = false;
    expect(await send()).to.equal('seal.not_ready');
    ports.sealKeys.isThere = true;
    ports.sealKeys.validUntil = plusDays(clock.now(), 30);
    expect(await send()).to.equal('seal.not_ready');
    expect(await send(plusDays(clock.now(), 29))).to.equal('none');
  });

  it('SIG-7: the seal is made in the legal name of the workspace, or else in its name', async () => {
    const { chancery, owner, sent, ports } = await signingWorld();
    await sent();
    await chancery.workspace.updateSettings({ legalName: 'Ada Ltd' }, owner.session);
    await sent();
    expect(ports.sealKeys.asked.map(({ name }) => name)[1]).to.equal('Ada Ltd');
  });

  it('SIG-9: a deadline is one hour to 365 days ahead, and 90 days if none is given', async () => {
    const { signing, owner, prepared, clock } = await signingWorld();
    const { documentId } = await prepared();
    const now = clock.now();
    const faults = (deadlineAt: string) =>
      faultsOf(signing.sendDocument({ documentId, deadlineAt }, owner.session));
    const refused = ['/deadlineAt field.out_of_range'];
    expect(await faults(plusMinutes(now, minute - 1))).to.deep.equal(refused);
    expect(await faults(plusMinutes(plusDays(now, 365), 1))).to.deep.equal(refused);
    expect(await faults(plusMinutes(now, minute))).to.deep.equal([]);
    const latest = await prepared();
    expect(
      await faultsOf(
        signing.sendDocument(
          { documentId: latest.documentId, deadlineAt: plusDays(now, 365) },
          owner.session,
        ),
      ),
    ).to.deep.equal([]);
  });

  it('SIG-9: a deadline that was set earlier and is too near by now is refused as passed', async () => {
    for (const [minutes, code] of [
      [60, 'none'],
      [61, 'signing.deadline_passed'],
    ] as const) {
      const { signing, later, prepared, clock } = await signingWorld();
      const { documentId } = await prepared({ deadlineAt: plusMinutes(clock.now(), 2 * minute) });
      const session = await later({ minutes });
      expect(await failureOf(signing.sendDocument({ documentId }, session))).to.equal(code);
    }
  });

  it('SIG-9, SIG-30: the deadline moves later, with all links, and never earlier', async () => {
    const { documents, owner, person, sent, clock, sql, happened, read, complete } = await signingWorld();
    const { documentId, signers } = await sent({
      signers: [grace, alan],
      deadlineAt: plusDays(clock.now(), 10),
    });
    // Whoever is done reads on by their link until the round ends.
    await complete(signers[1]?.id ?? '');
    const move = (days: number, session = owner.session) =>
      documents.updateDocument({ documentId, deadlineAt: plusDays(clock.now(), days) }, session);

    expect(await faultsOf(move(9))).to.deep.equal(['/deadlineAt field.out_of_range']);
    expect(await faultsOf(move(10))).to.deep.equal(['/deadlineAt field.out_of_range']);
    expect(await faultsOf(move(366))).to.deep.equal(['/deadlineAt field.out_of_range']);
    await move(20);
    const moved = plusDays(clock.now(), 20);
    const links = await sql<{ at: string }>(
      'select expires_at "at" from signing_links where document_id = $1',
      [documentId],
    );
    expect(links.map(({ at }) => at)).to.deep.equal([moved, moved]);
    const after = await read(documentId);
    expect([
      after.signature?.deadlineAt,
      ...after.signers.map(({ linkExpiresAt }) => linkExpiresAt),
    ]).to.deep.equal([moved, moved, moved]);
    expect((await happened()).at(-1)?.type).to.equal('document.deadline_moved');
    const editor = await person('member');
    await documents.updateDocument(
      { documentId, accessList: [{ userId: editor.id, level: 'edit' }] },
      owner.session,
    );
    expect(await failureOf(move(30, editor.session))).to.equal('permission.denied');
  });

  it('SIG-9: only a round that is out has a deadline to move', async () => {
    const { documents, owner, prepared, clock } = await signingWorld();
    const { documentId } = await prepared();
    expect(
      await failureOf(
        documents.updateDocument({ documentId, deadlineAt: plusDays(clock.now(), 20) }, owner.session),
      ),
    ).to.equal('document.invalid_state');
  });

  it('SIG-22: a round that is out goes on when its owner is demoted or the plan ends', async () => {
    const { chancery, signing, person, owner, sent, sql, workspaceId } = await signingWorld();
    const bo = await person('member', 'Bo');
    const { documentId, signers } = await sent({}, bo);
    await chancery.workspace.updateMember({ userId: bo.id, role: 'guest' }, owner.session);
    await sql(
      `update workspaces set plan_terms = '{"overrides":[{"code":"document_signing","value":false,"reason":"test","expiresAt":null}]}' where id = $1`,
      [workspaceId],
    );
    const signerId = signers[0]?.id ?? '';
    expect(await failureOf(signing.remindSigner({ documentId, signerId }, owner.session))).to.equal('none');
    expect(
      await failureOf(signing.voidDocument({ documentId, reason: 'No longer needed' }, owner.session)),
    ).to.equal('none');
  });

  it('SIG-33: the disclosure is in the language of the round, else in that of the workspace, else English', async () => {
    const { sent, sql, workspaceId } = await signingWorld();
    const languageOf = async (language: string) => {
      const { documentId } = await sent({ language });
      const [row] = await sql<{ language: string }>(
        'select disclosure_language "language" from signature_rounds where document_id = $1',
        [documentId],
      );
      return row?.language;
    };
    expect(await languageOf('de-AT')).to.equal('de');
    expect(await languageOf('fr')).to.equal('en');
    await sql(`update workspaces set settings = settings || '{"defaultLocale": "de-CH"}' where id = $1`, [
      workspaceId,
    ]);
    expect(await languageOf('fr')).to.equal('de');
    expect(await languageOf('en-GB')).to.equal('en');
  });

  it('SIG-33: mails speak German to whoever wants it, and English to everybody else', async () => {
    const { sent, ports } = await signingWorld();
    await sent({ language: 'fr', signers: [grace, { ...alan, language: 'de-CH' }] });
    const opening = (address: string) =>
      ports.mail.sent.find(({ to }) => to.address === address)?.text.match(/Hello|Guten Tag/)?.[0];
    expect([grace, alan].map(({ email }) => opening(email))).to.deep.equal(['Hello', 'Guten Tag']);
  });

  it('SIG-33: the subject of a mail is in the language of the person too, unless the sender has chosen one', async () => {
    const { sent, subjectsTo } = await signingWorld();
    const signers = [grace, { ...alan, language: 'de-CH' }];
    await sent({ language: 'fr', signers });
    await sent({ signers, subject: 'Please sign: your lease' });

    expect([grace, alan].map(({ email }) => subjectsTo(email))).to.deep.equal([
      ['Please sign: letter.pdf', 'Please sign: your lease'],
      ['Bitte unterschreiben: letter.pdf', 'Please sign: your lease'],
    ]);
  });
});
