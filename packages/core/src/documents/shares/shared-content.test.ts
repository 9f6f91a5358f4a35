import {
  aStranger,
  delivered,
  endingOf,
  failureOf,
  ledgerDetails,
  overridePlan,
  sharing,
  WindowThrottle,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const passcode = 'harbour-42';

describe('the content of shared documents', () => {
  it('SHR-3: each grant counts once, each request without one counts, and the share ends with the last view', async () => {
    const { upload, share, open, content, grant, read, told } = await sharing();
    const { id: documentId, sha256 } = await upload();
    const { token } = await share({ documentId, maxViews: 3 });
    const [first, second, late] = [await grant(token), await grant(token), await grant(token)];
    await content(token, { grant: first });
    await content(token, { grant: first });
    await content(token);
    const views = async () =>
      (await read(documentId)).shares.map(({ viewCount, status }) => [viewCount, status]);
    expect(await views()).to.deep.equal([[2, 'active']]);
    await content(token, { grant: second });
    expect(await views()).to.deep.equal([[3, 'exhausted']]);
    expect((await read(documentId)).document.shareCount).to.equal(0);

    expect(await endingOf(content(token, { grant: late }))).to.equal('link.gone exhausted');
    expect(await endingOf(content(token))).to.equal('link.gone exhausted');
    expect(await endingOf(open(token))).to.equal('link.gone exhausted');
    // What was counted can be read on, in parts, until its grant ends.
    for (const counted of [first, second])
      expect(await endingOf(content(token, { grant: counted }))).to.equal('none');
    expect((await told()).slice(-2)).to.deep.equal([
      ['share.viewed', { action: 'downloaded', variant: 'original', sha256 }],
      ['share.exhausted', { viewCount: 3 }],
    ]);
  });

  it('SHR-3: nothing is stored of a grant before it is used, and used ones are forgotten after their end', async () => {
    const { upload, share, content, grant, sql, clock } = await sharing();
    const { id: documentId } = await upload();
    const { token, share: made } = await share({ documentId });
    const rows = () => sql('select from document_share_grants where share_id = $1', [made.id]);
    const one = await grant(token);
    expect(await rows()).to.have.length(0);
    await content(token, { grant: one });
    expect(await rows()).to.have.length(1);
    clock.advance({ minutes: 10 });
    await content(token, { grant: await grant(token) });
    expect(await rows()).to.have.length(1);
  });

  it('SHR-4: without the passcode the view is locked and names nothing, and the content is refused', async () => {
    const { upload, share, open, content, ports } = await sharing();
    const { id: documentId } = await upload();
    const { token, share: made } = await share({ documentId, passcode });
    expect(made.passcodeRequired).to.equal(true);
    expect(await open(token)).to.deep.equal({
      locked: true,
      workspace: { name: "Ada's workspace", logoUrl: null },
      document: null,
      allowDownload: true,
      expiresAt: '2026-12-23T12:00:00.000Z',
      contentUrl: null,
    });
    expect(await failureOf(content(token))).to.equal('share.passcode_required');
    expect(await failureOf(content(token, { passcode: 'wrong-one' }))).to.equal('share.passcode_incorrect');
    expect(await failureOf(open(token, 'wrong-one'))).to.equal('share.passcode_incorrect');
    expect((await open(token, passcode)).document?.name).to.equal('letter.pdf');
    expect((await content(token, { passcode })).fileName).to.equal('letter.pdf');
    const before = ports.passwords.hashings;
    await open(token);
    expect(ports.passwords.hashings).to.equal(before);
  });

  it('SHR-4: the grant replaces the passcode for ten minutes', async () => {
    const { upload, share, content, grant, clock } = await sharing();
    const { id: documentId } = await upload();
    const { token } = await share({ documentId, passcode });
    const given = await grant(token, passcode);
    clock.advance({ minutes: 9, seconds: 59 });
    expect(await failureOf(content(token, { grant: given }))).to.equal('none');
    clock.advance({ seconds: 1 });
    expect(await failureOf(content(token, { grant: given }))).to.equal('share.grant_expired');
  });

  it('SHR-4: of many wrong passcodes at once ten are examined, then 429 for that share only, until the window is over', async () => {
    const throttle = new WindowThrottle();
    const made = await sharing({ ports: { throttle: throttle as never } });
    throttle.clock = made.clock;
    const { upload, share, chancery, ports, clock } = made;
    const { id: documentId } = await upload();
    const [one, other] = [await share({ documentId, passcode }), await share({ documentId, passcode })];
    const guess = (token: string, given: string, from: string) =>
      failureOf(
        chancery.documents.getDocumentShare(
          { token, passcode: given },
          aStranger({ address: `198.51.100.${from}` }),
        ),
      );
    const before = ports.passwords.hashings;
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, (_, at) => guess(one.token, `guess-${at}`, String(at))),
    );
    expect(outcomes.filter((code) => code === 'share.passcode_incorrect')).to.have.length(10);
    expect(outcomes.filter((code) => code === 'rate_limited')).to.have.length(15);
    expect(ports.passwords.hashings - before).to.equal(10);
    expect(await guess(one.token, passcode, '200')).to.equal('rate_limited');
    expect(await guess(other.token, passcode, '200')).to.equal('none');
    clock.advance({ minutes: 15 });
    expect(await guess(one.token, passcode, '200')).to.equal('none');
  });

  it('THR-9: what opens nothing is counted by network, a wrong passcode of a good link is not, and a link has sixty requests a minute', async () => {
    const { upload, share, open, content, ports } = await sharing();
    const { id: documentId } = await upload();
    const { token } = await share({ documentId, passcode });
    ports.throttle.closed.add('public_token');
    expect([
      await failureOf(open('A'.repeat(43))),
      await failureOf(content('A'.repeat(43))),
      await failureOf(open(token, 'wrong-one')),
      await failureOf(content(token)),
      await failureOf(content(token, { grant: 'A'.repeat(86) })),
      await failureOf(open(token, passcode)),
    ]).to.deep.equal([
      'rate_limited',
      'rate_limited',
      'share.passcode_incorrect',
      'share.passcode_required',
      'share.grant_expired',
      'none',
    ]);
    ports.throttle.closed.clear();
    ports.throttle.closed.add('public_token_link');
    expect([await failureOf(open(token)), await failureOf(content(token))]).to.deep.equal(
      Array(2).fill('rate_limited'),
    );
  });

  it('SHR-6: keeps instant, address and agent of each view, and shows the newest fifty to who manages the document', async () => {
    const made = await sharing();
    const { upload, share, open, content, read, clock, chancery } = made;
    const { id: documentId } = await upload();
    const { token } = await share({ documentId });
    await open(token);
    clock.advance({ minutes: 1 });
    await content(token);
    const [seen] = (await read(documentId)).shares;
    expect(seen?.lastViewedAt).to.equal('2026-11-23T12:01:00.000Z');
    expect(seen?.views).to.deep.equal([
      { at: '2026-11-23T12:01:00.000Z', ip: '198.51.100.9', userAgent: 'Reader/1.0', action: 'downloaded' },
      { at: '2026-11-23T12:00:00.000Z', ip: '198.51.100.9', userAgent: 'Reader/1.0', action: 'opened' },
    ]);
    expect(await ledgerDetails(made, 'share.viewed')).to.deep.equal(
      Array(2).fill({ ip: '198.51.100.9', userAgent: 'Reader/1.0' }),
    );
    const talkative = aStranger({ userAgent: 'x'.repeat(600) });
    await delivered(chancery.documents.getDocumentShareContent({ token }, talkative));
    for (let at = 0; at < 55; at += 1) await content(token);
    const [shown] = (await read(documentId)).shares;
    expect(shown?.views).to.have.length(50);
    expect(shown?.viewCount).to.equal(57);
  });

  it('SHR-6: the owner is mailed at the first delivery, once, if notify was set', async () => {
    const { upload, share, open, content, ports, worker, person } = await sharing();
    const bo = await person('member', 'Bo');
    await worker.drain();
    ports.mail.sent.splice(0);
    const { id: documentId } = await upload({}, bo);
    const [told, quiet] = [
      await share({ documentId, notify: true, label: 'Auditor' }),
      await share({ documentId }),
    ];
    const mails = () => ports.mail.sent.map(({ to, subject }) => [to.address, subject]);
    await open(told.token);
    await content(quiet.token);
    await worker.drain();
    expect(mails()).to.deep.equal([]);
    await content(told.token);
    await content(told.token);
    await worker.drain();
    expect(mails()).to.deep.equal([[bo.email, '“letter.pdf” was read by its link']]);
    expect(ports.mail.sent[0]?.text).to.include('Link: Auditor').and.include('23 November 2026, 12:00 UTC');
  });

  it('SHR-6: an owner who has left before the mail does gets none, and it is not tried again', async () => {
    const { upload, share, content, chancery, ports, worker, person, owner, sql } = await sharing();
    const bo = await person('member', 'Bo');
    const { id: documentId } = await upload({}, bo);
    const { token, share: made } = await share({ documentId, notify: true });
    await worker.drain();
    ports.mail.sent.splice(0);
    await content(token);
    await chancery.workspace.removeMember({ userId: bo.id }, owner.session);
    await worker.drain();

    expect(ports.mail.sent.filter(({ subject }) => subject.includes('was read by its link'))).to.deep.equal(
      [],
    );
    const jobs = await sql<{ status: string; error: string | null }>(
      `select status, last_error_code error from jobs where workspace_id = $1 and topic = 'shares.mail_viewed'`,
      [made.workspaceId],
    );
    expect(jobs).to.deep.equal([{ status: 'succeeded', error: null }]);
  });

  it('SHR-9: a grant is good for its own share alone, and one that was made up or changed for none', async () => {
    const { upload, share, content, grant } = await sharing();
    const { id: documentId } = await upload();
    const [one, other] = [await share({ documentId }), await share({ documentId })];
    const given = await grant(one.token);
    const changed = given.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    for (const grantOf of [await grant(other.token), changed, 'A'.repeat(86)])
      expect(await failureOf(content(one.token, { grant: grantOf }))).to.equal('share.grant_expired');
    expect(await failureOf(content(one.token, { grant: given }))).to.equal('none');
  });

  it('SHR-9: another passcode ends the grants of the one before', async () => {
    const { upload, share, content, grant, sql } = await sharing();
    const { id: documentId } = await upload();
    const { token, share: made } = await share({ documentId, passcode });
    const given = await grant(token, passcode);
    await sql(`update document_shares set passcode_hash = 'plain$other' where id = $1`, [made.id]);
    expect(await failureOf(content(token, { grant: given }))).to.equal('share.grant_expired');
  });

  it('SHR-9: a download under way may not go on once the share is revoked, its time is over or the document is trashed', async () => {
    const { upload, share, content, documents, owner, clock } = await sharing();
    const { id: documentId } = await upload();
    const soon = '2026-11-23T13:00:00.000Z';
    const [revoked, over, trashed, last] = [
      await share({ documentId }),
      await share({ documentId, expiresAt: soon }),
      await share({ documentId }),
      await share({ documentId, maxViews: 1 }),
    ];
    const served = await Promise.all(
      [revoked, over, trashed, last].map(async ({ token }) => (await content(token)).stored),
    );
    const stillServed = () => Promise.all(served.map((stored) => stored.isStillServed?.()));
    expect(await stillServed()).to.deep.equal([true, true, true, true]);
    await documents.revokeDocumentShare({ documentId, shareId: revoked.share.id }, owner.session);
    expect(await stillServed()).to.deep.equal([false, true, true, true]);
    clock.advance({ hours: 1 });
    expect(await stillServed()).to.deep.equal([false, false, true, true]);
    await documents.trashDocument({ documentId }, owner.session);
    expect(await stillServed()).to.deep.equal([false, false, false, false]);
  });

  it('LIB-11: is an attachment where it may be downloaded, and else shown by a browser', async () => {
    const { upload, share, content } = await sharing();
    const { id: documentId } = await upload();
    const disposition = async (allowDownload: boolean) =>
      (await content((await share({ documentId, allowDownload })).token)).disposition;
    expect([await disposition(true), await disposition(false)]).to.deep.equal(['attachment', 'inline']);
  });

  it('mails the link to its recipient in the language of the workspace, and then forgets it', async () => {
    const { upload, share, open, ports, worker, sql, chancery, owner } = await sharing();
    const { id: documentId } = await upload();
    const { token, share: made } = await share({
      documentId,
      recipientEmail: 'bo@client.example',
      recipientName: 'Bo',
      message: 'Please read page 3.',
    });
    const copies = () =>
      sql('select from document_shares where id = $1 and sealed_token is not null', [made.id]);
    expect(await copies()).to.have.length(1);
    await worker.drain();
    expect(await copies()).to.have.length(0);
    const [mail] = ports.mail.sent;
    expect(mail).to.deep.include({
      to: { address: 'bo@client.example', name: 'Bo' },
      subject: 'Ada shares “letter.pdf” with you',
    });
    expect(mail?.text).to.include(`/share#token=${token}`).and.include('> Please read page 3.');
    expect(await failureOf(open(token))).to.equal('none');

    const locked = await share({ documentId, recipientEmail: 'cy@client.example', passcode });
    const quiet = await share({ documentId, recipientEmail: 'di@client.example', notify: false });
    const ended = await share({ documentId, recipientEmail: 'ed@client.example' });
    await chancery.documents.revokeDocumentShare({ documentId, shareId: ended.share.id }, owner.session);
    await worker.drain();
    const [, second, ...others] = ports.mail.sent;
    expect(others).to.deep.equal([]);
    expect(second?.subject).to.equal('Ada shares a document with you');
    expect(second?.text).to.include(locked.token).and.not.include('letter.pdf').and.not.include(passcode);
    expect(await failureOf(open(quiet.token))).to.equal('none');
  });

  it('PLT-30: a mail to a recipient counts against the budget of mail to outsiders', async () => {
    const { upload, share, sql, owner, person } = await sharing();
    const { id: documentId } = await upload();
    const member = await person('member', 'Bo');
    await overridePlan({ sql, workspaceId: owner.workspaceId }, { mails_per_day: 0 });
    const code = await failureOf(share({ documentId, recipientEmail: 'bo@client.example' }));
    expect(code).to.equal('mail.budget_used');
    expect(await failureOf(share({ documentId, recipientEmail: member.email }))).to.equal('none');
    expect(await failureOf(share({ documentId }))).to.equal('none');
  });
});
