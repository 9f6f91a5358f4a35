import {
  disclosingOffice,
  failureOf,
  mailedTokens,
  tokenOfLink,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isFailure } from '../../kernel/errors.ts';
import { labelRules } from '../../records/access/labels.ts';

const inDays = (now: string, days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();
const claims = 'claims@example.org';

/** What is refused, with the items that it names. */
const refusedItems = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) =>
      isFailure(error) ? [error.code, ...error.details.map(({ path }) => path)].join(' ') : String(error),
  );

/** The states of all links of the office. */
const linksOf = async ({ sql, workspaceId }: Awaited<ReturnType<typeof disclosingOffice>>) =>
  (
    await sql<{ status: string }>(
      'select status from portal_tokens where workspace_id = $1 order by status',
      [workspaceId],
    )
  ).map(({ status }) => status);

describe('release packages', () => {
  it('GOV-5: hold only signed entries that are right, in scope, and passed by whoever prepares', async () => {
    const here = await disclosingOffice();
    const { authorized, prepare, signed, begin, bo, cy, sql, clear } = here;
    const { id: authorizationId } = await authorized({
      scope: { from: '2026-01-01', entryTypes: ['note'], labels: ['restricted'] },
    });
    const entry = await signed({ occurredAt: '2026-02-01T10:00:00Z' });
    const old = await signed({ occurredAt: '2025-12-31T10:00:00Z' });
    const letter = await signed({ entryType: 'letter', occurredAt: '2026-02-01T10:00:00Z' });
    const draft = await begin({ occurredAt: '2026-02-01T10:00:00Z' });
    const wrong = await signed({ occurredAt: '2026-02-01T10:00:00Z' });
    await here.mark(wrong.id);
    const trying = (...ids: readonly string[]) =>
      refusedItems(prepare(authorizationId, { items: ids.map((artifactId) => ({ artifactId })) }));

    expect(await trying(entry.id, old.id, letter.id)).to.equal(
      'release_package.item_out_of_scope /items/1 /items/2',
    );
    expect(await trying(entry.id, draft.id)).to.equal('release_package.item_not_final /items/1');
    expect(await trying(entry.id, wrong.id)).to.equal('release_package.item_in_error /items/1');
    expect(await trying(entry.id, entry.id)).to.equal('request.invalid /items/1/artifactId');
    // What the caller does not pass does not exist for them; what they pass needs a purpose.
    const { restricted, psychotherapy } = labelRules;
    await sql('update record_entries set own_mask = $2, effective_mask = $2 where id = $1', [
      entry.id,
      psychotherapy.bit,
    ]);
    await sql('update record_entries set author_user_id = $2 where id = $1', [entry.id, bo.id]);
    expect(await trying(entry.id)).to.equal('entry.not_found');
    await clear(cy, restricted.bit | psychotherapy.bit);
    expect(await trying(entry.id)).to.equal('records.purpose_required');
    const items = [{ artifactId: entry.id }];
    expect(await refusedItems(prepare(authorizationId, { items, purposeOfUse: 'treatment' }))).to.equal(
      'release_package.item_out_of_scope /items/0',
    );
    await sql('update record_entries set own_mask = $2, effective_mask = $2 where id = $1', [
      entry.id,
      restricted.bit,
    ]);
    const { effectiveLabels } = await prepare(authorizationId, { items, purposeOfUse: 'treatment' });
    expect(effectiveLabels).to.deep.equal(['restricted']);
  });

  it('GOV-7: are approved by somebody else than whoever prepared them, and never change after that', async () => {
    const { authorized, prepare, signed, own, bo, cy, dee, worker, ports, readPackage, disclosed } =
      await disclosingOffice();
    const { id: authorizationId } = await authorized();
    const { id: artifactId } = await signed();
    const prepared = await prepare(authorizationId, { items: [{ artifactId }] }, bo);
    expect(prepared).to.deep.include({
      status: 'prepared',
      title: 'Notes of spring',
      itemCount: 1,
      version: 1,
    });
    expect(prepared.packageNumber).to.match(/^RP-\d{4}-000001$/);
    const { manifestSha256, id: packageId } = prepared;
    const approve = (as: typeof bo) => own.approveReleasePackage({ packageId, manifestSha256 }, as.session);

    expect(await failureOf(approve(bo))).to.equal('second_person.required');
    expect(await failureOf(approve(cy))).to.equal('permission.denied');
    await worker.drain();
    ports.mail.sent.length = 0;
    const { package: approved } = await approve(dee);
    expect(approved).to.deep.include({ status: 'approved', singlePerson: false });
    expect([approved.createdBy.userId, approved.updatedBy?.userId]).to.deep.equal([bo.id, dee.id]);
    await worker.drain();
    expect(ports.mail.sent.map(({ to, subject }) => `${to.name}: ${subject}`)).to.deep.equal([
      `Bo: ${prepared.packageNumber} was approved`,
    ]);
    expect(await failureOf(approve(dee))).to.equal('release_package.invalid_state');
    expect((await readPackage(packageId)).package.title).to.equal('Notes of spring');
    expect((await disclosed()).slice(-2)).to.deep.equal([
      'disclosure.package_prepared',
      'disclosure.package_approved',
    ]);
  });

  it('GOV-46: are approved by what was read of them, and by whoever passes every entry', async () => {
    const { authorized, prepare, signed, own, bo, dee, sql, clear, owner, readPackage } =
      await disclosingOffice();
    const { id: authorizationId } = await authorized({ scope: { labels: ['restricted'] } });
    const { id: artifactId } = await signed();
    const { id: packageId } = await prepare(authorizationId, { items: [{ artifactId }] });

    const guessed = { packageId, manifestSha256: '0'.repeat(64) };
    expect(await failureOf(own.approveReleasePackage(guessed, bo.session))).to.equal(
      'release_package.manifest_changed',
    );
    await sql(
      'update record_entries set own_mask = 2, effective_mask = 2, author_user_id = $2 where id = $1',
      [artifactId, owner.id],
    );
    // As if it had been prepared under that label.
    await sql('update release_items set effective_mask = 2 where package_id = $1', [packageId]);
    const { manifestSha256 } = (await readPackage(packageId, dee)).package;
    expect((await readPackage(packageId, dee)).preview).to.equal(null);
    const approve = (as: typeof bo) =>
      own.approveReleasePackage({ packageId, manifestSha256, purposeOfUse: 'treatment' }, as.session);
    expect(await failureOf(approve(dee))).to.equal('release_package.not_found');
    await clear(dee, 2);
    expect((await approve(dee)).package.status).to.equal('approved');
  });

  it('GOV-9: the preview is what the recipient reads, without what was taken out', async () => {
    const { authorized, prepare, signed, readPackage, happened } = await disclosingOffice();
    const { id: authorizationId } = await authorized();
    const entry = await signed({ body: 'She called.\n\nHer aunt Eve drinks.' });
    const { id } = await prepare(authorizationId, {
      coverNote: 'As asked for.',
      items: [
        {
          artifactId: entry.id,
          redactions: [
            { part: 'section', key: 'body', start: 22, end: 25, code: 'THIRD_PARTY', note: 'Not hers' },
          ],
        },
      ],
    });

    const { package: shown, preview } = await readPackage(id);

    const [item] = shown.items;
    expect(item?.redactions.map(({ start, end, code, note }) => [start, end, code, note])).to.deep.equal([
      [22, 25, 'THIRD_PARTY', 'Not hers'],
    ]);
    expect(preview).to.deep.include({
      ...{
        title: 'Notes of spring',
        coverNote: 'As asked for.',
        subjectDisplayName: 'Ann Smith',
        requires: [],
      },
      manifestSha256: shown.manifestSha256,
    });
    expect(preview?.items[0]).to.deep.include({
      ...{ position: 1, title: 'First interview', entryType: 'note', redacted: true, flag: 'none' },
      content: {
        sections: [
          {
            ...{ key: 'body', title: 'Text', kind: 'markdown' },
            value: 'She called.\n\nHer aunt [redacted: THIRD_PARTY] drinks.',
          },
        ],
      },
    });
    expect(preview?.items[0]?.signedBy?.map(({ name }) => name)).to.deep.equal(['Cy']);
    expect(JSON.stringify(preview)).not.to.match(/Eve|Not hers/);
    expect(JSON.stringify(await happened())).not.to.match(/Eve|Not hers|THIRD_PARTY/);
  });

  it('GOV-36: the link is mailed, or shown once; only its digest is kept', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, worker, ports, sql, readPackage, chancery, cy } = here;
    const { id: authorizationId } = await authorized({ maxReleases: 2 });
    const mailed = await approvedWith(authorizationId, { accessCode: '483920' });
    const manual = await approvedWith(authorizationId);
    await worker.drain();
    ports.mail.sent.length = 0;

    expect((await release(mailed.id)).portalUrl).to.equal(null);
    const [token = ''] = await mailedTokens(here, claims, 'portal');
    const [mail] = ports.mail.sent;
    expect(mail?.to).to.deep.equal({ address: claims, name: 'Claims desk' });
    expect(mail?.text).to.include('access code');
    expect(JSON.stringify(mail)).not.to.match(/Smith|Notes of spring|483920/);

    const { portalUrl } = await release(manual.id);
    expect(tokenOfLink(portalUrl)).to.match(/^[\w-]{43}$/);
    await worker.drain();
    expect(ports.mail.sent.filter(({ to }) => to.address === claims)).to.have.length(1);
    const stored = await sql<{ hash: string; sealed: boolean }>(
      'select token_hash hash, sealed_token is not null sealed from portal_tokens where workspace_id = $1 order by sealed',
      [here.workspaceId],
    );
    expect(stored.map(({ sealed }) => sealed)).to.deep.equal([false, true]);
    const everything = JSON.stringify([
      await readPackage(manual.id),
      await chancery.governance.listDisclosures({}, cy.session),
      await here.happened(),
      stored,
    ]);
    for (const secret of [token, tokenOfLink(portalUrl)]) expect(everything).not.to.include(secret);
  });

  it('GOV-6: a release looks again at authorization, consent, errors and what is stored', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, decide, signed, own, aCase, bo, sql, clock } = here;
    const { consent } = await own.createRecordConsent(
      {
        ...{ subjectId: aCase.primarySubjectId, category: 'disclosure', method: 'written' },
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'I agree.',
        expiresAt: inDays(clock.now(), 20),
      },
      bo.session,
    );
    const onConsent = {
      basis: 'consent',
      consentId: consent.id,
      legalReference: null,
      maxReleases: 9,
    } as const;
    const resting = await authorized(onConsent);
    const inError = await signed();
    const withError = await approvedWith(resting.id, { delivery: 'manual' }, inError);
    const changed = await approvedWith(resting.id);
    const later = await approvedWith(resting.id);
    const usedUp = await authorized();
    const first = await approvedWith(usedUp.id);
    const second = await approvedWith(usedUp.id);
    const revoked = await authorized();
    const ofRevoked = await approvedWith(revoked.id);

    await here.mark(inError.id);
    expect(await failureOf(release(withError.id))).to.equal('release_package.item_in_error');
    await sql('update release_items set content_hash = $2 where package_id = $1', [
      changed.id,
      '0'.repeat(64),
    ]);
    expect(await failureOf(release(changed.id))).to.equal('release_package.manifest_changed');
    await release(first.id);
    expect(await failureOf(release(first.id))).to.equal('release_package.invalid_state');
    expect(await failureOf(release(second.id))).to.equal('authorization.releases_used_up');
    await decide(revoked.id, 'revoke', bo, { reason: 'Withdrawn' });
    expect(await failureOf(release(ofRevoked.id))).to.equal('release_package.invalid_state');
    clock.advance({ days: 21 });
    expect(await failureOf(release(later.id))).to.equal('consent.not_valid');
  });

  it('end by the clock: 30 days after the approval, or when the time of a released one is over', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, worker, clock, sql, disclosed } = here;
    const { id } = await authorized({ maxReleases: 2 });
    const waiting = await approvedWith(id);
    const expiresAt = inDays(clock.now(), 10);
    const { package: released } = await release(
      (await approvedWith(id, { delivery: 'manual', expiresAt })).id,
    );
    const states = async () => {
      await worker.run('governance.expire_packages');
      const rows = await sql<{ id: string; status: string }>('select id, status from release_packages');
      const of = (packageId: string) => rows.find((row) => row.id === packageId)?.status;
      return [of(waiting.id), of(released.id)];
    };

    clock.advance({ days: 9 });
    expect(await states()).to.deep.equal(['approved', 'released']);
    clock.advance({ days: 2 });
    expect(await states()).to.deep.equal(['approved', 'expired']);
    expect(await linksOf(here)).to.deep.equal(['expired']);
    clock.advance({ days: 20 });
    expect(await states()).to.deep.equal(['cancelled', 'expired']);
    expect((await disclosed()).slice(-2)).to.deep.equal([
      'disclosure.package_expired',
      'disclosure.package_cancelled',
    ]);
  });

  it('GOV-3: a consent that ends closes what rests on it, and recipients are told without content', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, prepare, signed, release, own, aCase, bo, worker, ports } = here;
    const give = async () =>
      (
        await own.createRecordConsent(
          {
            ...{ subjectId: aCase.primarySubjectId, category: 'disclosure', method: 'written' },
            grantedBy: { kind: 'subject', name: 'Ann Smith' },
            statementText: 'I agree.',
          },
          bo.session,
        )
      ).consent;
    const resting = async () => {
      const { id: consentId } = await give();
      const { id } = await authorized({ basis: 'consent', consentId, legalReference: null, maxReleases: 9 });
      const { id: artifactId } = await signed();
      const prepared = await prepare(id, { items: [{ artifactId }] });
      const approved = await approvedWith(id);
      const released = (await release((await approvedWith(id)).id)).package;
      return { consentId, ids: [prepared.id, approved.id, released.id] };
    };
    const cut = await resting();
    const kept = await resting();
    await worker.drain();
    ports.mail.sent.length = 0;

    const revoke = async (consentId: string, input: object = {}) => {
      const asked = { consentId, reason: 'She changed her mind', ...input };
      const { affectedPackages } = await own.revokeRecordConsent(asked, bo.session);
      return new Map(affectedPackages.map(({ packageId, status }) => [packageId, status]));
    };
    const ended = await revoke(cut.consentId);
    expect(cut.ids.map((id) => ended.get(id))).to.deep.equal(['cancelled', 'cancelled', 'revoked']);
    await worker.drain();
    expect(ports.mail.sent.map(({ to }) => to.address)).to.deep.equal([claims]);
    expect(JSON.stringify(ports.mail.sent)).not.to.match(/Smith|changed her mind|Notes of spring/);
    const left = await revoke(kept.consentId, { cutReleasedAccess: false });
    expect(kept.ids.map((id) => left.get(id))).to.deep.equal(['cancelled', 'cancelled', undefined]);
    const { authorizations } = await own.listDisclosures({}, bo.session);
    expect(authorizations.map(({ status }) => status)).to.deep.equal(['revoked', 'revoked']);
  });

  it('GOV-3: a consent that ends by the clock closes it too, and mails nobody', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, own, aCase, bo, worker, ports, clock } = here;
    const { consent } = await own.createRecordConsent(
      {
        ...{ subjectId: aCase.primarySubjectId, category: 'disclosure', method: 'written' },
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'I agree.',
        expiresAt: inDays(clock.now(), 5),
      },
      bo.session,
    );
    const { id } = await authorized({ basis: 'consent', consentId: consent.id, legalReference: null });
    await release((await approvedWith(id)).id);
    await worker.drain();
    ports.mail.sent.length = 0;
    clock.advance({ days: 6 });

    await worker.run('governance.expire_consents');
    await worker.drain();

    const { packages } = await own.listDisclosures({}, bo.session);
    expect(packages.map(({ status }) => status)).to.deep.equal(['revoked']);
    expect(ports.mail.sent.filter(({ to }) => to.address === claims)).to.deep.equal([]);
  });

  it('lose their link at once when they are revoked, and their recipient is told without content', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, own, cy, worker, ports, readPackage } = here;
    const { id } = await authorized({ maxReleases: 9 });
    const { package: released } = await release((await approvedWith(id)).id);
    const waiting = await approvedWith(id);
    await worker.drain();
    ports.mail.sent.length = 0;
    const revoke = async (packageId: string) =>
      (await own.revokeReleasePackage({ packageId, reason: 'Sent to the wrong desk' }, cy.session)).package;

    expect(await revoke(released.id)).to.deep.include({
      ...{ status: 'revoked', revocationReason: 'Sent to the wrong desk' },
      revokedBy: { userId: cy.id, displayName: 'Cy' },
    });
    expect(await linksOf(here)).to.deep.equal(['revoked']);
    await worker.drain();
    expect(ports.mail.sent.map(({ to }) => to.address)).to.deep.equal([claims]);
    expect(JSON.stringify(ports.mail.sent)).not.to.match(/wrong desk|Notes of spring|Smith/);
    expect((await revoke(waiting.id)).status).to.equal('cancelled');
    expect(await failureOf(revoke(waiting.id))).to.equal('release_package.invalid_state');
    expect((await readPackage(released.id)).package.status).to.equal('revoked');
  });

  it('get a new link that ends the earlier one, keeps or changes the code, and unlocks', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, own, cy, bo, sql } = here;
    const { id } = await authorized();
    const approved = await approvedWith(id, { delivery: 'manual', accessCode: '123456' });
    const packageId = approved.id;
    const link = (input: object = {}) =>
      own.createPortalLink(
        { packageId, delivery: 'manual', reason: 'The mail was lost', ...input },
        cy.session,
      );
    expect(await failureOf(link())).to.equal('release_package.invalid_state');
    const first = (await release(packageId)).portalUrl;
    const code = async () =>
      (
        await sql<{ hash: string }>('select access_code_hash hash from release_packages where id = $1', [
          packageId,
        ])
      )[0]?.hash;
    const before = await code();
    await sql(
      `insert into recipient_activity (workspace_id, package_id, opens, questions, wrong_codes, locked_at)
       select workspace_id, id, 0, 0, 5, now() from release_packages where id = $1`,
      [packageId],
    );
    const shown = await own.getReleasePackage({ packageId }, bo.session);
    expect(shown.package.portal.lockedAt).to.be.a('string');

    const { portalUrl, package: after } = await link();
    expect(after.portal).to.deep.include({ lockedAt: null, accessCodeSet: true });
    expect(tokenOfLink(portalUrl)).to.match(/^[\w-]{43}$/);
    expect(portalUrl).not.to.equal(first);
    expect(await code()).to.equal(before);
    await link({ accessCode: '654321' });
    expect(await code()).not.to.equal(before);
    expect(await linksOf(here)).to.deep.equal(['live', 'replaced', 'replaced']);
  });

  it('GOV-8: go on showing the version that they pinned, flag it, and mail the recipient once', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, release, signed, readPackage, worker, ports, disclosed, mark } = here;
    const { id } = await authorized({ maxReleases: 2 });
    const entry = await signed();
    const { package: released } = await release((await approvedWith(id, { delivery: 'manual' }, entry)).id);
    const other = await approvedWith(id, { delivery: 'manual' });
    await worker.drain();
    ports.mail.sent.length = 0;

    await mark(entry.id);
    await worker.drain();

    const { package: after, preview } = await readPackage(released.id);
    expect(after.items.map(({ flag, versionNumber }) => [flag, versionNumber])).to.deep.equal([
      ['entered_in_error', 1],
    ]);
    expect(preview?.items[0]?.flagText).to.match(/entered in error/);
    expect(preview?.items[0]?.content).not.to.equal(null);
    const told = ports.mail.sent.filter(({ to }) => to.address === claims);
    expect(told).to.have.length(1);
    expect(JSON.stringify(told)).not.to.match(/Smith|First interview|Another person/);
    expect((await readPackage(other.id)).package.items[0]?.flag).to.equal('none');
    expect((await disclosed()).filter((type) => type === 'disclosure.item_flagged')).to.have.length(1);
  });

  it('GOV-8: of an amended entry go on showing the pinned version, and each recipient of one that is open gets one mail', async () => {
    const here = await disclosingOffice();
    const { authorized, prepare, approvePackage, approvedWith, release, signed, own, cy, clock } = here;
    const { records, bo, write, submit, approve, sign, worker, ports, readPackage } = here;
    const entry = await signed({ body: 'She called.' });
    const at = { expiresAt: inDays(clock.now(), 1) };
    const to = async (email: string, portal: object = {}) => {
      const { id } = await authorized({ recipient: { ...here.recipient, email }, maxReleases: 5 });
      return (await release((await approvedWith(id, { delivery: 'manual', ...portal }, entry)).id)).package
        .id;
    };
    const shown = await to('one@example.org');
    const again = await to('One@example.org');
    const other = await to('two@example.org');
    await to('late@example.org', at);
    const revoked = await to('revoked@example.org');
    await own.revokeReleasePackage({ packageId: revoked, reason: 'Wrong person' }, cy.session);
    const numbers = [];
    for (const packageId of [shown, again])
      numbers.push((await readPackage(packageId)).package.packageNumber);
    const { id: authorizationId } = await authorized({ maxReleases: 2 });
    const waiting = await approvedWith(authorizationId, { delivery: 'manual' }, entry);
    await worker.drain();
    clock.advance({ days: 1 });
    ports.mail.sent.length = 0;
    const amend = async (body: string) => {
      const { amendment } = await records.createAmendment(
        { artifactId: entry.id, reason: 'The date is missing.', requestedChange: body },
        cy.session,
      );
      await records.decideAmendment({ amendmentId: amendment.id, decision: 'accept' }, bo.session);
      await write(entry.id, { body });
      await submit(entry.id);
      await approve(entry.id);
      await sign(entry.id);
      await worker.drain();
    };
    const told = () =>
      ports.mail.sent
        .filter(({ to: { address } }) => address.endsWith('@example.org'))
        .map(({ to: { address }, text }) => `${address}: ${/was amended|in error/.exec(text)?.[0]}`);

    await amend('She called on 3 May.');
    const firstMails = told();
    await amend('She called on 4 May.');

    expect(firstMails.toSorted()).to.deep.equal([
      'one@example.org: was amended',
      'two@example.org: was amended',
    ]);
    expect(told()).to.deep.equal(firstMails);
    const toBoth = ports.mail.sent.find(({ to: { address } }) => address === 'one@example.org');
    for (const number of numbers) expect(toBoth?.text).to.include(number);
    for (const packageId of [shown, again, other, waiting.id]) {
      const { package: read, preview } = await readPackage(packageId);
      expect(read.items.map(({ flag, versionNumber }) => [flag, versionNumber])).to.deep.equal([
        ['amended', 1],
      ]);
      expect(preview?.items[0]?.content?.sections[0]?.value).to.equal('She called.');
      expect(preview?.items[0]?.flagText).to.be.a('string');
    }
    const { id: next } = await prepare(authorizationId, { items: [{ artifactId: entry.id }] });
    const { preview } = await readPackage((await approvePackage(next)).id);
    expect(preview?.items[0]).to.deep.include({ flag: 'none', flagText: null });
    expect(preview?.items[0]?.content?.sections[0]?.value).to.equal('She called on 4 May.');
  });

  it('GOV-36: the link is in the first answer and in its repetition, and in nothing that is read or written down', async () => {
    const here = await disclosingOffice();
    const { authorized, approvedWith, own, cy, sql, readPackage, worker } = here;
    const { id: authorizationId } = await authorized({ maxReleases: 2 });
    const { id: packageId } = await approvedWith(authorizationId);
    const once = { ...cy.session, idempotencyKey: 'release-1' };
    const again = { ...cy.session, idempotencyKey: 'link-1' };
    const newLink = { packageId, reason: 'The mail was lost', delivery: 'manual' } as const;

    const first = await own.releaseReleasePackage({ packageId }, once);
    expect(await own.releaseReleasePackage({ packageId }, once)).to.deep.equal(first);
    const second = await own.createPortalLink(newLink, again);
    expect(await own.createPortalLink(newLink, again)).to.deep.equal(second);
    await worker.drain();

    const secrets = [first, second].map(({ portalUrl }) => tokenOfLink(portalUrl));
    expect(new Set(secrets).size).to.equal(2);
    expect(await linksOf(here)).to.deep.equal(['live', 'replaced']);
    // What a call answered is kept for its repetition, sealed.
    const kept = await sql<{ sealed: boolean }>('select * from idempotency');
    expect(kept.length).to.be.greaterThan(0);
    const everything = [
      await readPackage(packageId),
      await own.listDisclosures({}, cy.session),
      await here.happened(),
      kept,
    ];
    const bytes = JSON.stringify(everything, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const secret of secrets) expect(bytes).not.to.include(secret);
    expect(await failureOf(own.releaseReleasePackage({ packageId }, cy.session))).to.equal(
      'release_package.invalid_state',
    );
  });

  it('GOV-10: carry what the law wants to travel with their labels', async () => {
    const { authorized, prepare, signed, sql, clear, cy, owner, readPackage } = await disclosingOffice();
    const { substance_use: label } = labelRules;
    const { id } = await authorized();
    const plain = await signed();
    const { id: withoutLabel } = await prepare(id, { items: [{ artifactId: plain.id }] });
    expect((await readPackage(withoutLabel)).preview?.redisclosureNotice).to.equal(null);

    const entry = await signed();
    await sql('update record_entries set own_mask = $2, effective_mask = $2 where id = $1', [
      entry.id,
      label.bit,
    ]);
    await sql(
      "update disclosure_authorizations set scope = jsonb_set(scope, '{labels}', '[\"substance_use\"]') where id = $1",
      [id],
    );
    await clear(cy, label.bit);
    const { id: packageId } = await prepare(id, {
      items: [{ artifactId: entry.id }],
      purposeOfUse: 'treatment',
    });
    await clear(owner, label.bit);
    const stored = await sql<{ code: string; text: string }>(
      `select redisclosure_notice->>'code' code, redisclosure_notice->>'text' text from release_packages where id = $1`,
      [packageId],
    );
    expect(stored[0]?.code).to.equal('42_cfr_2_32');
    expect(stored[0]?.text).to.match(/42 CFR part 2/);
  });

  it('GOV-4: are prepared anew where the labels of an entry have changed since, so that who decides and what travels with it fit', async () => {
    const {
      authorized,
      approvedWith,
      approvePackage,
      prepare,
      release,
      records,
      aCase,
      bo,
      signed,
      getCase,
    } = await disclosingOffice();
    const { id } = await authorized({ maxReleases: 9 });
    const approved = await approvedWith(id);
    const { id: artifactId } = await signed();
    const prepared = await prepare(id, { items: [{ artifactId }] });

    const { version } = await getCase(aCase.id);
    await records.updateCase(
      {
        caseId: aCase.id,
        confidentiality: 'confidential',
        confidentialityReason: 'Press',
        expectedVersion: version,
      },
      bo.session,
    );

    expect(await failureOf(release(approved.id, bo))).to.equal('release_package.manifest_changed');
    expect(await failureOf(approvePackage(prepared.id))).to.equal('release_package.manifest_changed');
    const again = await prepare(id, { items: [{ artifactId }], portal: { delivery: 'manual' } });
    await approvePackage(again.id);
    expect((await release(again.id, bo)).package.status).to.equal('released');
  });

  it('GOV-11: the accounting lists each release that is accounted for, newest first, and reading it is recorded', async () => {
    const here = await disclosingOffice();
    const {
      authorized,
      approvedWith,
      release,
      own,
      aCase,
      bo,
      cy,
      dee,
      clear,
      happened,
      clock,
      sql,
      worker,
    } = here;
    const released = async (input: object) => {
      const { id } = await authorized(input);
      return (await release((await approvedWith(id)).id)).package.packageNumber;
    };
    const first = await released({});
    await released({ basis: 'treatment', legalReference: null });
    clock.advance({ minutes: 1 });
    const second = await released({ basis: 'court_order' });
    const read = (as = bo, input: object = {}) =>
      own.listAccountingOfDisclosures({ subjectId: aCase.primarySubjectId, ...input }, as.session);

    const { disclosures, count } = await read();
    expect([count, ...disclosures.map(({ packageNumber }) => packageNumber)]).to.deep.equal([
      2,
      second,
      first,
    ]);
    expect(disclosures[0]).to.deep.include({
      ...{ basis: 'court_order', purposeOfUse: 'professional_operations' },
      recipient: { name: 'Claims desk', organization: null },
    });
    expect(disclosures[0]?.description).to.match(/^1 × note; \d{4}-\d\d-\d\d$/);
    expect((await read(bo, { limit: 1 })).nextCursor).to.be.a('string');
    expect((await read(bo, { to: disclosures[0]?.releasedAt })).count).to.equal(1);
    expect(await failureOf(read(cy))).to.equal('permission.denied');
    await clear(cy, 0, ['auditor']);
    expect((await read(cy)).count).to.equal(2);
    expect((await read(dee)).count).to.equal(2);
    const lines = (await happened()).filter(
      ({ type, facts }) =>
        type === 'records.list_read' && (facts as { resource?: string }).resource === 'accounting',
    );
    expect(lines).to.have.length(5);

    clock.advance({ days: 6 * 365 + 10 });
    await worker.run('governance.purge_accounting');
    expect(await sql('select from disclosure_accounting')).to.have.length(0);
  });
});

