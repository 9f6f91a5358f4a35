import {
  aVisitor,
  failureOf,
  type SentRound,
  sentRound,
  typed,
} from '@chancery/adapters-persistence/testing';
import { isFailure } from '@chancery/core';
import { expect } from 'chai';

const here = aVisitor();

/** The six calls that a link can make. */
const calls = ({ chancery: { signing }, completion }: SentRound, token: string, more: object = {}) => {
  const shown = { token, ...more };
  return {
    getSigningLink: () => signing.getSigningLink(shown, here),
    getSigningContent: () => signing.getSigningContent(shown, here),
    completeSigning: () =>
      signing.completeSigning({ ...completion('Grace'), ...shown, signature: typed('Grace') }, here),
    sendSigningCode: () => signing.sendSigningCode(shown, here),
    verifySigningCode: () => signing.verifySigningCode({ ...shown, code: '123456' }, here),
    declineSigning: () => signing.declineSigning({ ...shown, reason: 'No' }, here),
  };
};

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.code, ...error.details.map(({ code }) => code)].join(' ');
  }
}
const reasonsOf = async (round: SentRound, token: string, more: object = {}) => [
  ...new Set(await Promise.all(Object.values(calls(round, token, more)).map((call) => reasonOf(call())))),
];
const ended = (round: SentRound, change: string) =>
  round.sql(
    `update signing_links set status = 'ended', ended_at = now(), ended_reason = $2 where signer_id = $1`,
    [round.idOf('Grace'), change],
  );

const become = (round: SentRound, status: string) =>
  round.sql('update documents set status = $2 where id = $1', [round.documentId, status]);

