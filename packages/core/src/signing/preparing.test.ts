import {
  alan,
  failureOf,
  faultsOf,
  grace,
  signatureOf,
  signingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { Failure } from '../kernel/errors.ts';

describe('setDocumentSigners and setDocumentFields', () => {
  it('SIG-1: replace whole lists, keep people by address and role with their fields, and drop the fields of others', async () => {
    const { signing, owner, prepared, happened } = await signingWorld();
    const { documentId, signers, signature } = await prepared({ signers: [grace, alan] });
    expect(signature?.status).to.equal('preparing');
    const graceId = signers[0]?.id;

    const after = await signing.setDocumentSigners(
      { documentId, signers: [{ ...grace, name: 'Admiral Hopper', role: 'signer' }] },
      owner.session,
    );

    expect(after.signers.map(({ id, name, status }) => ({ id, name, status }))).to.deep.equal([
      { id: graceId, name: 'Admiral Hopper', status: 'draft' },
    ]);
    expect(after.fields.map(({ signerId, kind }) => ({ signerId, kind }))).to.deep.equal([
      { signerId: graceId, kind: 'signature' },
    ]);
    expect((await happened()).slice(-1).map(({ type, facts }) => [type, facts.signers])).to.deep.equal([
      ['document.signers_set', 1],
    ]);
  });

  it('SIG-1: of two that name the same version, one is refused with version_conflict', async () => {
    const { signing, owner, prepared } = await signingWorld();
    const { documentId, signature } = await prepared();
    const expectedVersion = signature?.version ?? 0;
    const outcomes = await Promise.all([
      failureOf(signing.setDocumentSigners({ documentId, signers: [alan], expectedVersion }, owner.session)),
      failureOf(signing.setDocumentFields({ documentId, fields: [], expectedVersion }, owner.session)),
    ]);
    expect(outcomes.sort()).to.deep.equal(['none', 'version_conflict']);
  });

  it('a round without people is none, and its fields are gone', async () => {
    const { signing, owner, prepared, read } = await signingWorld();
    const { documentId } = await prepared();
    const emptied = await signing.setDocumentSigners({ documentId, signers: [] }, owner.session);
    expect([emptied.signature?.status, emptied.signers, emptied.fields]).to.deep.equal(['none', [], []]);
    expect((await read(documentId)).document.signatureStatus).to.equal('none');
  });

  it('SIG-2: refuses fields outside of their page, of nobody, and of people who may not fill them', async () => {
    const { signing, owner, prepared } = await signingWorld();
    const people = [
      grace,
      { ...alan, role: 'approver' as const },
      { name: 'Copy', email: 'copy@example.org', key: 'copy', role: 'copy' as const },
    ];
    const { documentId } = await prepared({ signers: people });
    const faults = (field: object) =>
      faultsOf(
        signing.setDocumentFields(
          { documentId, fields: [signatureOf('grace'), signatureOf('grace', field)] },
          owner.session,
        ),
      );

    expect(await faults({ x: 0.8 })).to.deep.equal(['/fields/1/x field.out_of_page']);
    expect(await faults({ y: -0.1 })).to.deep.equal(['/fields/1/y field.out_of_page']);
    expect(await faults({ page: 2 })).to.deep.equal(['/fields/1/page field.page_out_of_range']);
    expect(await faults({ signerKey: 'nobody' })).to.deep.equal(['/fields/1/signerKey field.signer_unknown']);
    expect(await faults({ signerKey: 'alan' })).to.deep.equal(['/fields/1/kind field.role_not_allowed']);
    expect(await faults({ signerKey: 'copy', kind: 'text' })).to.deep.equal([
      '/fields/1/kind field.role_not_allowed',
    ]);
    expect(await faults({ readOnly: true, maxLength: 9, dateMode: 'entered', fontSize: 8 })).to.deep.equal([
      '/fields/1/readOnly field.option_not_for_kind',
      '/fields/1/maxLength field.option_not_for_kind',
      '/fields/1/dateMode field.option_not_for_kind',
      '/fields/1/fontSize field.option_not_for_kind',
    ]);
    expect(await faults({ kind: 'checkbox', defaultValue: 'yes' })).to.deep.equal([
      '/fields/1/defaultValue field.option_not_for_kind',
    ]);
    expect(await faults({ page: undefined })).to.deep.equal(['/fields/1/page field.required']);
    expect(await faults({ x: 0.700_01 })).to.deep.equal(['/fields/1/x field.out_of_page']);
    expect(await faults({ y: 0.920_01 })).to.deep.equal(['/fields/1/y field.out_of_page']);
    // Fields may lie over each other, and may end at the edge.
    expect(await faults({ x: 0.7, y: 0.92 })).to.deep.equal([]);
  });

  it('SIG-2: says of somebody who approves or gets a copy what they may not do', async () => {
    const { signing, owner, prepared } = await signingWorld();
    const copy = { name: 'Copy', email: 'copy@example.org', key: 'copy', role: 'copy' as const };
    const { documentId } = await prepared({ signers: [grace, { ...alan, role: 'approver' }, copy] });
    const messages = async (key: string, kind: 'signature' | 'initials' | 'text') => {
      const fields = [signatureOf(key, { kind })];
      const refusal = await signing
        .setDocumentFields({ documentId, fields }, owner.session)
        .catch((error: unknown) => error);
      return refusal instanceof Failure ? refusal.details.map(({ message }) => message) : [];
    };
    const approves = ['Whoever approves leaves no signature; choose another kind or person.'];
    const copied = ['Whoever gets a copy fills no fields; choose another person.'];

    expect(await messages('alan', 'signature')).to.deep.equal(approves);
    expect(await messages('alan', 'initials')).to.deep.equal(approves);
    expect(await messages('copy', 'signature')).to.deep.equal(copied);
    expect(await messages('copy', 'text')).to.deep.equal(copied);
    expect(await messages('alan', 'text')).to.deep.equal([]);
  });

  it('SIG-3: refuses phones that do not exist, and codes by SMS without a phone', async () => {
    const { signing, owner, upload } = await signingWorld();
    const { id: documentId } = await upload();
    const faults = (signer: object) =>
      faultsOf(signing.setDocumentSigners({ documentId, signers: [{ ...grace, ...signer }] }, owner.session));

    expect(await faults({ phone: 'call me' })).to.deep.equal(['/signers/0/phone signer.phone_invalid']);
    expect(await faults({ verification: 'sms' })).to.deep.equal(['/signers/0/phone signer.phone_required']);
    expect(await faults({ verification: 'sms', phone: '+49 30 901820' })).to.deep.equal([]);
  });

  it('SIG-3: codes by SMS need a plan that has them, when a round is prepared', async () => {
    const { signing, owner, upload, sql, workspaceId } = await signingWorld();
    const { id: documentId } = await upload();
    await sql(
      `update workspaces set plan_terms = '{"overrides":[{"code":"signing_sms_otp","value":false,"reason":"test","expiresAt":null}]}' where id = $1`,
      [workspaceId],
    );
    const signers = [{ ...grace, verification: 'sms' as const, phone: '+4930901820' }];
    expect(await failureOf(signing.setDocumentSigners({ documentId, signers }, owner.session))).to.equal(
      'plan.feature_not_included',
    );
  });

  it('names people and handles that are given twice', async () => {
    const { signing, owner, upload } = await signingWorld();
    const { id: documentId } = await upload();
    const signers = [grace, { ...alan, email: 'GRACE@example.org', key: 'grace' }];
    expect(await faultsOf(signing.setDocumentSigners({ documentId, signers }, owner.session))).to.deep.equal([
      '/signers/1/key signer.duplicate',
      '/signers/1/email signer.duplicate',
    ]);
    // The same person may also get a copy.
    const twice = [grace, { ...grace, key: 'again', role: 'copy' as const }];
    expect(
      await failureOf(signing.setDocumentSigners({ documentId, signers: twice }, owner.session)),
    ).to.equal('none');
  });

  it('closes the gaps between groups', async () => {
    const { signing, owner, upload } = await signingWorld();
    const { id: documentId } = await upload();
    const { signers } = await signing.setDocumentSigners(
      {
        documentId,
        signingOrder: 'sequential',
        signers: [
          { ...grace, order: 7 },
          { ...alan, order: 3 },
        ],
      },
      owner.session,
    );
    expect(signers.map(({ name, order }) => [name, order])).to.deep.equal([
      ['Alan Turing', 1],
      ['Grace Hopper', 2],
    ]);
  });

  it('SIG-34: finds a field by a text, moves it, and says what the document does not have', async () => {
    const { signing, owner, prepared, ports } = await signingWorld();
    const { documentId } = await prepared();
    ports.anchorFinder.places.set('Signed by: #2', { page: 1, x: 0.25, y: 0.5 });
    const field = { signerKey: 'grace', kind: 'signature' as const, width: 0.2, height: 0.05 };
    const set = (anchor: object) =>
      signing.setDocumentFields(
        { documentId, fields: [{ ...field, anchor: { text: 'Signed by:', ...anchor } }] },
        owner.session,
      );

    const { fields } = await set({ occurrence: 2, dx: 0.05, dy: -0.1 });
    expect(fields.map(({ page, x, y }) => ({ page, x, y }))).to.deep.equal([{ page: 1, x: 0.3, y: 0.4 }]);
    expect(await faultsOf(set({ occurrence: 3 }))).to.deep.equal(['/fields/0/anchor field.anchor_not_found']);
    expect(await faultsOf(set({ occurrence: 2, dx: 0.6 }))).to.deep.equal([
      '/fields/0/anchor field.out_of_page',
    ]);
  });

  it('CNT-12: fields and sending wait until a PDF has been looked into', async () => {
    const { signing, owner, prepared, sql } = await signingWorld();
    const { documentId } = await prepared();
    await sql(`update documents set content_flags = '{uninspected}', page_count = null where id = $1`, [
      documentId,
    ]);
    const outcomes = [
      await failureOf(
        signing.setDocumentFields({ documentId, fields: [signatureOf('grace')] }, owner.session),
      ),
      await failureOf(signing.sendDocument({ documentId }, owner.session)),
    ];
    expect(outcomes).to.deep.equal(['document.not_inspected', 'document.not_inspected']);
  });

  it('answers as for no document where the caller does not see it, and refuses who only sees it', async () => {
    const { signing, prepared, person, stranger } = await signingWorld();
    const { documentId } = await prepared();
    const member = await person('member');
    const set = (session: Parameters<typeof signing.setDocumentFields>[1]) =>
      failureOf(signing.setDocumentFields({ documentId, fields: [] }, session));
    expect(await set((await stranger()).session)).to.equal('document.not_found');
    expect(await set(member.session)).to.equal('permission.denied');
  });
});
