import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { lifecycleOffice } from '../testing/lifecycle-office.ts';
import type { Person } from '../testing/world.ts';

type Office = Awaited<ReturnType<typeof lifecycleOffice>>;
type Asked = Parameters<Office['lifecycle']['getLifecycleDashboard']>[0];

/** Documents in every status, of two types, two owners, two zones, two folders, and some that not everybody sees. */
async function filled(here: Office) {
  const { lifecycle, owner, admin, bo, policy, upload, put, worker, documents, clock } = here;
  const { types } = await lifecycle.listDocumentTypes({}, owner.session);
  const typeOf = (key: string) => types.find((type) => type.key === key)?.id ?? null;
  const { folder } = await documents.createDocumentFolder({ name: 'Insurance' }, owner.session);
  const { folder: inner } = await documents.createDocumentFolder(
    { name: 'Cars', parentId: folder.id },
    owner.session,
  );
  const { id: policyId } = await policy({ name: 'Grace', graceDays: 14, timeZone: 'Pacific/Auckland' });
  await lifecycle.assignExpirationPolicy({ policyId, scope: 'folder', targetId: folder.id }, owner.session);
  const add = async (name: string, said: object, input: object = {}, as: Person = owner) => {
    const { id } = await upload({ name, ...input }, as);
    await put(id, said, as);
    return id;
  };
  const today = Date.parse(clock.now());
  const day = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10);
  const inFolder = { folderId: inner.id };
  await add('Untracked', {});
  await add('Never', { noExpiration: true });
  await add('No date', { typeId: typeOf('lease') });
  await add('Far away', { typeId: typeOf('lease'), statedExpiresOn: day(400), ownerUserId: bo.id });
  await add('Soon', { typeId: typeOf('permit'), statedExpiresOn: day(20), ownerUserId: bo.id });
  const late = await add('Late', { statedExpiresOn: day(-3), ownerUserId: admin.id });
  await add('Unconfirmed', { statedExpiresOn: day(200) }, inFolder);
  const grace = await add('In grace', { statedExpiresOn: day(-5) }, inFolder);
  await add('Passport', { typeId: typeOf('passport'), statedExpiresOn: day(20) }, inFolder);
  await add('Secret', { statedExpiresOn: day(10), ownerUserId: admin.id }, { visibility: 'restricted' });
  await add('Secret of Bo', { statedExpiresOn: day(11) }, { visibility: 'restricted' }, bo);
  const gone = await add('Gone', { statedExpiresOn: day(5) });
  const trashed = await add('Trashed', { statedExpiresOn: day(5) });
  await here.trash(trashed);
  await here.sql(`update documents set status = 'disposed' where id = $1`, [gone]);
  await lifecycle.placeLegalHold(
    { documentId: late, matter: 'Byron', reason: 'A suit', reviewOn: day(2) },
    owner.session,
  );
  await lifecycle.acknowledgeLifecycleRisk(
    { documentId: grace, risk: 'expired', until: day(30), reason: 'On its way' },
    owner.session,
  );
  await lifecycle.openRenewal({ documentId: grace, dueOn: day(3) }, owner.session);
  await worker.drain();
  clock.advance({ seconds: 5 * 86_400 });
  await here.lastForYears();
  return { typeOf, folder, inner, policyId, day };
}

