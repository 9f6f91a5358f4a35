import { failureOf, faultsOf, noteOffice, type Person } from '@chancery/adapters-persistence/testing';
import { entrySignatureHolds } from '@chancery/verify';
import { expect } from 'chai';

/** A case in which Bo leads, Cy writes, and Gus reviews; entries by Cy. */
async function signingOffice() {
  const here = await noteOffice();
  const { records, attestingTo, bo } = here;
  const coSign = (artifactId: string, as: Person, input: object = {}) =>
    records.coSignEntry(
      { artifactId, action: 'sign', attestation: attestingTo('attest.cosign.v1'), ...input },
      as.session,
    );
  const decline = (artifactId: string, as: Person) =>
    records.coSignEntry({ artifactId, action: 'decline', reason: 'I was not there.' }, as.session);
  const request = (artifactId: string, as: Person, input: object = {}) =>
    records.coSignEntry({ artifactId, action: 'request', ...input }, as.session);
  /** An entry whose template demands a second signature. */
  const demanding = async (coSignerCaseRole: 'reviewer' | 'lead' = 'reviewer') => {
    const { id } = await here.template({ coSignPolicy: 'required', coSignerCaseRole });
    return here.signed({ templateId: id, body: undefined, sections: { findings: 'She called.' } });
  };
  return { ...here, coSign, decline, request, demanding, bo };
}

