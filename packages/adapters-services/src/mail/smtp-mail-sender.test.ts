import { type MailMessage, MailRefused } from '@chancery/core';
import { mailSenderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import type { SMTPServerOptions } from 'smtp-server';
import { SmtpMailSender } from './smtp-mail-sender.ts';
import { deliveredMail } from './testing/delivered-mail.ts';
import { openSmtpReceiver } from './testing/smtp-receiver.ts';

const clock = { now: () => '2026-05-04T09:30:00.000Z' };

/** What an SMTP server answers instead of accepting the message. */
const answer = (responseCode: number) => Object.assign(new Error('as the test wants it'), { responseCode });

/** A receiver with one user, and a sender that is that user. */
async function openReceiver(behaviour: SMTPServerOptions = {}) {
  const receiver = await openSmtpReceiver({
    onAuth: ({ username, password }, _session, callback) =>
      username === 'user' && password === 'p@ss' ? callback(null, { user: username }) : callback(answer(535)),
    ...behaviour,
  });
  const { port, received } = receiver;
  const sender = new SmtpMailSender(`smtp://user:p%40ss@127.0.0.1:${port}`, clock);
  const close = () => {
    sender.close();
    return receiver.close();
  };
  return { port, received, sender, close };
}

mailSenderContract('SMTP', async () => {
  const { sender, received, close } = await openReceiver();
  return { sender, close, delivered: async () => received.map(({ raw }) => deliveredMail(raw)) };
});

describe('SmtpMailSender', () => {
  const message: MailMessage = {
    messageId: 'one@chancery.example',
    from: 'Chancery <no-reply@chancery.example>',
    to: { address: 'ada@example.org', name: 'Ada' },
    subject: 'Board',
    text: 'See you.',
    html: '<p>See you.</p>',
  };
  const errorOf = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('hands over exactly one sender and one receiver, for many messages on ten connections at most', async () => {
    let connections = 0;
    const { sender, received, close } = await openReceiver({
      onConnect: (_session, callback) => {
        connections += 1;
        callback();
      },
    });
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => sender.send({ ...message, messageId: `${i}@chancery.example` })),
    );
    await close();

    expect(received).to.have.length(30);
    expect(received[0]).to.include({ from: 'no-reply@chancery.example' });
    expect(received.every(({ to }) => to.join() === 'ada@example.org')).to.equal(true);
    expect(connections).to.be.at.most(10);
  });

  it('refuses for good when the server refuses receiver, sender or content with 5xx', async () => {
    for (const behaviour of [
      { onRcptTo: (_address, _session, callback) => callback(answer(550)) },
      { onMailFrom: (_address, _session, callback) => callback(answer(553)) },
      { onData: (stream, _session, callback) => stream.resume().on('end', () => callback(answer(554))) },
    ] satisfies SMTPServerOptions[]) {
      const { sender, close } = await openReceiver(behaviour);
      expect(await errorOf(sender.send(message))).to.be.instanceOf(MailRefused);
      await close();
    }
  });

  it('asks for another try when the server says 4xx', async () => {
    for (const behaviour of [
      { onRcptTo: (_address, _session, callback) => callback(answer(451)) },
      { onData: (stream, _session, callback) => stream.resume().on('end', () => callback(answer(452))) },
    ] satisfies SMTPServerOptions[]) {
      const { sender, close } = await openReceiver(behaviour);
      expect(await errorOf(sender.send(message)))
        .to.be.instanceOf(Error)
        .and.not.instanceOf(MailRefused);
      await close();
    }
  });

  it('asks for another try when the server refuses our login, although that is a 535', async () => {
    const { port, close } = await openReceiver();
    const sender = new SmtpMailSender(`smtp://user:wrong@127.0.0.1:${port}`, clock);

    expect(await errorOf(sender.send(message)))
      .to.be.instanceOf(Error)
      .and.not.instanceOf(MailRefused);
    expect(await errorOf(sender.probe())).to.be.instanceOf(Error);
    sender.close();
    await close();
  });

  it('asks for another try when nobody listens, and its probe fails then', async () => {
    const { port, sender, close } = await openReceiver();
    expect(await errorOf(sender.probe())).to.equal(null);
    await close();

    const late = new SmtpMailSender(`smtp://127.0.0.1:${port}`, clock);
    expect(await errorOf(late.send(message)))
      .to.be.instanceOf(Error)
      .and.not.instanceOf(MailRefused);
    expect(await errorOf(late.probe())).to.be.instanceOf(Error);
    late.close();
  });

  it('reaches an international domain by its ASCII name, which every server takes', async () => {
    const lines: string[] = [];
    const note = (...words: unknown[]) => void lines.push(words.join(' '));
    const logger = {
      trace: note,
      debug: note,
      info: note,
      warn: note,
      error: note,
      fatal: note,
      level: note,
    };
    const { sender, received, close } = await openReceiver({ hideSMTPUTF8: true, logger });

    await sender.send({ ...message, to: { address: 'ada@büro.example', name: 'Ada' } });

    expect(received).to.have.length(1);
    expect(lines.join('\n')).to.include('RCPT TO:<ada@xn--bro-hoa.example>').and.not.include('SMTPUTF8');
    await close();
  });

  it('reaches an address of another script where the server takes it', async () => {
    const commands: unknown[] = [];
    const { sender, received, close } = await openReceiver({
      onMailFrom: ({ args }, _session, callback) => {
        commands.push(args);
        callback();
      },
    });

    await sender.send({ ...message, to: { address: 'jörg@büro.example', name: 'Jörg' } });

    expect(received.map(({ to }) => to)).to.deep.equal([['jörg@büro.example']]);
    expect(JSON.stringify(commands)).to.include('SMTPUTF8');
    await close();
  });
});