describe('disclosures in the overview', () => {
  it('GOV-32: are counted as the list has them for the reader, by the clock and the day of the workspace', async () => {
    const { own, owner, clear, sql, workspaceId, aCase, ...here } = await disclosingOffice();
    const counts = async () => (await own.getGovernanceOverview({}, owner.session)).overview.disclosures;
    await clear(owner, 0, []);
    await here.ask();
    const { id: artifactId } = await here.signed();
    await here.prepare((await here.authorized()).id, { items: [{ artifactId }] });
    await here.approvedWith((await here.authorized()).id, { delivery: 'manual' }, { id: artifactId });
    const { id } = await here.approvedWith(
      (await here.authorized()).id,
      { delivery: 'manual' },
      { id: artifactId },
    );
    await here.release(id);
    const all = {
      ...{ pendingAuthorizations: 1, packagesAwaitingApproval: 1, packagesAwaitingRelease: 1 },
      ...{ released: 1, overdue: 0 },
    };
    const none = {
      ...{ pendingAuthorizations: 0, packagesAwaitingApproval: 0, packagesAwaitingRelease: 0 },
      ...{ released: 0, overdue: 0 },
    };
    expect(await counts()).to.deep.equal(all);

    await sql('update record_cases set own_mask = 2, effective_mask = 2 where id = $1', [aCase.id]);
    expect(await counts()).to.deep.equal(none);
    await clear(owner, 0, ['privacy_officer']);
    expect(await counts()).to.deep.equal(all);
    await sql("update disclosure_authorizations set due_on = '2026-11-23' where workspace_id = $1", [
      workspaceId,
    ]);
    expect(await counts()).to.deep.equal(all);
    // There the next day has begun.
    await sql(
      `update workspaces set settings = jsonb_set(settings, '{defaultTimeZone}', '"Pacific/Kiritimati"') where id = $1`,
      [workspaceId],
    );
    expect(await counts()).to.deep.equal({ ...all, overdue: 3 });
    await sql('update record_cases set blocked_user_ids = $2 where id = $1', [aCase.id, [owner.id]]);
    expect(await counts()).to.deep.equal(none);
  });
});