onBothDatabases('the dashboard', (database) => {
  const office = async () => {
    const here = await lifecycleOffice({ database: database() });
    const known = await filled(here);
    const { lifecycle } = here;
    const look = (input: Asked = {}, as: Person = here.owner) =>
      lifecycle.getLifecycleDashboard(input, as.session);
    const walk = async (input: Asked = {}, as: Person = here.owner, limit = 2) => {
      const all = [];
      let cursor: string | undefined;
      do {
        const page = await look({ ...input, limit, ...(cursor === undefined ? {} : { cursor }) }, as);
        all.push(...page.lifecycles);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return all;
    };
    return { ...here, ...known, look, walk };
  };
  const namesOf = (lifecycles: readonly { documentName: string }[]) =>
    lifecycles.map(({ documentName }) => documentName);

  it('LIF-19: counts what the same filters list, counted by hand', async () => {
    const { look, walk, typeOf, folder, policyId, bo, day } = await office();
    const filters: Asked[] = [
      {},
      { status: 'expired,in_grace' },
      { status: 'disposed,current' },
      { typeId: typeOf('lease') ?? '' },
      { folderId: folder.id },
      { policyId },
      { ownerUserId: bo.id },
      { held: true },
      { held: false },
      { from: day(0), to: day(100) },
      { search: 'secret' },
      ...(['missing_owner', 'missing_date', 'expired', 'expiring', 'hold_review_due'] as const).map(
        (risk) => ({ risk }),
      ),
      ...(['renewal_overdue', 'identity_unverified', 'unconfirmed_date', 'scan_skipped'] as const).map(
        (risk) => ({ risk }),
      ),
    ];
    for (const filter of filters) {
      const [{ counts, compliance, asOf }, listed] = [await look(filter), await walk(filter)];
      const told = JSON.stringify(filter);
      const having = (code: string) =>
        listed.filter(({ risks }) => risks.some((risk) => risk.code === code)).length;
      for (const [status, count] of Object.entries(counts.byStatus))
        expect(count, `${told} ${status}`).to.equal(listed.filter((one) => one.status === status).length);
      for (const { typeId, count } of counts.byType)
        expect(count, told).to.equal(listed.filter((one) => one.typeId === typeId).length);
      for (const { ownerUserId, count } of counts.byOwner)
        expect(count, told).to.equal(listed.filter((one) => one.ownerUserId === ownerUserId).length);
      for (const groups of [counts.byOwner, counts.byType]) {
        const sum = groups.reduce((total, { count }) => total + count, 0);
        expect(sum, told).to.equal(listed.length);
      }
      expect(compliance, told).to.deep.include({
        missingDate: having('missing_date'),
        missingOwner: having('missing_owner'),
        unconfirmed: having('unconfirmed_date'),
        expired: having('expired'),
        held: listed.filter(({ holds }) => holds.active > 0).length,
        acknowledged: listed.filter(({ risks }) => risks.some(({ acknowledged }) => acknowledged !== null))
          .length,
      });
      const daysLeft = listed
        .filter(({ status }) => status !== 'disposed' && status !== 'superseded')
        .map(({ expiresOn, timeZone }) => {
          const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.parse(asOf));
          return (Date.parse(expiresOn ?? '') - Date.parse(today)) / 86_400_000;
        });
      const endingIn = (most: number) => daysLeft.filter((days) => days >= 0 && days <= most).length;
      expect(counts.expiringIn, told).to.deep.equal({
        d7: endingIn(7),
        d30: endingIn(30),
        d60: endingIn(60),
        d90: endingIn(90),
      });
    }
  });

  it('tracks all but untracked, superseded and destroyed documents, and lists destroyed ones only if named', async () => {
    const { look, walk } = await office();

    const { compliance, counts } = await look();

    expect(namesOf(await walk()))
      .to.include('Late')
      .and.not.to.include('Gone')
      .and.not.to.include('Trashed');
    expect(namesOf(await walk({ status: 'disposed' }))).to.deep.equal(['Gone']);
    const { untracked, current, expiring_soon: soon, no_expiration: never } = counts.byStatus;
    expect(compliance.tracked).to.equal(11 - untracked);
    expect(compliance.current).to.equal(current + soon + never);
    expect(compliance.percentCurrent).to.equal(Math.floor((100 * compliance.current) / compliance.tracked));
  });

  it('LIF-24: neither counts nor names what somebody does not see', async () => {
    const { look, walk, bo, admin } = await office();

    expect(namesOf(await walk({ search: 'secret' }))).to.have.members(['Secret', 'Secret of Bo']);
    expect(namesOf(await walk({ search: 'secret' }, bo))).to.deep.equal(['Secret of Bo']);
    const { counts, filters } = await look({ search: 'secret' }, bo);
    expect(counts.byOwner.reduce((sum, { count }) => sum + count, 0)).to.equal(1);
    // The admin keeps one more document in force that everybody sees.
    expect(filters.owners.map(({ userId }) => userId)).to.have.members([bo.id, admin.id]);
  });

  it('LIF-26: orders by status as things stood on the first page, each walk complete and without doubles', async () => {
    const { look, walk, clock } = await office();
    const rank = [
      ...['expired', 'in_grace', 'expiring_soon', 'needs_confirmation', 'needs_date'],
      ...['current', 'no_expiration', 'untracked', 'superseded', 'disposed'],
    ];
    const byDate = (one: string | null, other: string | null) =>
      (one ?? '9999').localeCompare(other ?? '9999');
    const all = await walk({ sort: 'status' }, undefined, 200);

    const sorted = all.toSorted(
      (one, other) =>
        rank.indexOf(one.status) - rank.indexOf(other.status) ||
        byDate(one.expiresOn, other.expiresOn) ||
        one.documentId.localeCompare(other.documentId),
    );
    expect(namesOf(all)).to.deep.equal(namesOf(sorted));
    for (const sort of ['status', 'expiresOn', 'name', 'updatedAt'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const [whole, paged] = [
          await walk({ sort, direction }, undefined, 200),
          await walk({ sort, direction }, undefined, 3),
        ];
        expect(namesOf(paged), `${sort} ${direction}`).to.deep.equal(namesOf(whole));
        expect(whole.length).to.equal(11);
      }
    const first = await look({ sort: 'status', limit: 3 });
    clock.advance({ seconds: 86_400 * 300 });
    const next = await look({ sort: 'status', limit: 200, cursor: first.nextCursor ?? '' });
    expect(next.asOf).to.equal(first.asOf);
    expect(namesOf([...first.lifecycles, ...next.lifecycles])).to.deep.equal(namesOf(all));
  });

  it('puts documents without a date last in both directions', async () => {
    const { walk } = await office();

    for (const direction of ['asc', 'desc'] as const) {
      const dates = (await walk({ direction })).map(({ expiresOn }) => expiresOn);
      const known = dates.filter((date) => date !== null);
      expect(dates.slice(0, known.length)).to.deep.equal(known);
      expect(known).to.deep.equal(direction === 'asc' ? known.toSorted() : known.toSorted().toReversed());
    }
  });

  it('LIF-24: says who keeps what in force, as far as the caller sees it', async () => {
    const { lifecycle, owner, bo, admin } = await office();
    const keptBy = async (as: Person, userId: string) =>
      (await lifecycle.listLifecycleMembers({}, as.session)).members.find((one) => one.userId === userId);

    expect(await keptBy(owner, admin.id)).to.include({ ownedCount: 2, overdueCount: 1 });
    expect(await keptBy(bo, admin.id)).to.include({ ownedCount: 1, overdueCount: 1 });
    const page = await lifecycle.listLifecycleMembers({ search: 'Bo', limit: 1 }, owner.session);
    expect(page.members.map(({ userId }) => userId)).to.deep.equal([bo.id]);
  });

  it('names what a policy can be put on, with what stands there', async () => {
    const { lifecycle, owner, policyId, folder } = await office();
    const targets = (input: object) => lifecycle.listPolicyTargets(input, owner.session);

    const all = await targets({});
    expect(all.workspace).to.deep.equal({ currentPolicyId: null });
    expect(all.folders).to.deep.include({ id: folder.id, path: 'Insurance', currentPolicyId: policyId });
    expect(all.folders.map(({ path }) => path)).to.include('Insurance / Cars');
    expect(all.documents).to.deep.equal([]);
    const found = await targets({ scope: 'document', search: 'secret' });
    expect(found.documents.map(({ name }) => name)).to.deep.equal(['Secret', 'Secret of Bo']);
    expect([found.types, found.folders]).to.deep.equal([[], []]);
  });
});