describe('signing links', () => {
  it('SIG-11: a fresh link ends the one before it for everything that a link can do', async () => {
    const round = await sentRound();
    const before = round.tokenOf('Grace');
    await round.relink('Grace');

    expect(await reasonsOf(round, before)).to.deep.equal(['link.gone superseded']);
    expect(await reasonsOf(round, 'A'.repeat(43))).to.deep.equal(['link.not_found']);
    expect(
      (await round.chancery.signing.getSigningLink({ token: round.tokenOf('Grace') }, here)).status,
    ).to.equal('ready');
  });

  for (const reason of ['completed', 'declined', 'voided', 'expired', 'cancelled', 'quarantined'])
    it(`SIG-11: a link that has ended says that it is ${reason}`, async () => {
      const round = await sentRound();
      await ended(round, reason);

      expect(await reasonsOf(round, round.tokenOf('Grace'))).to.deep.equal([`link.gone ${reason}`]);
    });

  it('SIG-11: a link ends with the deadline', async () => {
    const round = await sentRound();
    round.clock.advance({ days: 89, hours: 23, minutes: 59 });
    const shown = { token: round.tokenOf('Grace') };
    expect((await round.chancery.signing.getSigningLink(shown, here)).status).to.equal('ready');
    round.clock.advance({ minutes: 1 });

    expect(await reasonsOf(round, round.tokenOf('Grace'))).to.deep.equal(['link.gone expired']);
  });

  for (const [rule, why, change] of [
    ['SIG-11', 'the link is replaced', (round: SentRound) => round.relink('Grace')],
    ['SIG-11', 'the signing is called off', (round: SentRound) => ended(round, 'voided')],
    ['SIG-11', 'the deadline passes', async (round: SentRound) => round.clock.advance({ days: 90 })],
    ['LIB-21', 'the document is quarantined', (round: SentRound) => become(round, 'quarantined')],
    ['LIB-21', 'the document is destroyed', (round: SentRound) => become(round, 'disposed')],
  ] as const)
    it(`${rule}: a download that is under way by a link ends when ${why}`, async () => {
      const round = await sentRound();
      const { signing } = round.chancery;
      const answer = await signing.getSigningContent({ token: round.tokenOf('Grace') }, here);
      const stored = 'stored' in answer ? answer.stored : null;
      expect(await stored?.isStillServed?.()).to.equal(true);

      await change(round);

      expect(await stored?.isStillServed?.()).to.equal(false);
    });

  it('SIG-26: a download that is under way by a link goes on when everybody has signed', async () => {
    const round = await sentRound();
    const { signing } = round.chancery;
    const answer = await signing.getSigningContent({ token: round.tokenOf('Grace') }, here);

    await ended(round, 'completed');

    expect('stored' in answer && (await answer.stored.isStillServed?.())).to.equal(true);
  });

  it('a link that is asked for in the frame of another workspace leads nowhere, for everything that a link can do', async () => {
    const round = await sentRound();
    const token = round.tokenOf('Grace');
    const elsewhere = { signingWorkspace: 'workspace_bbbbbbbbbbbbbbbbbbbbbbbbbb' };

    expect(await reasonsOf(round, token, elsewhere)).to.deep.equal(['link.not_found']);
    expect(await reasonsOf(round, token, { signingWorkspace: '' })).to.deep.equal(['link.not_found']);
    const own = { token, signingWorkspace: round.workspaceId };
    expect((await round.chancery.signing.getSigningLink(own, here)).status).to.equal('ready');
  });

  it('opening a link changes nothing, and shows what is to be done', async () => {
    const round = await sentRound({
      people: [{ name: 'Grace' }, { name: 'Alan', role: 'approver' }],
      fields: [{ of: 'Grace', label: 'Here', clientRef: 'lease-1' }],
    });

    const view = await round.chancery.signing.getSigningLink({ token: round.tokenOf('Grace') }, here);

    expect(view).to.deep.include({
      status: 'ready',
      workspace: { name: "Ada's workspace", logoUrl: null },
      sender: { displayName: 'Ada' },
      signatureMethods: ['drawn', 'typed', 'uploaded'],
      redirectUrl: null,
      sealed: { available: false, sha256: null },
    });
    expect(view.document).to.include({
      name: 'Contract',
      sha256: round.copySha256,
      sizeBytes: round.copy.byteLength,
      message: 'With kind regards',
    });
    expect(view.fields).to.have.length(1);
    expect(view.document?.pages.map(({ cropBox }) => cropBox)).to.deep.equal([[0, 0, 595, 842]]);
    expect(view.fields[0]).to.include({ mine: true, kind: 'signature', label: 'Here', value: null });
    expect(view.fields[0]).to.include({
      signerId: round.idOf('Grace'),
      completedAt: null,
      clientRef: 'lease-1',
    });
    expect(view.recipients.map(({ name, status }) => `${name} ${status}`)).to.deep.equal([
      'Grace sent',
      'Alan sent',
    ]);
    expect((await round.signer('Grace')).status).to.equal('sent');
    expect((await round.happened()).filter(({ type }) => type.startsWith('signer.'))).to.deep.equal([]);
  });

  it('SIG-25: nobody is shown addresses, phones, reasons or signatures of others', async () => {
    const round = await sentRound({
      people: [{ name: 'Grace', phone: '+491709998877', note: 'between us' }, { name: 'Alan' }],
      fields: [
        { of: 'Grace' },
        { of: 'Grace', kind: 'email' },
        { of: 'Grace', kind: 'text', defaultValue: 'only for Grace' },
        { of: 'Alan' },
      ],
    });
    const token = round.tokenOf('Alan');
    const before = await round.chancery.signing.getSigningLink({ token }, here);
    expect(JSON.stringify(before)).to.not.match(/only for Grace/);
    await round.chancery.signing.completeSigning(
      {
        ...round.completion('Grace'),
        signature: typed('G. Hopper'),
        fields: [{ fieldId: round.fieldOf('Grace', 'text'), value: 'seen by all' }],
      },
      here,
    );

    const view = await round.chancery.signing.getSigningLink({ token }, here);

    expect(view.fields.filter(({ mine }) => !mine).map(({ kind, value }) => [kind, value])).to.deep.equal([
      ['signature', { filled: true }],
      ['email', { filled: true }],
      ['text', 'seen by all'],
    ]);
    expect(
      view.fields.map(({ signerId, completedAt }) => [signerId, completedAt !== null]),
    ).to.have.deep.members([
      ...['a', 'b', 'c'].map(() => [round.idOf('Grace'), true]),
      [round.idOf('Alan'), false],
    ]);
    expect(JSON.stringify(view)).to.not.match(/grace@|9998877|G\. Hopper|between us|198\.51/);
    expect(view.signer.email).to.equal('alan@example.org');
  });

  for (const [wanted, roundLanguage, version, shown] of [
    ['de-CH', 'en', '1', 'de'],
    [null, 'de', '1', 'de'],
    ['fr', 'de', '1', 'de'],
    ['fr', 'fr', '1', 'en'],
    ['de', 'en', 'withdrawn', 'de'],
  ] as const)
    it(`SIG-33: who wants ${wanted ?? 'nothing'} in a round in ${roundLanguage} is shown the disclosure in ${shown}`, async () => {
      const round = await sentRound({
        people: [{ name: 'Grace', language: wanted }],
        round: {
          language: roundLanguage,
          disclosureLanguage: roundLanguage === 'de' ? 'de' : 'en',
          disclosureVersion: version,
        },
      });

      const { consent, signer } = await round.chancery.signing.getSigningLink(
        { token: round.tokenOf('Grace') },
        here,
      );

      expect([consent?.language, consent?.version]).to.deep.equal([shown, '1']);
      expect(signer.language).to.equal(wanted ?? roundLanguage);
    });

  it('SIG-35: in a suspended workspace a link reads, and writes nothing', async () => {
    const round = await sentRound();
    await round.sql("update workspaces set status = 'suspended' where id = $1", [round.workspaceId]);

    const answers = Object.entries(calls(round, round.tokenOf('Grace'))).map(
      async ([name, call]) => `${name} ${await failureOf(call())}`,
    );

    expect(await Promise.all(answers)).to.deep.equal([
      'getSigningLink none',
      'getSigningContent none',
      'completeSigning workspace.not_active',
      'sendSigningCode workspace.not_active',
      'verifySigningCode workspace.not_active',
      'declineSigning workspace.not_active',
    ]);
  });

  it('shows a stranger of another workspace nothing but what the link is for', async () => {
    const round = await sentRound();
    await round.sql("update documents set status = 'quarantined' where id = $1", [round.documentId]);

    expect(await reasonsOf(round, round.tokenOf('Grace'))).to.deep.equal(['link.gone quarantined']);
  });
});

