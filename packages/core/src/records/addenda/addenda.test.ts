import { failureOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { entrySignatureHolds } from '@chancery/verify';
import { expect } from 'chai';
import { addendumDocument, addendumHash } from './addendum.ts';

describe('addenda', () => {
  it('REC-40: are added to a signed version without changing it, and are signed themselves', async () => {
    const { signed, addTo, happened, sql } = await noteOffice();
    const before = await signed();

    const { addendum, entry } = await addTo(before.id);

    expect([addendum.kind, addendum.content, addendum.versionNumber, addendum.status]).to.deep.equal([
      'addendum',
      'She called again.',
      1,
      'final',
    ]);
    expect({ ...entry, addenda: [], version: 0, updatedAt: '', signatures: [] }).to.deep.equal({
      ...{ ...before, version: 0, updatedAt: '', signatures: [] },
    });
    expect(entry.addenda).to.deep.equal([addendum]);
    const { signature } = addendum;
    expect([signature?.versionNumber, signature?.addendumId, signature?.meaning]).to.deep.equal([
      null,
      addendum.id,
      'addendum',
    ]);
    const created = (await happened()).find(({ type }) => type === 'records.signing_key_created');
    const { publicKey } = (created?.facts ?? {}) as { publicKey: string };
    const key = Buffer.from(publicKey, 'hex');
    const statement = JSON.parse(signature?.signedStatement ?? '');
    expect(await entrySignatureHolds(statement, signature?.signature ?? '', key)).to.equal(true);
    const [row] = await sql<{ document_sealed: Uint8Array }>('select document_sealed from record_addenda');
    expect(Buffer.from(row?.document_sealed ?? []).toString('latin1')).to.not.include('She called');
  });

  it('REC-47: have a hash that no other text, kind, entry or salt has', () => {
    const of = { id: 'a', entryId: 'e', versionNumber: 1, kind: 'addendum' } as const;
    const salt = new Uint8Array(32);
    const file = { id: 'f', fileName: 'a.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: 'ab' };
    const hash = addendumHash(addendumDocument(of, 'She called.'), salt);

    const others = [
      addendumHash(addendumDocument(of, 'She called!'), salt),
      addendumHash(addendumDocument({ ...of, kind: 'rebuttal' }, 'She called.'), salt),
      addendumHash(addendumDocument({ ...of, entryId: 'f' }, 'She called.'), salt),
      addendumHash(addendumDocument({ ...of, versionNumber: 2 }, 'She called.'), salt),
      addendumHash(addendumDocument(of, 'She called.', [file]), salt),
      addendumHash(addendumDocument(of, 'She called.'), new Uint8Array(32).fill(1)),
    ];

    expect(new Set([hash, ...others]).size).to.equal(7);
    expect(addendumHash(addendumDocument(of, 'She called.'), salt)).to.equal(hash);
  });

  it('REC-24: are possible while the case is closed, and not once it is archived', async () => {
    const { signed, addTo, records, aCase, bo, owner } = await noteOffice();
    const { id } = await signed();
    const move = (status: 'closed' | 'archived', as = bo) =>
      records.transitionCase(
        { caseId: aCase.id, status, reason: 'It is over.', closureOutcome: 'Agreed' },
        as.session,
      );

    await move('closed');
    expect((await addTo(id)).addendum.versionNumber).to.equal(1);
    await move('archived', owner);
    expect(await failureOf(addTo(id))).to.equal('case.invalid_state');
  });

  it('go to signed versions alone, by reviewers, contributors and leads who prove who they are', async () => {
    const { begin, signed, addTo, attestingTo, guest, owner, admin } = await noteOffice();
    const { id: draft } = await begin();
    const { id } = await signed();

    expect(await failureOf(addTo(draft))).to.equal('entry.invalid_state');
    expect(await failureOf(addTo(id, undefined, { versionNumber: 2 }))).to.equal('entry.version_not_found');
    expect(await failureOf(addTo(id, owner))).to.equal('permission.denied');
    expect(await failureOf(addTo(id, admin))).to.equal('permission.denied');
    const wrong = {
      ...attestingTo('attest.addendum.v1'),
      reauthentication: { method: 'password' as const, value: 'wrong' },
    };
    expect(await failureOf(addTo(id, undefined, { attestation: wrong }))).to.equal(
      'attestation.reauthentication_failed',
    );
    expect((await addTo(id, guest)).addendum.author.userId).to.equal(guest.id);
  });

  it('are counted in lists, and are in error with their entry', async () => {
    const { signed, addTo, records, aCase, cy, attestingTo, read } = await noteOffice();
    const { id } = await signed();
    await addTo(id);
    await addTo(id, undefined, { kind: 'clarification' });

    const { entries } = await records.listCaseEntries({ caseId: aCase.id }, cy.session);
    await records.markEntryInError(
      { artifactId: id, reason: 'Wrong chart.', attestation: attestingTo('attest.error.v1') },
      cy.session,
    );

    expect(entries.map(({ addendaCount }) => addendaCount)).to.deep.equal([2]);
    expect((await read(id)).addenda.map(({ status, kind }) => [kind, status])).to.deep.equal([
      ['addendum', 'entered_in_error'],
      ['clarification', 'entered_in_error'],
    ]);
    expect(await failureOf(addTo(id))).to.equal('entry.invalid_state');
  });
});
