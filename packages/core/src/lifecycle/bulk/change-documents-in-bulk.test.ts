import { failureOf, faultsOf, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type Office = Awaited<ReturnType<typeof lifecycleOffice>>;
type Asked = Parameters<Office['lifecycle']['changeDocumentsInBulk']>[0];

async function office() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, upload } = here;
  const bulk = (input: Asked, as: Person = owner) => lifecycle.changeDocumentsInBulk(input, as.session);
  const outcomes = async (input: Asked, as?: Person) =>
    (await bulk(input, as)).results.map(({ outcome, code }) =>
      code === null ? outcome : `${outcome} ${code}`,
    );
  /** So many documents, in the order of their ids. */
  const several = async (count: number, input: object = {}) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made++) ids.push((await upload(input)).id);
    return ids.sort();
  };
  const typeId = async (key: string) =>
    (await lifecycle.listDocumentTypes({}, owner.session)).types.find((type) => type.key === key)?.id ?? '';
  return { ...here, bulk, outcomes, several, typeId };
}

describe('changeDocumentsInBulk', () => {
  it('LIF-22: works on each document by itself, in the order of the ids: one that is held leaves the nine others', async () => {
    const { several, lifecycle, owner, bulk, documents, happened } = await office();
    const ids = await several(10);
    const held = ids[4] ?? '';
    await lifecycle.placeLegalHold({ documentId: held, matter: 'Byron', reason: 'A suit' }, owner.session);

    const answer = await bulk({ action: 'trash', documentIds: [...ids].reverse(), reason: 'Made twice' });

    expect(answer).to.deep.include({
      action: 'trash',
      dryRun: false,
      matched: 10,
      applied: 9,
      skipped: 0,
      failed: 1,
    });
    expect(answer.results.map(({ documentId }) => documentId)).to.deep.equal(ids);
    expect(answer.results[4]).to.deep.include({ outcome: 'failed', code: 'document.legal_hold' });
    const { document } = await documents.getDocument({ documentId: held }, owner.session);
    expect(document.status).to.equal('active');
    expect((await happened()).slice(-10)).to.deep.equal([
      ...ids
        .filter((id) => id !== held)
        .map((id) => ({
          type: 'document.trashed',
          facts: { visibility: 'workspace' },
          target: { kind: 'document', id },
        })),
      {
        type: 'lifecycle.bulk_applied',
        facts: { action: 'trash', matched: 10, applied: 9, skipped: 0, failed: 1 },
        target: { kind: 'lifecycle_bulk', id: answer.bulkId },
      },
    ]);
  });

  it('LIF-22: a dry run answers what doing it answers, and changes nothing', async () => {
    const { several, lifecycle, owner, bulk, happened, sql, typeId } = await office();
    const ids = await several(3);
    const lease = await typeId('lease');
    await lifecycle.configureDocumentLifecycle({ documentId: ids[1] ?? '', typeId: lease }, owner.session);
    await lifecycle.openRenewal({ documentId: ids[2] ?? '' }, owner.session);
    const wishes = [
      { action: 'set_type', params: { typeId: lease } },
      { action: 'open_renewal' },
      { action: 'place_hold', params: { matter: 'Byron', matterReference: '7 O 12' }, reason: 'A suit' },
      { action: 'trash', reason: 'Made twice' },
    ] as const satisfies readonly Asked[];
    const before = [await happened(), await sql('select id, version, status from documents order by id')];

    for (const wish of wishes) {
      const tried = await bulk({ ...wish, documentIds: ids, dryRun: true });
      expect([
        await happened(),
        await sql('select id, version, status from documents order by id'),
      ]).to.deep.equal(before);
      const { dryRun: _, bulkId: __, ...predicted } = tried;
      const done = await bulk({ ...wish, documentIds: ids });
      expect(done, wish.action).to.deep.include(predicted);
      before[0] = await happened();
      before[1] = await sql('select id, version, status from documents order by id');
    }
  });

  it('LIF-22: needs the feature of the plan only for what its own call needs it for', async () => {
    const { several, bulk, outcomes, policy, lifecycle, owner, sql, workspaceId } = await office();
    const documentIds = await several(1);
    const { id: policyId } = await policy();
    const [targetId = ''] = documentIds;
    await lifecycle.assignExpirationPolicy({ policyId, scope: 'document', targetId }, owner.session);
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const lacking = 'plan.feature_not_included';

    for (const wish of [
      { action: 'set_owner', params: { ownerUserId: owner.id } },
      { action: 'open_renewal' },
      { action: 'recalculate' },
    ] as const)
      expect(await failureOf(bulk({ ...wish, documentIds })), wish.action).to.equal(lacking);
    const hold = { params: { matter: 'Byron' }, reason: 'A suit', documentIds };
    for (const wish of [
      { action: 'remove_policy', documentIds },
      { action: 'place_hold', ...hold },
      { action: 'release_hold', ...hold },
      { action: 'trash', documentIds, reason: 'Made twice' },
    ] as const)
      expect(await outcomes(wish), wish.action).to.deep.equal(['applied']);
  });

  it('LIF-22: asks for permission and state of each document as its own call does', async () => {
    const { several, upload, bo, outcomes, trash, upload: add } = await office();
    const [first = '', second = ''] = await several(2);
    const ofBo = (await upload({}, bo)).id;
    const unseen = (await add({ visibility: 'restricted' })).id;
    await trash(second);
    const ids = [first, second, ofBo, unseen].sort();
    const of = async (input: Omit<Asked, 'documentIds'>, as: Person) => {
      const all = await outcomes({ ...input, documentIds: ids }, as);
      return [first, second, ofBo, unseen].map((id) => all[ids.indexOf(id)]);
    };

    expect(await of({ action: 'set_no_expiration' }, bo)).to.deep.equal([
      'failed permission.denied',
      'failed permission.denied',
      'applied',
      'failed document.not_found',
    ]);
    expect(await of({ action: 'place_hold', params: { matter: 'M' }, reason: 'A suit' }, bo)).to.deep.equal([
      'failed permission.denied',
      'failed permission.denied',
      'failed permission.denied',
      'failed document.not_found',
    ]);
    expect(await of({ action: 'trash', reason: 'Old' }, bo)).to.deep.equal([
      'failed permission.denied',
      'failed permission.denied',
      'applied',
      'failed document.not_found',
    ]);
  });

  it('skips what is so already', async () => {
    const { several, outcomes, owner, lifecycle, typeId, policy, documents } = await office();
    const ids = await several(2);
    const { id: policyId } = await policy();
    const { folder } = await documents.createDocumentFolder({ name: 'Leases' }, owner.session);
    const lease = await typeId('lease');
    const hold = { matter: 'Byron', matterReference: '7 O 12' };
    const wishes = [
      [{ action: 'set_type', params: { typeId: lease } }],
      [{ action: 'set_owner', params: { ownerUserId: owner.id } }],
      [{ action: 'assign_policy', params: { policyId } }],
      [{ action: 'remove_policy' }],
      [{ action: 'set_no_expiration' }],
      [{ action: 'open_renewal', params: { priority: 'high' } }, ' renewal.already_open'],
      [{ action: 'place_hold', params: hold, reason: 'A suit' }, ' document_hold.duplicate'],
      [{ action: 'release_hold', params: { matterReference: '7 O 12' }, reason: 'Settled' }],
      [{ action: 'move_to_folder', params: { folderId: folder.id } }],
      [{ action: 'trash', reason: 'Made twice' }],
    ] as const satisfies readonly (readonly [Asked, string?])[];

    for (const [wish, why = ''] of wishes) {
      expect(await outcomes({ ...wish, documentIds: ids }), wish.action).to.deep.equal([
        'applied',
        'applied',
      ]);
      expect(await outcomes({ ...wish, documentIds: ids }), wish.action).to.deep.equal([
        `skipped${why}`,
        `skipped${why}`,
      ]);
    }
    const { lifecycles } = await lifecycle.getLifecycleDashboard({}, owner.session);
    expect(lifecycles).to.deep.equal([]);
  });

  it('confirms dates as what they are, and leaves all else that was said', async () => {
    const { several, outcomes, put, read, policy, everywhere, owner, bulk, happened } = await office();
    const [stated = '', calculated = '', none = ''] = await several(3);
    await put(stated, { statedExpiresOn: '2027-02-28', identifiers: [{ kind: 'iban', value: 'GB33BUKB' }] });
    await put(calculated, { issuedOn: '2026-01-31' });
    await everywhere((await policy({ basis: 'issue_date_plus', duration: { months: 13 } })).id);

    const answer = await outcomes({
      action: 'confirm_dates',
      documentIds: [stated, calculated, none].sort(),
    });
    await bulk({ action: 'set_owner', params: { ownerUserId: owner.id }, documentIds: [stated] });

    expect(answer.toSorted()).to.deep.equal(['applied', 'applied', 'skipped']);
    expect(await read(stated)).to.deep.include({
      expiresOn: '2027-02-28',
      expiresOnSource: 'stated',
      confirmed: true,
      ownerUserId: owner.id,
    });
    expect((await read(stated)).identifiers).to.deep.include({
      kind: 'iban',
      value: 'GB33BUKB',
      evidenceId: null,
    });
    expect(await read(calculated)).to.deep.include({
      expiresOn: '2027-02-28',
      expiresOnSource: 'calculated',
    });
    const kept = async () => (await happened()).filter(({ type }) => type === 'lifecycle.calculated').length;
    const before = await kept();
    expect(await outcomes({ action: 'recalculate', documentIds: [calculated] })).to.deep.equal(['applied']);
    expect(await kept()).to.equal(before + 1);
  });

  it('takes what the dashboard lists for a filter, or for a view that somebody saved', async () => {
    const { several, upload, put, bulk, lifecycle, owner, bo } = await office();
    const [late = ''] = await several(1);
    await put(late, { statedExpiresOn: '2026-11-01' });
    await several(2);
    await upload({ visibility: 'restricted' }, bo);
    const { savedView } = await lifecycle.saveLifecycleView(
      { name: 'Late', filters: { status: 'expired' } },
      owner.session,
    );

    const byFilter = await bulk({ action: 'recalculate', filter: { status: 'expired' }, dryRun: true });
    const byView = await bulk({ action: 'recalculate', filter: { viewId: savedView.id }, dryRun: true });
    const risky = await bulk({
      action: 'acknowledge_risk',
      filter: { risk: 'expired' },
      params: { risk: 'expired', until: '2026-12-24' },
      reason: 'On its way',
    });

    expect([byFilter, byView, risky].map(({ results }) => results)).to.deep.equal(
      [1, 2, 3].map(() => [{ documentId: late, outcome: 'applied', code: null, message: null }]),
    );
    expect((await bulk({ action: 'recalculate', filter: {}, dryRun: true }, bo)).matched).to.equal(4);
    expect((await bulk({ action: 'recalculate', filter: {}, dryRun: true })).matched).to.equal(4);
  });

  it('refuses a filter that finds more than 500 documents, and says how many', async () => {
    const { upload, sql, bulk } = await office();
    const { id } = await upload();
    await sql(
      `insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
       from documents, generate_series(1, 500) where id = $1`,
      [id],
    );

    const refused = bulk({ action: 'recalculate', filter: {} });

    expect(await failureOf(refused)).to.equal('bulk.too_many');
    await refused.catch(({ details }) =>
      expect(details).to.deep.equal([{ path: '/filter', code: 'bulk.too_many', message: '501' }]),
    );
  });

  it('refuses what an action needs and is not given, and what it does not take', async () => {
    const { several, bulk } = await office();
    const documentIds = await several(1);

    expect(await faultsOf(bulk({ action: 'set_type', documentIds }))).to.deep.equal([
      '/params/typeId field.required',
    ]);
    expect(await faultsOf(bulk({ action: 'trash', documentIds, params: { matter: 'M' } }))).to.deep.equal([
      '/params/matter field.not_an_option',
      '/reason field.required',
    ]);
    expect(await faultsOf(bulk({ action: 'release_hold', documentIds, reason: 'Settled' }))).to.deep.equal([
      '/params field.required',
    ]);
    expect(await faultsOf(bulk({ action: 'recalculate' }))).to.deep.equal(['/documentIds field.required']);
    expect(await faultsOf(bulk({ action: 'recalculate', documentIds, filter: {} }))).to.deep.equal([
      '/filter field.not_an_option',
    ]);
  });

  it('takes a reason as long as the single call does: 2,000 characters of a hold, and 1,000 of an accepted risk', async () => {
    const { several, bulk, lifecycle, owner } = await office();
    const documentIds = await several(1);
    const hold = { action: 'place_hold', documentIds, params: { matter: 'Byron' } } as const;
    const risk = {
      action: 'acknowledge_risk',
      documentIds,
      params: { risk: 'missing_type', until: '2027-01-31' },
    } as const;

    expect(await faultsOf(bulk({ ...hold, reason: 'r'.repeat(2001) }))).to.deep.equal([
      '/reason field.length',
    ]);
    expect(await faultsOf(bulk({ ...risk, reason: 'r'.repeat(1001) }))).to.deep.equal([
      '/reason field.length',
    ]);
    expect((await bulk({ ...hold, reason: 'r'.repeat(2000) })).applied).to.equal(1);
    const { legalHolds } = await lifecycle.listLegalHolds(
      { documentId: documentIds[0] ?? '' },
      owner.session,
    );
    expect(legalHolds.map(({ reason }) => reason?.length)).to.deep.equal([2000]);
  });

  it('has documents read, once for what was read before', async () => {
    const { several, outcomes, worker } = await office();
    const ids = await several(2);

    expect(await outcomes({ action: 'start_extraction', documentIds: ids })).to.deep.equal([
      'applied',
      'applied',
    ]);
    await worker.drain();
    expect(await outcomes({ action: 'start_extraction', documentIds: ids })).to.deep.equal([
      'skipped',
      'skipped',
    ]);
  });
});
