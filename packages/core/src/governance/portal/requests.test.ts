import { endingOf, failureOf, portalOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const open = { requiresConsent: false };

describe('what a recipient asks of those who released a package', () => {
  it('PORT-10: a question becomes a follow-up of whoever prepared it, and else of a lead, without names of the staff', async () => {
    const { released, say, sql, cy, bo, dee, aCase, records, ports, worker, readPackage } =
      await portalOffice();
    const { token, packageId } = await released(open);
    await worker.drain();
    ports.mail.sent.length = 0;
    const owners = () =>
      sql<{ owner: string; title: string }>(
        'select owner_user_id owner, title from follow_ups where case_id = $1 order by created_at, id',
        [aCase.id],
      );

    const { interaction } = await say(token, 'question', { message: 'Who is Evelynaquist?' });
    const { members } = (await records.getCase({ caseId: aCase.id }, bo.session)).case;
    const memberId = members.find(({ userId }) => userId === cy.id)?.id ?? '';
    await records.removeCaseMember({ caseId: aCase.id, memberId, reason: 'Left' }, bo.session);
    await say(token, 'question', { message: 'And who is Tom?' });

    expect(interaction.messageStored).to.equal(true);
    const [first, second] = await owners();
    expect(first).to.deep.equal({ owner: cy.id, title: 'RP-2026-000001: a question of the recipient' });
    expect([bo.id, dee.id]).to.include(second?.owner ?? '');
    expect(JSON.stringify(interaction)).not.to.match(/Cy|Bo|Dee|usr_/);
    expect((await readPackage(packageId)).package.recipientActivity.questions).to.equal(2);
    await worker.drain();
    expect(ports.mail.sent.map(({ subject }) => subject)).to.include(
      'RP-2026-000001: the recipient has a question',
    );
    expect(JSON.stringify(ports.mail.sent)).not.to.include('Evelynaquist');
  });

  it('PORT-10: a question and a request for a correction are not lost when the case is closed or archived', async () => {
    const { released, say, read, sql, cy, bo, owner, aCase, records, ports, worker, workspaceId } =
      await portalOffice();
    const { token, packageId } = await released(open);
    const itemId = (await read(token, packageId)).items[0]?.id ?? '';
    const move = (status: 'closed' | 'archived', as = bo) =>
      records.transitionCase(
        { caseId: aCase.id, status, reason: 'It is over.', closureOutcome: 'Agreed' },
        as.session,
      );
    const asked = async () =>
      (await records.listFollowUps({ caseId: aCase.id }, owner.session)).followUps.map(
        ({ owner: of, title, description, artifactId }) => ({
          ...{ owner: of.userId, title, description, is_of_entry: artifactId !== null },
        }),
      );
    const amendments = async () =>
      (await sql('select id from amendments where workspace_id = $1', [workspaceId])).length;

    await move('closed');
    await say(token, 'question', { message: 'Who is Evelynaquist?' });
    await say(token, 'correction_request', { itemId, message: 'It was Tuesday.' });
    expect(await amendments()).to.equal(1);
    await move('archived', owner);
    await worker.drain();
    ports.mail.sent.length = 0;
    await say(token, 'question', { message: 'And who is Tom?' });
    const { interaction } = await say(token, 'correction_request', { itemId, message: 'It was Wednesday.' });

    expect(interaction.messageStored).to.equal(true);
    expect(await amendments()).to.equal(1);
    const question = {
      owner: cy.id,
      title: 'RP-2026-000001: a question of the recipient',
      is_of_entry: false,
    };
    expect(await asked()).to.deep.equal([
      { ...question, description: 'Who is Evelynaquist?' },
      { ...question, description: 'And who is Tom?' },
      {
        ...{ owner: cy.id, title: 'RP-2026-000001: the recipient asks for a correction' },
        ...{ description: 'It was Wednesday.', is_of_entry: true },
      },
    ]);
    await worker.drain();
    expect(ports.mail.sent.map(({ subject }) => subject)).to.include.members([
      'RP-2026-000001: the recipient has a question',
      'RP-2026-000001: the recipient asks for a correction',
    ]);
  });

  it('PORT-10: a request for a correction of what was entered in error becomes a follow-up about the entry', async () => {
    const { released, say, read, records, owner, mark, signed, aCase } = await portalOffice();
    const entry = await signed();
    const { token, packageId } = await released(open, { items: [{ artifactId: entry.id }] });
    const itemId = (await read(token, packageId)).items[0]?.id ?? '';
    await mark(entry.id);

    await say(token, 'correction_request', { itemId, message: 'It was Tuesday.' });

    const { followUps } = await records.listFollowUps({ caseId: aCase.id }, owner.session);
    expect(followUps.map(({ artifactId, description }) => [artifactId, description])).to.deep.equal([
      [entry.id, 'It was Tuesday.'],
    ]);
  });

  it('PORT-10: a request for a correction becomes an amendment of the entry', async () => {
    const { released, say, read, sql, workspaceId } = await portalOffice();
    const { token, packageId } = await released(open);
    const [item] = (await read(token, packageId)).items;

    await say(token, 'correction_request', { itemId: item?.id ?? '', message: 'It was Tuesday.' });

    expect(
      await sql(
        'select requested_by_kind kind, status, requested_by_user_id by from amendments where workspace_id = $1',
        [workspaceId],
      ),
    ).to.deep.equal([{ kind: 'portal_recipient', status: 'requested', by: null }]);
    expect(
      await failureOf(
        say(token, 'correction_request', {
          itemId: '01900000-0000-7000-8000-000000000001',
          message: 'It was Tuesday.',
        }),
      ),
    ).to.equal('portal.item_not_found');
  });

  it('PORT-2: nothing is taken in before all that is required was done, nor without what it needs', async () => {
    const { released, say } = await portalOffice();
    const asking = await released({});
    const free = await released(open);
    for (const type of ['opened', 'acknowledged', 'question'] as const)
      expect(await failureOf(say(asking.token, type, { message: 'Why?' }))).to.equal(
        'portal.consent_required',
      );
    expect(await endingOf(say(free.token, 'question'))).to.equal('request.invalid field.required');
    expect(await endingOf(say(free.token, 'item_viewed'))).to.equal('request.invalid field.required');
    expect(await endingOf(say(free.token, 'verify_access_code'))).to.equal('request.invalid field.required');
  });
});

describe('the files of a released entry', () => {
  it('PORT-13: are sent while the package is released, and the ledger says how many bytes went out', async () => {
    const { released, signedWithFile, content, own, cy, noticed, read } = await portalOffice();
    const { artifactId, attachmentId } = await signedWithFile('Potassium 4.1 mmol/l');
    const { token, packageId } = await released(open, { items: [{ artifactId }] });
    const [item] = (await read(token, packageId)).items;
    const of = { packageId, itemId: item?.id ?? '', attachmentId };

    const { stored, fileName } = await content(token, of);
    const whole: Uint8Array[] = [];
    for await (const part of (await stored.opened?.()) ?? []) whole.push(part);
    expect([fileName, Buffer.concat(whole).toString()]).to.deep.equal(['lab.txt', 'Potassium 4.1 mmol/l']);
    expect(await stored.isStillServed?.()).to.equal(true);
    // A reader who goes away in the middle has read what was sent until then.
    const begun = (await stored.opened?.()) ?? [];
    for await (const _ of begun) break;
    const facts = (await noticed())
      .filter(({ type }) => type === 'portal.item_read')
      .map((each) => each.facts);
    expect(facts).to.deep.equal([
      { itemId: of.itemId, attachmentId, bytes: 20 },
      { itemId: of.itemId, attachmentId, bytes: 0 },
    ]);

    await own.revokeReleasePackage({ packageId, reason: 'Wrong person' }, cy.session);
    expect(await stored.isStillServed?.()).to.equal(false);
    expect(await endingOf(content(token, of))).to.equal('link.gone revoked');
  });

  it('PORT-7: count as an opening once their bytes are delivered, and not when they are only asked for', async () => {
    const { released, signedWithFile, content, own, asRecipient, readPackage, clock, say } =
      await portalOffice();
    const { artifactId, attachmentId } = await signedWithFile();
    const { token, packageId } = await released({ ...open, maxOpens: 1 }, { items: [{ artifactId }] });
    const of = { packageId, itemId: (await readPackage(packageId)).package.items[0]?.id ?? '', attachmentId };
    const opens = async () => (await readPackage(packageId)).package.recipientActivity.opens;

    const answer = await content(token, of);
    expect(await opens()).to.equal(0);
    await answer.delivering?.({ fromStart: true });
    expect(await opens()).to.equal(1);
    await answer.delivering?.({ fromStart: false });
    expect(await opens()).to.equal(1);

    clock.advance({ minutes: 31 });
    expect(await failureOf(content(token, of))).to.equal('portal.opens_used_up');
    expect(await failureOf(say(token, 'opened'))).to.equal('portal.opens_used_up');
    expect(await failureOf(own.getPortal({ authorization: `Bearer ${token}` }, asRecipient))).to.equal(
      'portal.opens_used_up',
    );
  });

  it('PORT-2: are of the named entry of the package, and of nothing else', async () => {
    const { released, signedWithFile, content, read } = await portalOffice();
    const one = await signedWithFile();
    const other = await signedWithFile();
    const { token, packageId } = await released(open, { items: [{ artifactId: one.artifactId }] });
    const [item] = (await read(token, packageId)).items;

    expect(
      await failureOf(
        content(token, { packageId, itemId: item?.id ?? '', attachmentId: other.attachmentId }),
      ),
    ).to.equal('portal.item_not_found');
    const kept = await released(
      { ...open, downloadAllowed: false },
      { items: [{ artifactId: one.artifactId }] },
    );
    const [keptItem] = (await read(kept.token, kept.packageId)).items;
    expect(
      await failureOf(
        content(kept.token, {
          packageId: kept.packageId,
          itemId: keptItem?.id ?? '',
          attachmentId: one.attachmentId,
        }),
      ),
    ).to.equal('portal.download_not_allowed');
  });
});
