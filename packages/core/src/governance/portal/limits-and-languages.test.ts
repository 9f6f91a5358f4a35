import {
  aStranger,
  failureOf,
  mailedToken,
  portalOffice,
  statementsOf,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';

const digest = (text: string) => hexOf(sha256(utf8(text)));

describe('what the portal bears', () => {
  it('PORT-14, THR-9: sixty calls a minute by one link, whoever asks; a network is counted only for tokens that open nothing', async () => {
    const { released, own, ports } = await portalOffice();
    const { token, packageId } = await released({});
    const look = (of: string) => failureOf(own.getPortal({ authorization: `Bearer ${of}` }, aStranger()));
    const unknown = 'A'.repeat(43);

    ports.throttle.closed.add('portal_token');
    expect([await look(unknown), await look(token)]).to.deep.equal(['rate_limited', 'none']);

    ports.throttle.closed.clear();
    ports.throttle.closed.add('portal_token_link');
    expect(await look(token)).to.equal('rate_limited');
    expect(await failureOf(own.getPortalPackage({ token, packageId }, aStranger()))).to.equal('rate_limited');
  });

  it('PORT-14: 500 entries without their content cost no statement more than one, and none opens an entry', async () => {
    const { released, look, sql, database, workspaceId } = await portalOffice();
    const { token, packageId } = await released({ requiresConsent: false });
    await look(token);
    const statements = async () => (await statementsOf(database, () => look(token))).length;
    const ofOne = await statements();

    // The same entry at 499 places more, as the table allows it.
    await sql(
      `insert into release_items select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'position', n))).*
         from release_items i, generate_series(2, 500) n where i.package_id = $1`,
      [packageId],
    );
    await sql('update release_packages set item_count = 500 where id = $1 and workspace_id = $2', [
      packageId,
      workspaceId,
    ]);

    expect((await look(token))?.items).to.have.length(500);
    expect(await statements()).to.equal(ofOne);
    expect((await look(token))?.items.every(({ content }) => content === null)).to.equal(true);
  });
});

describe('the languages of the portal', () => {
  it('PORT-15: terms stay in the language that they were written in, and the hash is of what was shown', async () => {
    const { released, look, decide, chancery, owner } = await portalOffice();
    await chancery.workspace.updateSettings({ defaultLocale: 'de-DE' }, owner.session);
    const { token } = await released({});
    const german = (await look(token))?.terms;

    await chancery.workspace.updateSettings({ defaultLocale: 'en-GB' }, owner.session);
    const { token: english } = await released({});

    expect(german?.text).to.match(/^Diese Unterlagen sind vertraulich/);
    expect(german?.sha256).to.equal(digest(german?.text ?? ''));
    expect((await look(token))?.terms).to.deep.equal(german);
    const written = (await look(english))?.terms;
    expect(written?.text).to.match(/^These records are confidential/);
    const other = { statementSha256: written?.sha256 ?? '' };
    expect(await failureOf(decide(token, 'accept', other))).to.equal('portal.statement_changed');
    expect((await decide(token)).consent.statementSha256).to.equal(german?.sha256);
  });

  it('PORT-15: what a consent says is shown and hashed as it was written, in whatever language', async () => {
    const here = await portalOffice();
    const { own, cy, aCase, asRecipient, worker } = here;
    const statementText = 'J’autorise le cabinet à transmettre mes dossiers.\n\nFait à Genève.';
    await own.createRecordConsent(
      {
        ...{ subjectId: aCase.primarySubjectId, category: 'disclosure', method: 'portal', statementText },
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        requestSignature: { email: 'ann@example.org' },
      },
      cy.session,
    );
    await worker.drain();
    const token = await mailedToken(here, 'ann@example.org', 'consent');

    const { consentRequest } = await own.getPortal({ authorization: `Bearer ${token}` }, asRecipient);

    expect([consentRequest?.statementText, consentRequest?.statementSha256]).to.deep.equal([
      statementText,
      digest(statementText),
    ]);
    const sign = (statementSha256: string) =>
      own.decidePortalConsent(
        {
          ...{ token, kind: 'record_consent', decision: 'accept', statementSha256, agreedToElectronic: true },
          ...{ signerName: 'Ann Smith', signerRelationship: 'self', typedSignature: 'Ann Smith' },
        },
        asRecipient,
      );
    expect(await failureOf(sign(digest(statementText.trimEnd().replace('’', "'"))))).to.equal(
      'portal.statement_changed',
    );
    expect((await sign(digest(statementText))).consent.statementSha256).to.equal(digest(statementText));
  });

  it('PORT-15: the notice of the law is not translated, wherever the workspace is', async () => {
    const { released, read, chancery, owner, sql } = await portalOffice();
    await chancery.workspace.updateSettings({ defaultLocale: 'de-DE' }, owner.session);
    const { token, packageId } = await released({ requiresConsent: false });
    const notice = { code: '42_cfr_2_32', text: 'This record which has been disclosed to you is protected.' };
    await sql('update release_packages set redisclosure_notice = $2 where id = $1', [
      packageId,
      JSON.stringify(notice),
    ]);

    expect((await read(token, packageId)).redisclosureNotice).to.deep.equal(notice);
  });
});
