import {
  aStranger,
  challengeOf,
  enrolTotp,
  failureOf,
  password,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { accountKeyOf } from './password-attempts.ts';

const linesOf = ({ sql }: World, network: string) =>
  sql<{ row: string; code: string; key: string | null }>(
    'select row_name "row", code, account_key key from security_log where network = $1 order by id',
    [network],
  );

describe('the security log', () => {
  it('AUT-3: keeps a refused sign-in, alike whether or not anybody owns the address; no ledger keeps it', async () => {
    const made = await world();
    const { chancery, owner, ports, happened, sql } = made;
    const stranger = `nobody.${owner.email}`;
    const wrong = 'wrong horse battery staple';
    const caller = aStranger({ address: '203.0.113.90' });
    const attempt = (email: string, given: string) =>
      failureOf(chancery.identity.login({ email, password: given }, caller));

    for (const email of [owner.email, stranger]) await attempt(email, wrong);
    expect(await attempt(owner.email, password)).to.equal('none');

    const keys = [owner.email, stranger].map((email) => accountKeyOf(email, ports.keyRing));
    expect(await linesOf(made, '203.0.113.90')).to.deep.equal(
      keys.map((key) => ({ row: 'login', code: 'auth.invalid_credentials', key })),
    );
    expect((await happened()).map(({ type }) => type)).to.deep.equal(['session.started']);
    expect(JSON.stringify(await sql('select * from security_log')))
      .to.not.include(owner.email)
      .and.not.include(wrong);
  });

  it('PLT-29: keeps every refusal where the throttles are switched off', async () => {
    const made = await world({ settings: { rateLimitScale: 0 } });
    const caller = aStranger({ address: '203.0.113.93' });

    await failureOf(made.chancery.identity.login({ email: made.owner.email, password: 'wrong' }, caller));

    expect((await linesOf(made, '203.0.113.93')).map(({ code }) => code)).to.deep.equal([
      'auth.invalid_credentials',
    ]);
  });

  it('MFA-15: keeps a wrong second factor without the code or the token', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    await enrolTotp(made, owner);
    const { challengeToken } = await challengeOf(made, owner);
    const caller = aStranger({ address: '203.0.113.91' });

    await failureOf(
      chancery.identity.answerChallenge({ challengeToken, recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }, caller),
    );

    expect(await linesOf(made, '203.0.113.91')).to.deep.equal([
      { row: 'answerChallenge', code: 'factor.code_invalid', key: null },
    ]);
    expect(JSON.stringify(await sql('select * from security_log'))).to.not.include(challengeToken);
  });

  it('keeps a line for 180 days, and deletes none earlier', async () => {
    const made = await world();
    const { chancery, owner, clock, worker } = made;
    const caller = aStranger({ address: '203.0.113.92' });
    await failureOf(chancery.identity.login({ email: owner.email, password: 'wrong one, sadly' }, caller));

    clock.advance({ days: 179, hours: 23 });
    await worker.run('identity.sweep');
    expect(await linesOf(made, '203.0.113.92')).to.have.length(1);
    clock.advance({ hours: 1 });
    await worker.run('identity.sweep');
    expect(await linesOf(made, '203.0.113.92')).to.deep.equal([]);
  });
});
