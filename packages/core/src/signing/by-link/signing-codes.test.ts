import {
  aStranger,
  aVisitor,
  failureOf,
  faultsOf,
  OpenThrottle,
  type SentRound,
  sentRound,
  typed,
} from '@chancery/adapters-persistence/testing';
import { isFailure } from '@chancery/core';
import { expect } from 'chai';

const here = aVisitor();
const bySms = [{ name: 'Grace', verification: 'sms' as const }];

const send = ({ chancery, tokenOf }: SentRound, name = 'Grace', caller = here) =>
  chancery.signing.sendSigningCode({ token: tokenOf(name) }, caller);
const verify = ({ chancery, tokenOf }: SentRound, code: string, name = 'Grace', caller = here) =>
  chancery.signing.verifySigningCode({ token: tokenOf(name), code }, caller);
const open = ({ chancery, tokenOf }: SentRound, signingSession?: string, name = 'Grace') =>
  chancery.signing.getSigningLink(
    { token: tokenOf(name), ...(signingSession === undefined ? {} : { signingSession }) },
    here,
  );

/** Asks for a code and reads it off the phone. */
async function codeOf(round: SentRound): Promise<string> {
  await send(round);
  await round.worker.drain();
  return round.ports.sms.sent.at(-1)?.text.slice(0, 6) ?? '';
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Code of the refusal, seconds to wait, and the messages of its details. */
async function refusalOf(promise: Promise<unknown>) {
  try {
    await promise;
    return null;
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { code, retryAfterSeconds, details } = error;
    return { code, wait: retryAfterSeconds, details: details.map(({ message }) => message) };
  }
}

describe('one-time codes', () => {
  it('OTP-1: come by SMS, are kept as a keyed digest, and unlock the link for an hour', async () => {
    const round = await sentRound({ people: bySms });

    const answer = await send(round);
    await round.worker.drain();

    expect(answer).to.deep.equal({
      channel: 'sms',
      destination: '+49 ••• ••• 4521',
      expiresAt: '2026-11-23T12:10:00.000Z',
      resendAvailableAt: '2026-11-23T12:00:30.000Z',
      sendsRemaining: 4,
    });
    const [message] = round.ports.sms.sent;
    expect(message?.to).to.equal('+491701234521');
    const code = message?.text.slice(0, 6) ?? '';
    const [kept] = await round.sql<{ code_hash: string; sealed_code: Buffer | null }>(
      'select code_hash, sealed_code from otp_challenges where signer_id = $1',
      [round.idOf('Grace')],
    );
    expect(kept?.code_hash).to.match(/^[0-9a-f]{64}$/);
    expect(kept?.sealed_code, 'the code is forgotten once its message has left').to.equal(null);
    const { sessionToken, sessionExpiresAt } = await verify(round, code);
    expect(sessionToken).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(sessionExpiresAt).to.equal('2026-11-23T13:00:00.000Z');
    expect((await open(round, sessionToken)).status).to.equal('ready');
  });

  for (const [what, change] of [
    [
      'replaced',
      ({ chancery, documentId, idOf, owner }: SentRound) =>
        chancery.signing.createSigningLink({ documentId, signerId: idOf('Grace') }, owner.session),
    ],
    [
      'ended with its round',
      ({ chancery, documentId, owner }: SentRound) =>
        chancery.signing.voidDocument({ documentId, reason: 'Wrong annex' }, owner.session),
    ],
  ] as const)
    it(`SIG-11: a code that was not sent before its link was ${what} is never sent, and nothing waits to send it`, async () => {
      const round = await sentRound({ people: bySms });
      await send(round);

      await change(round);

      const jobs = await round.sql(
        "select status from jobs where topic = 'signing.otp' and workspace_id = $1",
        [round.workspaceId],
      );
      const codes = await round.sql('select status, sealed_code from otp_challenges where signer_id = $1', [
        round.idOf('Grace'),
      ]);
      await round.worker.drain();
      expect([jobs, codes, round.ports.sms.sent]).to.deep.equal([
        [{ status: 'cancelled' }],
        [{ status: 'superseded', sealed_code: null }],
        [],
      ]);
    });

  it('OTP-1: a new code ends the one before it', async () => {
    const round = await sentRound({ people: bySms });
    const first = await codeOf(round);
    round.clock.advance({ seconds: 30 });
    const second = await codeOf(round);

    if (first !== second)
      expect((await refusalOf(verify(round, first)))?.details).to.deep.equal([
        '4 tries are left with this code.',
      ]);
    expect((await verify(round, second)).verified).to.equal(true);
  });

  it('OTP-1: come by mail if the sender has chosen so, with nothing in the subject', async () => {
    const round = await sentRound({ people: [{ name: 'Grace', verification: 'email', language: 'de' }] });

    const answer = await send(round);
    await round.worker.drain();

    const [mail] = round.ports.mail.sent;
    const code = /[0-9]{6}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect([answer.channel, answer.destination]).to.deep.equal(['email', 'g•••@example.org']);
    expect([mail?.to.address, mail?.subject]).to.deep.equal([
      'grace@example.org',
      'Ihr Code für das Dokument',
    ]);
    const { workspace } = await round.chancery.workspace.getWorkspace({}, round.owner.session);
    expect(mail?.text.split('\n')[0]).to.equal(workspace.name);
    expect(mail?.html).to.match(new RegExp(`font:700 32px[^>]+>${code}<`));
    expect((await verify(round, code)).verified).to.equal(true);
    expect(round.ports.sms.sent).to.deep.equal([]);
  });

  it('OTP-2: are sent 30 seconds apart, five an hour and ten a day', async () => {
    const round = await sentRound({ people: bySms });
    await send(round);
    expect(await refusalOf(send(round))).to.include({ code: 'otp.resend_too_soon', wait: 30 });
    for (let sent = 1; sent < 5; sent += 1) {
      round.clock.advance({ seconds: 30 });
      await send(round);
    }
    round.clock.advance({ seconds: 30 });
    expect(await refusalOf(send(round))).to.include({ code: 'otp.send_limit', wait: 3600 - 150 });
    round.clock.advance({ hours: 1 });
    for (let sent = 5; sent < 10; sent += 1) {
      await send(round);
      round.clock.advance({ seconds: 30 });
    }
    round.clock.advance({ hours: 2 });
    expect((await refusalOf(send(round)))?.code).to.equal('otp.send_limit');
    round.clock.advance({ hours: 21 });
    expect((await send(round)).sendsRemaining).to.be.above(0);
  });

  it('OTP-2: ten a day to one phone over all workspaces, and twenty an hour at the wish of one network', async () => {
    const asked: (readonly [string, string, number, number])[] = [];
    class NotedThrottle extends OpenThrottle {
      override consume(bucket: string, key: string, limit: number, windowSeconds = 0) {
        if (bucket.startsWith('signing_code')) asked.push([bucket, key, limit, windowSeconds]);
        return super.consume(bucket, key, limit);
      }
    }
    const throttle = new NotedThrottle();
    const rounds = [
      await sentRound({ people: bySms, ports: { throttle } }),
      await sentRound({ people: bySms, ports: { throttle } }),
    ] as const;
    for (const round of rounds) await send(round);

    const [network, phone, sameNetwork, samePhone] = asked;
    expect(network?.filter((_, at) => at !== 1)).to.deep.equal(['signing_code_network', 20, 3600]);
    expect(phone?.filter((_, at) => at !== 1)).to.deep.equal(['signing_code_phone', 10, 86_400]);
    expect([sameNetwork, samePhone]).to.deep.equal([network, phone]);
    expect(phone?.[1]).to.not.include('170123');
    rounds[0].clock.advance({ minutes: 1 });
    for (const bucket of ['signing_code_network', 'signing_code_phone']) {
      throttle.closed.add(bucket);
      expect(await refusalOf(send(rounds[0]))).to.include({ code: 'otp.send_limit', wait: 7 });
      throttle.closed.clear();
    }
  });

  it('OTP-2: count in sms_per_month, and are sent on every plan', async () => {
    const round = await sentRound({ people: bySms });
    await round.sql("update workspaces set plan_code = 'free' where id = $1", [round.workspaceId]);

    await send(round);

    const [row] = await round.sql<{ used: number }>(
      "select used::int from usage_counters where workspace_id = $1 and code = 'sms_per_month'",
      [round.workspaceId],
    );
    expect(row?.used).to.equal(1);
  });

  it('OTP-3: five wrong tries end a code', async () => {
    const round = await sentRound({ people: bySms });
    const code = await codeOf(round);

    const said = [];
    for (let tries = 0; tries < 5; tries += 1)
      said.push((await refusalOf(verify(round, another(code))))?.details[0]);

    expect(said).to.deep.equal([
      '4 tries are left with this code.',
      '3 tries are left with this code.',
      '2 tries are left with this code.',
      '1 try is left with this code.',
      '0 tries are left with this code.',
    ]);
    expect(await failureOf(verify(round, code))).to.equal('otp.no_active_code');
  });

  it('OTP-3: 15 wrong tries in a day lock the signer for a day, the owner is mailed once, and a manager lifts it', async () => {
    const round = await sentRound({ people: bySms });
    const answers = await wrongTries(round, 15);

    expect(answers.slice(-2)).to.deep.equal(['otp.incorrect', 'otp.locked']);
    round.clock.advance({ minutes: 1 });
    expect(await refusalOf(send(round))).to.include({ code: 'otp.locked', wait: 86_340 });
    expect(await failureOf(verify(round, '000000'))).to.equal('otp.locked');
    const { verification, status } = await open(round);
    expect([status, verification.state, verification.lockedUntil]).to.deep.equal([
      'locked',
      'locked',
      '2026-11-24T12:01:00.000Z',
    ]);
    await round.worker.drain();
    expect(round.ports.mail.sent.map(({ to, subject }) => [to.address, subject])).to.deep.equal([
      [round.owner.email, 'Too many wrong codes for “Contract”'],
    ]);

    await round.relink('Grace', 'link');
    expect((await verify(round, await codeOf(round))).verified).to.equal(true);
  });

  it('OTP-3: a lock ends by itself after a day, and a reminder does not lift it', async () => {
    const round = await sentRound({ people: bySms });
    await wrongTries(round, 15);

    await round.relink('Grace', 'reminder');
    expect(await failureOf(send(round))).to.equal('otp.locked');
    round.clock.advance({ days: 1 });

    expect((await verify(round, await codeOf(round))).verified).to.equal(true);
    await round.worker.drain();
  });

  it('OTP-4: the right code is of no use when it has expired, and works once', async () => {
    const round = await sentRound({ people: bySms });
    const late = await codeOf(round);
    round.clock.advance({ minutes: 10 });
    expect(await failureOf(verify(round, late))).to.equal('otp.no_active_code');

    const code = await codeOf(round);
    await verify(round, code);
    expect(await failureOf(verify(round, code))).to.equal('otp.no_active_code');
  });

  it('OTP-5: while it is locked a link names neither the document nor other people, and does nothing', async () => {
    const round = await sentRound({ people: [...bySms, { name: 'Alan' }] });
    const token = round.tokenOf('Grace');
    const { signing } = round.chancery;

    const view = await open(round);

    expect(view.status).to.equal('locked');
    expect(view).to.deep.include({ document: null, fields: [], recipients: [], consent: null, sealed: null });
    expect(JSON.stringify(view)).to.not.match(/Contract|Alan|kind regards/);
    for (const call of [
      signing.getSigningContent({ token }, here),
      signing.completeSigning({ ...round.completion('Grace'), signature: typed('Grace') }, here),
      signing.declineSigning({ token, reason: 'No' }, here),
    ])
      expect(await failureOf(call)).to.equal('signing.verification_required');
  });

  it('OTP-6: a session ends after an hour and with its link, and opens no other link', async () => {
    const round = await sentRound({ people: [...bySms, { name: 'Alan', verification: 'sms' }] });
    const { sessionToken } = await verify(round, await codeOf(round));

    expect((await open(round, sessionToken, 'Alan')).status).to.equal('locked');
    round.clock.advance({ minutes: 59 });
    expect((await open(round, sessionToken)).status).to.equal('ready');
    round.clock.advance({ minutes: 1 });
    expect((await open(round, sessionToken)).status).to.equal('locked');

    const { sessionToken: second } = await verify(round, await codeOf(round));
    await round.relink('Grace');
    expect((await open(round, second)).status).to.equal('locked');
  });

  it('OTP-7: neither code nor session nor token is in an event, a job or a stored answer', async () => {
    const round = await sentRound({ people: bySms });
    await send(round);
    const jobs = await round.sql<{ payload: unknown }>('select payload from jobs where workspace_id = $1', [
      round.workspaceId,
    ]);
    await round.worker.drain();
    const code = round.ports.sms.sent[0]?.text.slice(0, 6) ?? '';
    const { sessionToken } = await verify(round, code, 'Grace', aStranger({ idempotencyKey: 'one' }));

    const answers = await round.sql('select body from idempotency order by expires_at desc limit 20');
    const said = JSON.stringify([jobs, await round.happened(), answers]);
    for (const secret of [sessionToken, round.tokenOf('Grace'), `"${code}"`])
      expect(said).to.not.include(secret);
  });

  it('OTP-8: what was sent and tried is counted with the signer', async () => {
    const round = await sentRound({ people: bySms });
    const code = await codeOf(round);
    await failureOf(verify(round, another(code)));
    await verify(round, code);

    const { codesSent, wrongTries: wrong, verifiedAt, verificationState } = await round.signer('Grace');
    expect({ codesSent, wrong, verifiedAt, verificationState }).to.deep.equal({
      codesSent: 1,
      wrong: 1,
      verifiedAt: round.clock.now(),
      verificationState: 'verified',
    });
    expect((await round.happened()).slice(-3).map(({ type, facts }) => [type, facts.channel])).to.deep.equal([
      ['signer.otp_sent', 'sms'],
      ['signer.otp_failed', 'sms'],
      ['signer.verified', 'sms'],
    ]);
  });

  it('OTP-9: the owner sees a code that could not be sent, the signer learns nothing and may ask again', async () => {
    const down = {
      send: async () => {
        throw new Error('The carrier is down');
      },
    };
    const round = await sentRound({ people: bySms, ports: { sms: down } });
    const answer = await send(round);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await round.worker.drain();
      round.clock.advance({ minutes: 1 });
    }
    await round.worker.drain();

    expect(answer.channel).to.equal('sms');
    expect((await round.happened()).map(({ type }) => type)).to.include('signer.otp_undeliverable');
    expect((await send(round)).sendsRemaining).to.equal(3);
  });

  it('OTP-9: a code that has expired before it could be sent is not sent any more', async () => {
    const round = await sentRound({ people: bySms });
    await send(round);
    round.clock.advance({ minutes: 10 });

    await round.worker.drain();

    expect(round.ports.sms.sent).to.deep.equal([]);
  });

  it('OTP-10: a code may have blanks, hyphens and digits of other scripts; what is none is no try', async () => {
    const round = await sentRound({ people: bySms });
    const code = await codeOf(round);
    const arabic = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('');

    for (const wrong of ['12345a', '1234567', '12 34 5'])
      expect(await faultsOf(verify(round, wrong)), wrong).to.deep.equal(['/code field.invalid']);
    expect((await round.signer('Grace')).wrongTries).to.equal(0);
    expect((await verify(round, `${arabic.slice(0, 3)} - ${arabic.slice(3)}`)).verified).to.equal(true);
  });

  it('OTP-10: the message names the host of the web address and the code last', async () => {
    const round = await sentRound({ people: bySms, settings: { webUrl: 'https://app.example.com' } });
    const code = await codeOf(round);

    expect(round.ports.sms.sent[0]?.text.split('\n').at(-1)).to.equal(`@app.example.com #${code}`);
  });

  it('OTP-11: a session is kept as a digest; a wrong one is answered like none', async () => {
    const round = await sentRound({ people: bySms });
    const { sessionToken } = await verify(round, await codeOf(round));
    const [kept] = await round.sql<{ token_hash: string }>(
      'select token_hash from signing_sessions where signer_id = $1',
      [round.idOf('Grace')],
    );
    const token = round.tokenOf('Grace');
    const { signing } = round.chancery;

    expect(kept?.token_hash).to.not.include(sessionToken);
    for (const signingSession of [undefined, '', 'wrong', 'A'.repeat(43), 'x'.repeat(4000)])
      expect(
        await failureOf(
          signing.getSigningContent(
            { token, ...(signingSession === undefined ? {} : { signingSession }) },
            here,
          ),
        ),
      ).to.equal('signing.verification_required');
    expect(
      await failureOf(signing.getSigningContent({ token, signingSession: sessionToken }, here)),
    ).to.equal('none');
  });

  it('a link without verification needs no code', async () => {
    const round = await sentRound();

    expect(await failureOf(send(round))).to.equal('otp.not_required');
    expect(await failureOf(verify(round, '123456'))).to.equal('otp.not_required');
  });
});

/** So many wrong codes, five for each code that is sent. */
async function wrongTries(round: SentRound, count: number): Promise<string[]> {
  const answers: string[] = [];
  while (answers.length < count) {
    const code = await codeOf(round);
    for (let tries = 0; tries < 5 && answers.length < count; tries += 1)
      answers.push(await failureOf(verify(round, another(code))));
    if (answers.length < count) round.clock.advance({ seconds: 30 });
  }
  return answers;
}
