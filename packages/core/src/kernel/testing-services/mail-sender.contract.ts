import { expect } from 'chai';
import { type MailMessage, MailRefused, type MailSender } from '../ports.ts';

/** One message as the receiver's side sees it, decoded. */
export interface DeliveredMail {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly from: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The `text/calendar` alternative and its type with parameters. */
  readonly calendar: { readonly type: string; readonly content: string } | null;
  /** The content of the attachment `invite.ics`. */
  readonly invite: string | null;
  /** Lower-case names of the header fields. */
  readonly headerNames: readonly string[];
}

export interface MailSenderWorld {
  readonly sender: MailSender;
  /** What has arrived, oldest first; a receiver that drops repeats shows the last. */
  delivered(): Promise<readonly DeliveredMail[]>;
  close(): Promise<void>;
}

const calendarText =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Größe = Maß\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

const aMessage = (changes: Partial<MailMessage> = {}): MailMessage => ({
  messageId: 'notice.1@chancery.example',
  from: 'Chancery <no-reply@chancery.example>',
  to: { address: 'ada@example.org', name: 'Ada Löwe' },
  subject: 'Sitzung am Montag – Ankündigung für alle, die länger lesen möchten als eine Zeile fasst',
  text: 'Guten Tag,\nbis Montag.\n',
  html: '<p>Guten Tag, bis <b>Montag</b> – überall.</p>',
  ...changes,
});

/** The promises of `MailSender`. */
export function mailSenderContract(adapter: string, open: () => Promise<MailSenderWorld>): void {
  describe(`MailSender on ${adapter}`, () => {
    let world: MailSenderWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const sent = async (message: MailMessage) => {
      await world.sender.send(message);
      const mail = (await world.delivered()).at(-1);
      if (!mail) throw new Error('nothing arrived');
      return mail;
    };

    it('delivers text and HTML in any script, under the given id', async () => {
      const message = aMessage({ replyTo: 'olga@example.org', inReplyTo: 'invitation.1@chancery.example' });

      const { headerNames, ...mail } = await sent(message);

      expect(mail).to.deep.equal({
        messageId: '<notice.1@chancery.example>',
        inReplyTo: '<invitation.1@chancery.example>',
        from: 'Chancery <no-reply@chancery.example>',
        to: 'Ada Löwe <ada@example.org>',
        replyTo: 'olga@example.org',
        subject: message.subject,
        text: message.text.replaceAll('\n', '\r\n'),
        html: message.html,
        calendar: null,
        invite: null,
      });
      expect(headerNames).to.include.members(['date', 'mime-version']);
    });

    it('sends a repeat under the same id', async () => {
      await sent(aMessage());
      await sent(aMessage());

      const ids = (await world.delivered()).map(({ messageId }) => messageId);
      expect(new Set(ids)).to.deep.equal(new Set(['<notice.1@chancery.example>']));
    });

    for (const method of ['REQUEST', 'CANCEL'] as const) {
      it(`carries a calendar ${method} twice, with the same bytes`, async () => {
        const mail = await sent(aMessage({ calendar: { method, content: calendarText } }));

        expect(mail.calendar).to.deep.equal({
          type: `text/calendar; charset=utf-8; method=${method}`,
          content: calendarText,
        });
        expect(mail.invite).to.equal(calendarText);
      });
    }

    it('lets no text that a person typed become a header', async () => {
      const evil = 'x\r\nBcc: eve@example.org\r\n\r\nbody';
      const mail = await sent(
        aMessage({
          messageId: `id\r\nBcc: eve@example.org@chancery.example`,
          from: `Chancery\r\nBcc: eve <no-reply@chancery.example>`,
          to: { address: 'ada@example.org', name: evil },
          subject: evil,
          inReplyTo: `a@b\r\nBcc: eve@example.org`,
          replyTo: `olga@example.org\r\nBcc: eve@example.org`,
        }),
      );

      expect(mail.headerNames).to.not.include('bcc');
      expect(mail.subject).to.equal('x Bcc: eve@example.org body');
      expect(mail.text).to.equal('Guten Tag,\r\nbis Montag.\r\n');
    });

    for (const [name, shown] of [
      ['Ann via Chancery', 'Ann via Chancery'],
      ['Jürgen Löwe via Chancery', 'Jürgen Löwe via Chancery'],
      ['李小龍 🐉 via Chancery', '李小龍 🐉 via Chancery'],
      [
        'Ann "the\\hammer", <eve@example.org> via Chancery',
        '"Ann \\"the\\\\hammer\\", <eve@example.org> via Chancery"',
      ],
      [
        'Ann\r\nBcc: eve@example.org\r\n\r\nbody via Chancery',
        '"Ann Bcc: eve@example.org body via Chancery"',
      ],
    ] as const)
      it(`MTG-108: sends under a name that a person has chosen, and it stays a name: ${JSON.stringify(name)}`, async () => {
        const mail = await sent(aMessage({ from: { name, address: 'meetings@chancery.example' } }));

        expect(mail.from).to.equal(`${shown} <meetings@chancery.example>`);
        expect(mail.headerNames).to.not.include('bcc');
        expect(mail.text).to.equal('Guten Tag,\r\nbis Montag.\r\n');
      });

    it('MTG-108: asks for answers at one mailbox, by the ASCII name of its domain, and else at none', async () => {
      const replyTo = async (address: string | null) => (await sent(aMessage({ replyTo: address }))).replyTo;

      expect(await replyTo('olga@büro.example')).to.equal('olga@xn--bro-hoa.example');
      expect(await replyTo(null)).to.equal(null);
      expect(await replyTo('olga@example.org, eve@example.org')).to.equal(null);
      expect(await replyTo('jörg@example.org')).to.equal(null);
    });

    for (const address of [
      'a@example.org\r\nRCPT TO:<eve@example.org>',
      'a@b.example, eve@example.org',
      'nobody',
    ]) {
      it(`refuses for good what is not one mailbox: ${JSON.stringify(address)}`, async () => {
        const refusal = await world.sender.send(aMessage({ to: { address, name: null } })).then(
          () => null,
          (error: unknown) => error,
        );

        expect(refusal).to.be.instanceOf(MailRefused);
        expect(await world.delivered()).to.deep.equal([]);
      });
    }
  });
}