describe('co-signatures', () => {
  it('GOV-28: are of somebody else than the author, over the hash that the author signed', async () => {
    const { demanding, coSign, cy, guest, happened, said } = await signingOffice();
    const before = await demanding();
    expect([before.coSign.status, before.coSign.versionNumber]).to.deep.equal(['pending', 1]);

    expect(await failureOf(coSign(before.id, cy))).to.equal('co_sign.author');
    const { entry, signature } = await coSign(before.id, guest, { comment: 'Well described.' });

    expect([entry.coSign.status, entry.status, entry.contentHash]).to.deep.equal([
      'completed',
      'finalized',
      before.contentHash,
    ]);
    expect([signature?.role, signature?.meaning, signature?.versionNumber]).to.deep.equal([
      'co_signer',
      'review',
      1,
    ]);
    expect(signature?.contentHash).to.equal(entry.contentHash);
    const created = (await happened()).find(({ type }) => type === 'records.signing_key_created');
    const { publicKey } = (created?.facts ?? {}) as { publicKey: string };
    const statement = JSON.parse(signature?.signedStatement ?? '');
    const key = Buffer.from(publicKey, 'hex');
    expect(await entrySignatureHolds(statement, signature?.signature ?? '', key)).to.equal(true);
    expect((await said()).at(-1)).to.deep.include({
      type: 'entry.co_signed',
      facts: { signatureId: signature?.id },
    });
    expect(await failureOf(coSign(before.id, guest))).to.equal('co_sign.invalid_state');
  });

  it('11: of somebody who leaves are asked of the heir, or of all who may where nobody inherits', async () => {
    const here = await signingOffice();
    const { signed, begin, read, records, aCase, owner, bo, cy, happened, chancery } = here;
    const di = await here.person('member', 'Di');
    const ed = await here.person('member', 'Ed');
    for (const { id: userId } of [di, ed])
      await records.addCaseMember({ caseId: aCase.id, userId, role: 'reviewer' }, bo.session);
    const asked = await signed({ coSignFromUserId: di.id });
    const draft = await begin({ coSignFromUserId: di.id });
    const signerOf = async (id: string) => (await read(id)).coSign.requestedFrom?.userId ?? null;

    await chancery.workspace.removeMember({ userId: di.id, reassignToUserId: ed.id }, owner.session);
    expect([await signerOf(asked.id), await signerOf(draft.id)]).to.deep.equal([ed.id, ed.id]);

    await chancery.workspace.removeMember({ userId: ed.id, reassignToUserId: cy.id }, owner.session);
    // Cy wrote it, and never signs twice.
    expect(await signerOf(asked.id)).to.equal(null);
    expect((await read(asked.id)).coSign.status).to.equal('pending');
    const requests = (await happened()).filter(({ type }) => type === 'entry.co_sign_requested');
    expect(requests.map(({ target }) => target.id)).to.deep.equal([asked.id, asked.id, asked.id]);
    await here.coSign(asked.id, here.guest);
    expect((await read(asked.id)).coSign.status).to.equal('completed');
  });

  it('5.6: are given by the person who is named, and by nobody else', async () => {
    const { signed, coSign, bo, guest, owner } = await signingOffice();
    const { id, coSign: asked } = await signed({ coSignFromUserId: bo.id });
    expect([asked.status, asked.requestedFrom?.userId]).to.deep.equal(['pending', bo.id]);

    expect(await failureOf(coSign(id, guest))).to.equal('co_sign.not_requested_from_you');
    expect(await failureOf(coSign(id, owner))).to.equal('co_sign.not_requested_from_you');
    const { signature } = await coSign(id, bo, {
      attestation: {
        ...{ statementId: 'attest.supervisor.v1', accepted: true },
        reauthentication: { method: 'password', value: 'correct horse battery staple' },
      },
    });
    expect([signature?.role, signature?.meaning]).to.deep.equal(['supervisor', 'supervision']);
  });

  it('5.6: are given by anybody with the role of the template, or a lead, where nobody is named', async () => {
    const { demanding, coSign, guest, bo } = await signingOffice();
    const { id } = await demanding('lead');

    expect(await failureOf(coSign(id, guest))).to.equal('co_sign.not_requested_from_you');
    expect((await coSign(id, bo)).entry.coSign.status).to.equal('completed');
  });

  it('5.6: can be declined, and are then asked of somebody else', async () => {
    const { demanding, coSign, decline, request, guest, bo, cy, said } = await signingOffice();
    const { id } = await demanding();
    const { entry, signature } = await decline(id, guest);
    expect([entry.coSign.status, signature]).to.deep.equal(['declined', null]);
    expect(await failureOf(coSign(id, bo))).to.equal('co_sign.invalid_state');

    expect(await faultsOf(request(id, cy))).to.deep.equal(['/requestedFromUserId field.required']);
    for (const nobody of [guest, cy])
      expect(await faultsOf(request(id, cy, { requestedFromUserId: nobody.id }))).to.deep.equal([
        '/requestedFromUserId field.invalid',
      ]);
    expect(await failureOf(request(id, guest, { requestedFromUserId: bo.id }))).to.equal('permission.denied');
    const { entry: again } = await request(id, cy, { requestedFromUserId: bo.id });

    expect([again.coSign.status, again.coSign.requestedFrom?.userId]).to.deep.equal(['pending', bo.id]);
    expect((await coSign(id, bo)).entry.coSign.status).to.equal('completed');
    expect(await failureOf(request(id, cy))).to.equal('co_sign.invalid_state');
    const types = (await said()).map(({ type }) => type).filter((type) => type.startsWith('entry.co_'));
    expect(types).to.deep.equal([
      'entry.co_sign_requested',
      'entry.co_sign_declined',
      'entry.co_sign_requested',
      'entry.co_signed',
    ]);
  });

  it('5.6: name somebody before the author has signed, and take effect then', async () => {
    const { begin, request, submit, approve, sign, guest, cy } = await signingOffice();
    const { id } = await begin();
    expect(await faultsOf(request(id, cy))).to.deep.equal(['/requestedFromUserId field.required']);
    const { entry } = await request(id, cy, { requestedFromUserId: guest.id });
    expect([entry.coSign.status, entry.coSign.requestedFrom?.userId]).to.deep.equal([
      'not_requested',
      guest.id,
    ]);
    await submit(id);
    await approve(id);
    expect((await sign(id)).entry.coSign.status).to.equal('pending');
  });

  it('GOV-28: stay with the version that they were asked for when the entry is amended', async () => {
    const { signed, coSign, ask, decide, write, submit, approve, sign, bo } = await signingOffice();
    const first = await signed({ coSignFromUserId: bo.id });
    await decide((await ask(first.id)).id, 'accept');
    expect(await faultsOf(write(first.id, { coSignFromUserId: null }))).to.deep.equal([
      '/coSignFromUserId field.invalid',
    ]);
    await write(first.id, { body: 'She called on 3 May.' });
    await submit(first.id);
    await approve(first.id);
    const { entry: amended } = await sign(first.id);
    expect([amended.coSign.status, amended.coSign.versionNumber]).to.deep.equal(['pending', 1]);

    const { entry, signature } = await coSign(first.id, bo);

    expect([signature?.versionNumber, signature?.contentHash]).to.deep.equal([1, first.contentHash]);
    expect([entry.coSign.status, entry.status]).to.deep.equal(['completed', 'amended']);
  });

  it('REC-42, REC-94: recompute the hash, and prove again who signs', async () => {
    const { signed, coSign, attestingTo, bo, sql, said } = await signingOffice();
    const { id } = await signed({ coSignFromUserId: bo.id });
    const wrong = {
      ...attestingTo('attest.cosign.v1'),
      reauthentication: { method: 'password', value: 'wrong' },
    };
    expect(await failureOf(coSign(id, bo, { attestation: wrong }))).to.equal(
      'attestation.reauthentication_failed',
    );
    expect(await failureOf(coSign(id, bo, { expectedContentHash: 'ab'.repeat(32) }))).to.equal(
      'entry.content_changed',
    );
    expect(await faultsOf(coSign(id, bo, { attestation: undefined }))).to.deep.equal([
      '/attestation field.required',
    ]);
    await sql("update record_entry_versions set content_hash = repeat('0', 64) where entry_id = $1", [id]);

    expect(await failureOf(coSign(id, bo))).to.equal('entry.content_changed');
    expect((await said()).map(({ type }) => type)).to.include('audit.integrity_failed');
  });
});
