import {
  aStranger,
  enrolPasskey,
  enrolTotp,
  failureOf,
  noon,
  password,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const demand = `update workspaces set settings = settings || '{"secondFactorRoles": ["owner"]}', updated_at = timestamptz '${noon}' where id = $1`;

describe('removeFactor, renameFactor, listFactors', () => {
  it('MFA-17: the ledger records a removal, and the owner is mailed; with the last factor the codes go and sign-in asks for none', async () => {
    const made = await world();
    const { chancery, owner, worker, ports, happened, sql } = made;
    const { factorId } = await enrolTotp(made, owner);

    const left = await chancery.identity.removeFactor({ factorId }, owner.session);
    await worker.drain();

    expect(left).to.deep.equal({ factors: [] });
    expect((await happened()).map(({ type, target }) => [type, target.id])).to.deep.equal([
      ['factor.enrolled', factorId],
      ['factor.removed', factorId],
    ]);
    const told = ports.mail.sent.find(
      ({ subject }) => subject === 'A second factor was removed from your account',
    );
    expect(told?.text).to.include('An authenticator was removed from your account.');
    expect(await sql('select 1 from recovery_codes where user_id = $1', [owner.id])).to.deep.equal([]);
    const answer = await chancery.identity.login({ email: owner.email, password }, aStranger());
    expect(answer.tokenType).to.equal('Bearer');
  });

  it('keeps the recovery codes while another factor is left', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { factorId } = await enrolTotp(made, owner);
    const second = await enrolPasskey(made, owner);

    const { factors } = await chancery.identity.removeFactor({ factorId }, owner.session);

    expect(second.recoveryCodes).to.equal(null);
    expect(factors.map(({ id }) => id)).to.deep.equal([second.factorId]);
    expect((await chancery.identity.listFactors({}, owner.session)).recoveryCodes?.remaining).to.equal(10);
  });

  it('MFA-13: the last factor stays while a workspace demands it, and leaving that workspace is possible', async () => {
    const made = await world();
    const { chancery, owner, person, sql, workspaceId } = made;
    const other = await person('owner', 'Grace');
    const { factorId } = await enrolTotp(made, other);
    const spare = await enrolPasskey(made, other);
    await sql(demand, [workspaceId]);

    await chancery.identity.removeFactor({ factorId: spare.factorId }, other.session);
    const refusal = await chancery.identity.removeFactor({ factorId }, other.session).catch((error) => error);

    expect(refusal.code).to.equal('factor.required_by_workspace');
    expect(refusal.details.map(({ code }: { code: string }) => code)).to.deep.equal([workspaceId]);
    await chancery.workspace.removeMember({ userId: other.id }, other.session);
    const account = aStranger({ credential: other.session.credential });
    expect(await failureOf(chancery.identity.removeFactor({ factorId }, account))).to.equal('none');
    expect(
      (await chancery.identity.listFactors({}, owner.session)).requiredBy.map((each) => each.workspaceId),
    ).to.deep.equal([workspaceId]);
  });

  it('OID-11: the last way to sign in cannot be removed', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    const first = await enrolPasskey(made, owner);
    const second = await enrolPasskey(made, owner);
    await sql('delete from password_credentials where user_id = $1', [owner.id]);
    const remove = (factorId: string) =>
      failureOf(chancery.identity.removeFactor({ factorId }, owner.session));

    expect(await remove(first.factorId)).to.equal('none');
    expect(await remove(second.factorId)).to.equal('identity.last_sign_in_method');
  });

  it("touches nobody else's factor, and renames one's own", async () => {
    const made = await world();
    const { chancery, owner, person } = made;
    const admin = await person('admin');
    await enrolTotp(made, admin);
    const { factorId } = await enrolTotp(made, owner);
    const rename = (name: string, who = owner) =>
      chancery.identity.renameFactor({ factorId, name }, who.session);

    expect(await failureOf(rename('Mine', admin))).to.equal('factor.not_found');
    expect(await failureOf(chancery.identity.removeFactor({ factorId }, admin.session))).to.equal(
      'factor.not_found',
    );
    expect((await rename(' Phone ')).factor.name).to.equal('Phone');
    const { factors, count } = await chancery.identity.listFactors({}, owner.session);
    expect([factors[0]?.name, count]).to.deep.equal(['Phone', 1]);
  });

  it('has no recovery codes to renew without a factor', async () => {
    const { chancery, owner } = await world();

    expect(await failureOf(chancery.identity.renewRecoveryCodes({}, owner.session))).to.equal(
      'factor.none_enrolled',
    );
  });

  it('MFA-15: the list shows no secret, and no event or job carries one', async () => {
    const made = await world();
    const { chancery, owner, sql, workspaceId } = made;
    const { secret, recoveryCodes, code } = await enrolTotp(made, owner);
    const { passkey } = await enrolPasskey(made, owner);
    const answer = await chancery.identity.login({ email: owner.email, password }, aStranger());
    const challengeToken = answer.tokenType === 'Challenge' ? answer.challengeToken : '';
    await chancery.identity.answerChallenge({ challengeToken, totpCode: code() }, aStranger());
    const secrets = [secret, challengeToken, passkey.id, ...(recoveryCodes ?? [])];

    const listed = JSON.stringify(await chancery.identity.listFactors({}, owner.session));
    const jobs = JSON.stringify(
      await sql('select payload, last_error_message from jobs where queue = $1', ['mail']),
    );
    const events = JSON.stringify(
      (
        await sql<{ payload: Uint8Array }>('select payload from audit_event where ledger_id = $1', [
          workspaceId,
        ])
      ).map(({ payload }) => Buffer.from(payload).toString('utf8')),
    );

    expect(challengeToken).to.have.length(43);
    for (const hidden of secrets) {
      expect(listed).not.to.include(hidden);
      expect(jobs).not.to.include(hidden);
      expect(events).not.to.include(hidden);
    }
    expect(listed).not.to.match(/secret|otpauth|lastStep|publicKey|credentialId/i);
  });
});
