import { failureOf, faultsOf, library, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function office() {
  const here = await library();
  const bo = await here.person('member', 'Bo');
  const { owner, chancery, worker, upload, documents } = here;
  const { lifecycle } = chancery;
  const read = async (documentId: string, as: Person = owner) =>
    (await lifecycle.getDocumentLifecycle({ documentId }, as.session)).lifecycle;
  const put = async (documentId: string, input: object = {}, as: Person = owner) =>
    (await lifecycle.configureDocumentLifecycle({ documentId, ...input }, as.session)).lifecycle;
  const policy = async (name: string, input: object = {}) =>
    (
      await lifecycle.createExpirationPolicy(
        { name, basis: 'upload_date_plus', duration: { years: 1 }, ...input },
        owner.session,
      )
    ).policy;
  const assign = async (policyId: string, scope: string, targetId?: string, as: Person = owner) =>
    lifecycle.assignExpirationPolicy(
      { policyId, scope: scope as 'folder', ...(targetId === undefined ? {} : { targetId }) },
      as.session,
    );
  const winner = async (documentId: string) =>
    (await lifecycle.getPolicyPrecedence({ documentId }, owner.session)).winner?.policyName ?? null;
  const settled = () => worker.drain();
  const move = (documentId: string, folderId: string | null) =>
    documents.updateDocument({ documentId, folderId }, owner.session);
  return { ...here, lifecycle, bo, read, put, policy, assign, winner, settled, move, upload };
}

describe('the lifecycle of a document', () => {
  it('is untracked from the beginning', async () => {
    const { upload, read } = await office();
    const document = await upload();

    const { updatedAt: _, ...lifecycle } = await read(document.id);

    expect(lifecycle).to.deep.equal({
      documentId: document.id,
      documentName: document.name,
      typeId: null,
      ownerUserId: null,
      status: 'untracked',
      issuedOn: null,
      effectiveOn: null,
      statedExpiresOn: null,
      expiresOn: null,
      expiresOnSource: 'none',
      noExpiration: false,
      confirmed: false,
      confirmedByUserId: null,
      confirmedAt: null,
      confirmationNote: null,
      graceEndsOn: null,
      timeZone: 'UTC',
      policy: null,
      identifiers: [],
      holds: { active: 0, own: 0, records: 0 },
      renewal: null,
      identity: null,
      retention: { until: null, running: false, candidateId: null, candidateStatus: null },
      supersededByDocumentId: null,
      supersedesDocumentId: null,
      risks: [],
      nextNoticeAt: null,
      version: 1,
    });
  });

  it('LIF-17: is replaced as a whole, and not at all on an old version', async () => {
    const { upload, put, read, bo, happened, lifecycle, owner } = await office();
    const { id } = await upload();
    const [type] = (await lifecycle.listDocumentTypes({}, owner.session)).types;
    const identifiers = [{ kind: 'policy_number', value: 'PL-2026-00431' }];

    const said = await put(id, {
      typeId: type?.id,
      ownerUserId: bo.id,
      issuedOn: '2026-03-01',
      statedExpiresOn: '2027-02-28',
      identifiers,
      expectedVersion: 1,
    });

    expect(said).to.deep.include({
      typeId: type?.id,
      ownerUserId: bo.id,
      status: 'current',
      expiresOn: '2027-02-28',
      expiresOnSource: 'stated',
      graceEndsOn: '2027-02-28',
      identifiers: identifiers.map((identifier) => ({ ...identifier, evidenceId: null })),
      version: 2,
    });
    expect(await failureOf(put(id, { expectedVersion: 1 }))).to.equal('version_conflict');
    expect((await read(id)).expiresOn).to.equal('2027-02-28');
    const cleared = await put(id, { expectedVersion: 2 });
    expect(cleared).to.include({ status: 'untracked', typeId: null, ownerUserId: null, issuedOn: null });
    expect(cleared.identifiers).to.deep.equal([]);
    expect((await put(id)).version).to.equal(3);
    const events = (await happened()).filter(({ type: name }) => name === 'lifecycle.configured');
    expect(events.map(({ facts }) => facts)).to.deep.equal([
      { status: 'current', expiresOn: '2027-02-28' },
      { status: 'untracked', expiresOn: null },
    ]);
  });

  it('LIF-6: takes dates in their order alone', async () => {
    const { upload, put } = await office();
    const { id } = await upload();

    expect(await faultsOf(put(id, { issuedOn: '2027-01-02', effectiveOn: '2027-01-01' }))).to.deep.equal([
      '/effectiveOn lifecycle.dates_out_of_order',
    ]);
    expect(await faultsOf(put(id, { issuedOn: '2027-01-02', statedExpiresOn: '2027-01-01' }))).to.deep.equal([
      '/statedExpiresOn lifecycle.dates_out_of_order',
    ]);
    expect(await faultsOf(put(id, { noExpiration: true, statedExpiresOn: '2027-01-01' }))).to.deep.equal([
      '/noExpiration lifecycle.date_conflict',
    ]);
    expect(await faultsOf(put(id, { statedExpiresOn: '2200-01-01' }))).to.deep.equal([
      '/statedExpiresOn field.out_of_range',
    ]);
    const sameDay = '2027-01-01';
    const said = { issuedOn: sameDay, effectiveOn: sameDay, statedExpiresOn: sameDay };
    expect((await put(id, said)).expiresOn).to.equal(sameDay);
    expect((await put(id, { noExpiration: true })).status).to.equal('no_expiration');
  });

  it('refuses people, types and policies that cannot be', async () => {
    const { upload, put, person, policy, lifecycle, owner, stranger, documents } = await office();
    const { id } = await upload();
    const guest = await person('guest', 'Gil');
    const { id: archived } = await policy('Old');
    await lifecycle.updateExpirationPolicy({ policyId: archived, status: 'archived' }, owner.session);
    const other = await stranger();

    expect(await failureOf(put(id, { ownerUserId: guest.id }))).to.equal('member.not_found');
    expect(await failureOf(put(id, { ownerUserId: other.id }))).to.equal('member.not_found');
    expect(await failureOf(put(id, { typeId: id }))).to.equal('type.not_found');
    expect(await failureOf(put(id, { policyId: id }))).to.equal('policy.not_found');
    expect(await failureOf(put(id, { policyId: archived }))).to.equal('policy.archived');
    expect(await failureOf(put(id, {}, other))).to.equal('document.not_found');
    await documents.trashDocument({ documentId: id }, owner.session);
    expect(await failureOf(put(id))).to.equal('document.invalid_state');
  });

  it('is configured by who owns the document, by who keeps it in force, and by nobody else', async () => {
    const { upload, put, bo, person } = await office();
    const { id } = await upload();
    const mine = await upload({}, bo);
    const cy = await person('member', 'Cy');

    expect(await failureOf(put(id, {}, bo))).to.equal('permission.denied');
    expect((await put(mine.id, { ownerUserId: cy.id }, bo)).ownerUserId).to.equal(cy.id);
    expect((await put(mine.id, { ownerUserId: cy.id, noExpiration: true }, cy)).noExpiration).to.equal(true);
  });

  it('LIF-24: is invisible with its document', async () => {
    const { upload, read, bo, person } = await office();
    const { id } = await upload({ visibility: 'restricted' });
    const guest = await person('guest', 'Gil');

    expect(await failureOf(read(id, bo))).to.equal('document.not_found');
    expect(await failureOf(read(id, guest))).to.equal('document.not_found');
  });
});

describe('the policy that applies', () => {
  it('LIF-1: is that of the document, else of the nearest folder, of the type, of the workspace', async () => {
    const { upload, folder, policy, assign, winner, settled, read, put, lifecycle, owner } = await office();
    const { id: outer } = await folder('Clients');
    const { id: inner } = await folder('Byron', outer);
    const [type] = (await lifecycle.listDocumentTypes({}, owner.session)).types;
    const documentTypeId = type?.id ?? '';
    const { id } = await upload({ folderId: inner, documentTypeId });
    const places = [
      ['workspace', undefined],
      ['type', documentTypeId],
      ['folder', outer],
      ['folder', inner],
      ['document', id],
    ] as const;

    const assigned: { readonly policyId: string; readonly assignmentId: string }[] = [];
    for (const [at, [scope, targetId]] of places.entries()) {
      const { id: policyId } = await policy(`P${at}`, { duration: { years: at + 1 } });
      const { assignment, affectedDocuments } = await assign(policyId, scope, targetId);
      assigned.push({ policyId, assignmentId: assignment.id });
      expect(affectedDocuments).to.equal(1);
      expect(await winner(id)).to.equal(`P${at}`);
      await settled();
      expect((await read(id)).policy).to.include({ name: `P${at}`, scope, targetId: targetId ?? null });
      expect((await read(id)).expiresOn).to.equal(`${2027 + at}-11-23`);
    }

    const { trace } = await lifecycle.getPolicyPrecedence({ documentId: id }, owner.session);
    expect(trace.map(({ scope, targetName, reason }) => [scope, targetName, reason])).to.deep.equal([
      ['document', 'letter.pdf', 'wins'],
      ['folder', 'Byron', 'outranked'],
      ['folder', 'Clients', 'outranked'],
      ['type', type?.name, 'outranked'],
      ['workspace', null, 'outranked'],
    ]);

    for (const { policyId, assignmentId } of [...assigned].reverse()) {
      const { assignment } = await lifecycle.unassignExpirationPolicy(
        { policyId, assignmentId },
        owner.session,
      );
      expect(assignment.endedByUserId).to.equal(owner.id);
      const again = lifecycle.unassignExpirationPolicy({ policyId, assignmentId }, owner.session);
      expect(await failureOf(again)).to.equal('assignment.not_found');
    }
    await settled();
    expect(await winner(id)).to.equal(null);
    expect(await read(id)).to.include({ policy: null, status: 'needs_date', expiresOn: null });
    expect((await put(id, { policyId: assigned[0]?.policyId })).policy?.scope).to.equal('document');
  });

  it('LIF-1: changes at once when the document moves or gets another type, and by a job when its folder moves', async () => {
    const { upload, folder, policy, assign, settled, read, move, documents, lifecycle, owner } =
      await office();
    const { id: inBonn } = await folder('Bonn');
    const { id: inKoeln } = await folder('Köln');
    const { id: below } = await folder('2026', inBonn);
    const [type] = (await lifecycle.listDocumentTypes({}, owner.session)).types;
    await assign((await policy('Bonn')).id, 'folder', inBonn);
    await assign((await policy('Köln')).id, 'folder', inKoeln);
    await assign((await policy('Type')).id, 'type', type?.id);
    const { id } = await upload({ folderId: below });
    const applying = async () => (await read(id)).policy?.name ?? null;

    expect(await applying()).to.equal('Bonn');
    await move(id, inKoeln);
    expect(await applying()).to.equal('Köln');
    await move(id, null);
    expect(await applying()).to.equal(null);
    await documents.updateDocument({ documentId: id, documentTypeId: type?.id ?? null }, owner.session);
    expect(await applying()).to.equal('Type');
    await move(id, below);
    await documents.updateDocumentFolder({ folderId: below, parentId: inKoeln }, owner.session);
    await settled();
    expect(await applying()).to.equal('Köln');
  });

  it('LIF-7: computes its documents anew when it changes, is archived and counts again; stated dates stay', async () => {
    const { upload, policy, assign, settled, read, put, lifecycle, owner } = await office();
    const { id: policyId } = await policy('Yearly');
    await assign(policyId, 'workspace');
    const { id } = await upload();
    const stated = await upload();
    await put(stated.id, { statedExpiresOn: '2027-06-30' });
    await settled();
    const change = (input: object) => lifecycle.updateExpirationPolicy({ policyId, ...input }, owner.session);

    const changed = await change({ duration: { years: 2 }, graceDays: 10 });
    expect(changed.affectedDocuments).to.equal(2);
    expect(changed.policy).to.include({ assignmentCount: 1, documentCount: 2, revision: 2 });
    await settled();
    expect(await read(id)).to.include({ expiresOn: '2028-11-23', graceEndsOn: '2028-12-03' });
    expect(await read(stated.id)).to.include({ expiresOn: '2027-06-30', graceEndsOn: '2027-07-10' });
    expect((await read(id)).policy?.revision).to.equal(2);

    expect((await change({ status: 'archived' })).affectedDocuments).to.equal(2);
    await settled();
    expect(await read(id)).to.include({ expiresOn: null, policy: null });
    expect((await change({ status: 'active' })).affectedDocuments).to.equal(2);
    await settled();
    expect((await read(id)).expiresOn).to.equal('2028-11-23');
  });

  it('is put on one thing once: another replaces it, the same again changes nothing', async () => {
    const { policy, assign, folder, lifecycle, owner, happened, bo } = await office();
    const { id: folderId } = await folder('Clients');
    const one = await policy('One');
    const two = await policy('Two');

    const first = await assign(one.id, 'folder', folderId);
    const same = await assign(one.id, 'folder', folderId);
    const second = await assign(two.id, 'folder', folderId);

    expect(same.assignment.id).to.equal(first.assignment.id);
    expect(second.replacedAssignmentId).to.equal(first.assignment.id);
    const { policies } = await lifecycle.listExpirationPolicies({}, owner.session);
    expect(policies.map(({ name, assignments }) => [name, assignments.length])).to.deep.equal([
      ['One', 0],
      ['Two', 1],
    ]);
    expect((await happened()).filter(({ type }) => type === 'expiration_policy.assigned')).to.have.length(2);
    expect(await failureOf(assign(two.id, 'folder', folderId, bo))).to.equal('permission.denied');
    expect(await faultsOf(assign(two.id, 'folder'))).to.deep.equal(['/targetId field.required']);
    expect(await faultsOf(assign(two.id, 'workspace', folderId))).to.deep.equal([
      '/targetId field.not_an_option',
    ]);
    expect(await failureOf(assign(two.id, 'folder', one.id))).to.equal('folder.not_found');
    expect(await failureOf(assign(two.id, 'type', one.id))).to.equal('type.not_found');
    expect(await failureOf(assign(two.id, 'document', one.id))).to.equal('document.not_found');
    expect(await failureOf(assign(folderId, 'workspace'))).to.equal('policy.not_found');
  });

  it('LIF-7: reaches every document of a large folder, in batches', async () => {
    const { upload, policy, assign, settled, sql, workspaceId } = await office();
    const { id } = await upload();
    await sql(
      `insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
       from documents, generate_series(1, 1200) where workspace_id = $1 and id = $2`,
      [workspaceId, id],
    );
    const { id: policyId } = await policy('All');

    const { affectedDocuments } = await assign(policyId, 'workspace');
    await settled();

    expect(affectedDocuments).to.equal(1201);
    const dates = await sql<{ expiresOn: string; count: number }>(
      `select l.expires_on::text "expiresOn", count(*)::integer count
       from document_lifecycles l join documents d on d.id = l.document_id and d.expires_on = l.expires_on
       where l.workspace_id = $1 group by 1`,
      [workspaceId],
    );
    expect(dates).to.deep.equal([{ expiresOn: '2027-11-23', count: 1201 }]);
  });
});
