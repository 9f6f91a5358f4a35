import {
  endingOf,
  failureOf,
  openMigratedPglite,
  placesWith,
  portalOffice,
  tokenOfLink,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const accessCode = '482913';

describe('the portal of a recipient', () => {
  it('PORT-2: tells nothing of a package but how many entries it has until all that is required was done', async () => {
    const { released, look, read, listed, decide, say } = await portalOffice();
    const { token, packageId } = await released({ accessCode, maxOpens: 5 }, { entries: 2 });

    const hidden = await look(token);
    expect(hidden?.requires).to.deep.equal(['consent', 'access_code']);
    expect([hidden?.title, hidden?.coverNote, hidden?.subjectDisplayName]).to.deep.equal([null, null, null]);
    const nothing = Object.fromEntries(Object.keys(hidden?.items[0] ?? {}).map((key) => [key, null]));
    expect(hidden?.items).to.deep.equal([
      { ...nothing, position: 1 },
      { ...nothing, position: 2 },
    ]);
    expect(hidden?.terms?.text).to.match(/confidential/);
    for (const shown of [hidden, await read(token, packageId), await listed(token)])
      expect(JSON.stringify(shown)).not.to.match(
        /Notes of spring|As asked for|Ann Smith|First interview|aunt/,
      );

    const { session } = await say(token, 'verify_access_code', { accessCode });
    const opened = session?.token ?? '';
    expect((await look(opened))?.requires).to.deep.equal(['consent']);
    expect((await read(opened, packageId)).items[0]?.content).to.equal(null);
    await decide(opened);
    const shown = await read(opened, packageId);
    expect(shown.requires).to.deep.equal([]);
    expect([shown.title, shown.coverNote, shown.subjectDisplayName]).to.deep.equal([
      'Notes of spring',
      'As asked for.',
      'Ann Smith',
    ]);
    expect(shown.items[1]?.content?.sections[0]?.value).to.equal(
      'She called.\n\nHer aunt Eve drinks.\n\nNote 2.',
    );
    expect((await look(opened))?.items[0]).to.deep.include({ title: 'First interview', content: null });
  });

  it('PORT-3: five wrong codes lock a package and tell whoever prepared it, and a new link unlocks it', async () => {
    const { released, say, look, own, cy, ports, worker, noticed, sql } = await portalOffice();
    const { token, packageId } = await released({ accessCode, requiresConsent: false });
    await worker.drain();
    ports.mail.sent.length = 0;
    const guess = (code: string) => say(token, 'verify_access_code', { accessCode: code });

    const [stored] = await sql<{ hash: string }>(
      'select access_code_hash hash from release_packages where id = $1',
      [packageId],
    );
    expect(stored?.hash).not.to.include(accessCode);
    expect(await failureOf(guess('000000'))).to.equal('portal.access_code_wrong');
    expect((await guess(accessCode)).session?.token).to.match(/^[A-Za-z0-9_-]{43}$/);
    // A right one begins the count anew.
    const answers: string[] = [];
    for (let at = 0; at < 5; at += 1) answers.push(await endingOf(guess(`00000${at}`)));
    expect(answers).to.deep.equal(
      [4, 3, 2, 1, 0].map((left) => `portal.access_code_wrong attempts_left_${left}`),
    );
    expect(await failureOf(guess(accessCode))).to.equal('portal.locked');
    expect(await failureOf(look(token))).to.equal('portal.locked');
    await worker.drain();
    expect(ports.mail.sent.map(({ to, subject }) => `${to.name}: ${subject}`)).to.deep.equal([
      'Cy: RP-2026-000001 is locked',
    ]);
    expect(
      (await noticed()).map(({ type }) => type).filter((type) => type === 'portal.locked'),
    ).to.have.length(1);

    const { portalUrl } = await own.createPortalLink(
      { packageId, reason: 'Asked by phone', delivery: 'manual' },
      cy.session,
    );
    expect(await endingOf(look(token))).to.equal('link.gone replaced');
    expect((await look(tokenOfLink(portalUrl)))?.requires).to.deep.equal(['access_code']);
  });

  it('PORT-3: of many codes at once no more than five are examined', async () => {
    const { released, say, ports } = await portalOffice();
    const { token } = await released({ accessCode, requiresConsent: false });
    const before = ports.passwords.hashings;

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        failureOf(say(token, 'verify_access_code', { accessCode: `1000${at + 10}` })),
      ),
    );

    expect(answers.filter((code) => code === 'portal.access_code_wrong')).to.have.length(5);
    expect(answers.filter((code) => code === 'portal.locked')).to.have.length(7);
    expect(ports.passwords.hashings - before).to.equal(5);
  });

  it('PORT-3: the right code opens a session of half an hour, and the link alone does not read', async () => {
    const { released, say, look, read, clock } = await portalOffice();
    const { token, packageId } = await released({ accessCode, requiresConsent: false });
    const session = (await say(token, 'verify_access_code', { accessCode })).session?.token ?? '';

    expect((await read(session, packageId)).title).to.equal('Notes of spring');
    expect((await read(token, packageId)).title).to.equal(null);
    clock.advance({ minutes: 29, seconds: 59 });
    expect((await look(session))?.requires).to.deep.equal([]);
    clock.advance({ seconds: 1 });
    expect(await endingOf(look(session))).to.equal('link.gone expired');
    expect((await look(token))?.requires).to.deep.equal(['access_code']);
  });

  it('PORT-4: revocation, expiry and replacement act on the next request, on sessions too', async () => {
    const { released, look, say, own, cy, clock, listed, take } = await portalOffice();
    const revoked = await released({ accessCode, requiresConsent: false });
    const session = (await say(revoked.token, 'verify_access_code', { accessCode })).session?.token ?? '';
    const late = await released({ requiresConsent: false, downloadAllowed: true });
    const replaced = await released({});

    await own.revokeReleasePackage({ packageId: revoked.packageId, reason: 'Wrong person' }, cy.session);
    for (const held of [revoked.token, session])
      expect(await endingOf(look(held))).to.equal('link.gone revoked');
    await own.createPortalLink(
      { packageId: replaced.packageId, reason: 'Lost', delivery: 'manual' },
      cy.session,
    );
    expect(await endingOf(listed(replaced.token))).to.equal('link.gone replaced');
    clock.advance({ days: 30 });
    for (const call of [look(late.token), take(late.token), say(late.token, 'opened')])
      expect(await endingOf(call)).to.equal('link.gone expired');
  });

  it('PORT-5: a link reaches the other packages of its recipient, and never those of anybody else', async () => {
    const { released, listed, read, say, decide, take, look } = await portalOffice();
    const first = await released({ requiresConsent: false, downloadAllowed: false });
    const second = await released({ requiresConsent: false, downloadAllowed: true });
    const coded = await released({ accessCode, requiresConsent: false });
    const foreign = await released({}, { to: { email: 'other@example.org' } });

    const { packages, count } = await listed(first.token);
    expect([packages.map(({ id }) => id), count]).to.deep.equal([
      [coded.packageId, second.packageId, first.packageId],
      3,
    ]);
    expect(packages.map(({ title, requires }) => [title, requires])).to.deep.equal([
      [null, ['access_code']],
      ['Notes of spring', []],
      ['Notes of spring', []],
    ]);
    expect((await read(first.token, second.packageId)).id).to.equal(second.packageId);
    expect((await take(first.token, { packageId: second.packageId })).package.id).to.equal(second.packageId);
    expect(await failureOf(take(first.token))).to.equal('portal.download_not_allowed');
    for (const call of [
      read(first.token, foreign.packageId),
      take(first.token, { packageId: foreign.packageId }),
      say(first.token, 'opened', { packageId: foreign.packageId }),
      decide(first.token, 'accept', { packageId: foreign.packageId }),
      read(first.token, '01900000-0000-7000-8000-000000000001'),
    ])
      expect(await failureOf(call)).to.equal('release_package.not_found');
    // A session is good for the package whose code it answered, and for what has none.
    const { session } = await say(first.token, 'verify_access_code', {
      accessCode,
      packageId: coded.packageId,
    });
    expect((await look(session?.token ?? ''))?.id).to.equal(coded.packageId);
    expect((await read(session?.token ?? '', coded.packageId)).title).to.equal('Notes of spring');
    const other = await released({ accessCode: '777777', requiresConsent: false });
    expect((await read(session?.token ?? '', other.packageId)).requires).to.deep.equal(['access_code']);
  });

  it('PORT-6: what a recipient does stands in the ledger as theirs, and an opening once in half an hour', async () => {
    const { released, look, read, say, decide, clock, noticed, readPackage, sql, workspaceId } =
      await portalOffice();
    const { token, packageId } = await released();

    await look(token);
    expect(await noticed()).to.deep.equal([]);
    await decide(token);
    await look(token);
    const { items } = await read(token, packageId);
    await say(token, 'item_viewed', { itemId: items[0]?.id ?? '' });
    await say(token, 'acknowledged');
    clock.advance({ minutes: 30 });
    await say(token, 'opened');

    expect((await noticed()).map(({ type }) => type)).to.deep.equal([
      'portal.consented',
      'portal.opened',
      'portal.package_read',
      'portal.item_read',
      'portal.interaction',
      'portal.opened',
    ]);
    expect((await readPackage(packageId)).package.recipientActivity).to.deep.include({
      opens: 2,
      firstOpenedAt: '2026-11-23T12:00:00.000Z',
      lastOpenedAt: '2026-11-23T12:30:00.000Z',
      consentedAt: '2026-11-23T12:00:00.000Z',
    });
    const actors = await sql<{ actor: string; access: string }>(
      `select distinct actor_kind actor, convert_from(payload, 'utf8')::jsonb #>> '{access,basis}' access
       from audit_event where ledger_id = $1 and action like 'portal.%'`,
      [workspaceId],
    );
    expect(actors).to.deep.equal([{ actor: 'portal_recipient', access: 'portal' }]);
  });

  it('PORT-7: a package is opened as often as it may be and no more, of many at once too', async () => {
    const { released, look, read, clock, readPackage } = await portalOffice();
    const { token, packageId } = await released({ requiresConsent: false, maxOpens: 2 });
    await look(token);
    clock.advance({ minutes: 30 });

    const answers = await Promise.all(Array.from({ length: 6 }, () => failureOf(look(token))));
    expect(new Set(answers)).to.deep.equal(new Set(['none']));
    clock.advance({ minutes: 30 });
    expect(await failureOf(look(token))).to.equal('portal.opens_used_up');
    expect(await failureOf(read(token, packageId))).to.equal('portal.opens_used_up');
    expect((await readPackage(packageId)).package.recipientActivity.opens).to.equal(2);
  });

  it('PORT-8: declining shows nothing further and tells whoever prepared it, and accepting is possible later', async () => {
    const { released, look, decide, say, take, ports, worker, readPackage } = await portalOffice();
    const { token, packageId } = await released({ downloadAllowed: true });
    await worker.drain();
    ports.mail.sent.length = 0;

    const { consent, receipt } = await decide(token, 'decline');
    expect([consent.kind, consent.status]).to.deep.equal(['release_terms', 'rejected']);
    expect(receipt?.seq).to.be.above(0);
    expect((await look(token))?.title).to.equal(null);
    await worker.drain();
    expect(ports.mail.sent.map(({ subject }) => subject)).to.deep.equal(['RP-2026-000001 was declined']);
    await decide(token);
    expect((await look(token))?.title).to.equal('Notes of spring');
    await say(token, 'declined');
    expect((await look(token))?.requires).to.deep.equal(['consent']);
    expect(await failureOf(take(token))).to.equal('portal.consent_required');
    expect((await readPackage(packageId)).package.recipientActivity.declinedAt).to.not.equal(null);
    await decide(token);
    expect((await look(token))?.requires).to.deep.equal([]);
  });

  it('PORT-11: the same decision sent twice has the outcome of the first, and another one is refused', async () => {
    const { released, decide, noticed, look } = await portalOffice();
    const { token } = await released();

    const first = await decide(token);
    const again = await decide(token);
    expect(again).to.deep.equal(first);
    expect(await failureOf(decide(token, 'decline'))).to.equal('portal.already_decided');
    expect((await noticed()).filter(({ type }) => type === 'portal.consented')).to.have.length(1);
    expect((await look(token))?.consentedAt).to.equal('2026-11-23T12:00:00.000Z');
    const other = { statementSha256: '0'.repeat(64) };
    expect(await failureOf(decide(token, 'accept', other))).to.equal('portal.statement_changed');
    expect(await endingOf(decide(token, 'accept', { agreedToElectronic: false }))).to.equal(
      'request.invalid portal.electronic_agreement_required',
    );
  });

  it('PORT-12: the link of a consent opens nothing of any package', async () => {
    const { own, asRecipient, aCase, bo, listed, say, take, read, ports, worker } = await portalOffice();
    await own.createRecordConsent(
      {
        subjectId: aCase.primarySubjectId,
        category: 'disclosure',
        method: 'portal',
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'I agree.',
        requestSignature: { email: 'ann@example.org' },
      },
      bo.session,
    );
    await worker.drain();
    const token = /consent#token=([A-Za-z0-9_-]{43})/.exec(
      ports.mail.sent.find(({ to }) => to.address === 'ann@example.org')?.text ?? '',
    )?.[1];
    if (token === undefined) throw new Error('No link was mailed');

    const { package: none, consentRequest } = await own.getPortal(
      { authorization: `Bearer ${token}` },
      asRecipient,
    );
    expect([none, consentRequest?.statementText]).to.deep.equal([null, 'I agree.']);
    for (const call of [
      listed(token),
      say(token, 'opened'),
      take(token),
      read(token, '01900000-0000-7000-8000-000000000001'),
    ])
      expect(await failureOf(call)).to.equal('portal.not_a_package_token');
  });

  it('GOV-9: what was taken out is nowhere in what a recipient is given', async () => {
    const { released, signed, read, take, listed, noticed } = await portalOffice();
    const entry = await signed({ body: 'She called.\n\nHer aunt Evelynaquist drinks.' });
    const { token, packageId } = await released(
      { requiresConsent: false, downloadAllowed: true },
      {
        items: [
          {
            artifactId: entry.id,
            redactions: [
              { part: 'section', key: 'body', start: 22, end: 34, code: 'THIRD_PARTY', note: 'Not hers' },
            ],
          },
        ],
      },
    );

    const shown = await read(token, packageId);
    expect(shown.items[0]?.content?.sections[0]?.value).to.equal(
      'She called.\n\nHer aunt [redacted: THIRD_PARTY] drinks.',
    );
    for (const given of [shown, await take(token), await listed(token), await noticed()])
      expect(JSON.stringify(given)).not.to.match(/Evelynaquist|Not hers/);
  });

  it('GOV-9: what was taken out stands in no mail, job, line of the ledger or table, but for the search of the staff', async () => {
    const { released, signed, read, look, take, own, cy, ports, sql, worker } = await portalOffice({
      database: await openMigratedPglite(),
    });
    const body = 'She called.\n\nHer aunt Evelynaquist drinks.';
    const { id: artifactId } = await signed({ body });
    const start = body.indexOf('Evelynaquist');
    const taken = { part: 'section' as const, key: 'body', start, end: start + 12, code: 'THIRD_PARTY' };
    const { token, packageId } = await released(
      { requiresConsent: false, downloadAllowed: true },
      { items: [{ artifactId, redactions: [{ ...taken, note: 'Notherswording' }] }] },
    );
    await look(token);
    await read(token, packageId);
    await take(token);
    await own.createPortalLink({ packageId, reason: 'Asked by phone', delivery: 'email' }, cy.session);
    await worker.drain();

    expect(ports.mail.sent).to.not.deep.equal([]);
    expect(JSON.stringify(ports.mail.sent)).to.not.match(/Evelynaquist|Notherswording/i);
    expect(await placesWith(['Evelynaquist', 'Notherswording'], { sql })).to.deep.equal([
      'record_search.words',
    ]);
  });

  it('GOV-10: what must not be passed on says so in the portal and in the export', async () => {
    const { released, look, take, sql } = await portalOffice();
    const { token, packageId } = await released({ downloadAllowed: true, requiresConsent: false });
    const notice = { code: '42_cfr_2_32', text: 'Do not pass it on.' };
    await sql('update release_packages set redisclosure_notice = $2 where id = $1', [
      packageId,
      JSON.stringify(notice),
    ]);

    const made = await take(token);

    expect((await look(token))?.redisclosureNotice).to.deep.equal(notice);
    expect([made.notice, made.package.redisclosureNotice]).to.deep.equal([notice.text, notice]);
  });

  it('the subject is shown who was given something of the released entries, without names; nobody else is', async () => {
    const { released, own, held, asRecipient, records, bo, decide, keep } = await portalOffice();
    await keep({ auditReads: 'all' });
    const ofSubject = await released(
      {},
      { to: { kind: 'subject', name: 'Ann Smith', email: 'ann@example.org' } },
    );
    await records.getEntry({ artifactId: ofSubject.made.items[0]?.artifactId ?? '' }, bo.session);
    const accesses = async (token: string) => (await own.getPortal(held(token), asRecipient)).accesses;

    expect(await accesses(ofSubject.token)).to.equal(null);
    await decide(ofSubject.token);
    const shown = (await accesses(ofSubject.token)) ?? [];
    expect(shown.map(({ kind, by }) => `${kind} by ${by}`)).to.include.members([
      'read by staff',
      'released by staff',
    ]);
    expect(JSON.stringify(shown)).not.to.match(/Bo|Cy|usr_/);
    const other = await released({ requiresConsent: false });
    expect(await accesses(other.token)).to.equal(null);
  });
});