describe('declineSigning', () => {
  it('SIG-18: ends the round at once, with all links, and keeps the reason out of the chain', async () => {
    const round = await sentRound({
      people: [{ name: 'Grace' }, { name: 'Alan' }, { name: 'Cleo', role: 'copy' }],
      fields: [{ of: 'Grace' }, { of: 'Alan' }],
    });

    const answer = await round.chancery.signing.declineSigning(
      { token: round.tokenOf('Grace'), reason: ' The price is wrong. ' },
      here,
    );

    expect(answer).to.deep.equal({
      signer: { id: round.idOf('Grace'), status: 'declined' },
      documentStatus: 'declined',
    });
    const { status, endReason, declinedAt } = await round.round();
    expect({ status, endReason, declinedAt }).to.deep.equal({
      status: 'declined',
      endReason: 'The price is wrong.',
      declinedAt: round.clock.now(),
    });
    const people = ['Grace', 'Alan', 'Cleo'].map(async (name) => (await round.signer(name)).status);
    expect(await Promise.all(people)).to.deep.equal(['declined', 'cancelled', 'cancelled']);
    for (const name of ['Grace', 'Alan'])
      expect(await reasonsOf(round, round.tokenOf(name))).to.deep.equal(['link.gone declined']);
    const happened = (await round.happened()).slice(-2);
    expect(happened.map(({ type }) => type)).to.deep.equal(['signer.declined', 'document.declined']);
    expect(JSON.stringify(happened)).to.not.include('price');
  });

  it('SIG-19: mails the owner who declined, and why; and the others neither of it', async () => {
    const round = await sentRound({
      people: [{ name: 'Grace' }, { name: 'Alan' }],
      fields: [{ of: 'Grace' }, { of: 'Alan' }],
    });
    await round.worker.drain();
    const before = round.ports.mail.sent.length;

    await round.chancery.signing.declineSigning(
      { token: round.tokenOf('Grace'), reason: 'The price is wrong.' },
      here,
    );
    await round.worker.drain();

    const mails = round.ports.mail.sent.slice(before);
    const textTo = (address: string) =>
      mails.filter(({ to }) => to.address === address).map(({ text }) => text);
    expect(mails.map(({ to }) => to.address)).to.have.members([round.owner.email, 'alan@example.org']);
    expect(textTo(round.owner.email)[0])
      .to.include('Grace has declined “Contract”')
      .and.include('The price is wrong.')
      .and.not.include('Alan');
    expect(textTo('alan@example.org')[0]).to.not.match(/Grace|price/);
  });

  it('SIG-16: needs no agreement to sign electronically, and a reason', async () => {
    const round = await sentRound();
    const { signing } = round.chancery;
    const token = round.tokenOf('Grace');

    expect(await failureOf(signing.declineSigning({ token, reason: '  ' }, here))).to.equal(
      'request.invalid',
    );
    expect(await failureOf(signing.declineSigning({ token, reason: 'No' }, here))).to.equal('none');
  });

  it('SIG-18: who has signed cannot decline any more, and after the last one the round is over', async () => {
    const round = await sentRound({ people: [{ name: 'Grace' }, { name: 'Alan' }] });
    const sign = (name: string) =>
      round.chancery.signing.completeSigning({ ...round.completion(name), signature: typed(name) }, here);
    const decline = (name: string) =>
      reasonOf(round.chancery.signing.declineSigning({ token: round.tokenOf(name), reason: 'No' }, here));

    await sign('Grace');
    expect(await decline('Grace')).to.equal('signing.already_completed');
    await sign('Alan');
    expect(await decline('Alan')).to.equal('link.gone completed');
  });
});
