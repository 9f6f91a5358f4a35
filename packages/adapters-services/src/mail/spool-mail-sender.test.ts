import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailMessage } from '@chancery/core';
import { plusSeconds } from '@chancery/core/internal';
import { mailSenderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { readSpool, SpoolMailSender } from './spool-mail-sender.ts';
import { deliveredMail } from './testing/delivered-mail.ts';

async function openSpool() {
  const root = await mkdtemp(join(tmpdir(), 'mail-'));
  const folder = join(root, 'spool');
  let now = '2026-05-04T09:30:00.000Z';
  const tick = () => {
    now = plusSeconds(now, 1);
    return now;
  };
  const clock = { now: tick };
  return { folder, sender: new SpoolMailSender(folder, clock), close: () => rm(root, { recursive: true }) };
}

const names = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

mailSenderContract('a spool', async () => {
  const { folder, sender, close } = await openSpool();
  const delivered = async () =>
    Promise.all((await names(folder)).map(async (name) => deliveredMail(await readFile(join(folder, name)))));
  return { sender, delivered, close };
});

describe('SpoolMailSender', () => {
  const message: MailMessage = {
    messageId: 'one@chancery.example',
    from: 'Chancery <no-reply@chancery.example>',
    to: { address: 'ada@example.org', name: 'Ada' },
    subject: 'Verify your address – now',
    text: 'Open https://chancery.example/verify#abc',
    html: '<a href="https://chancery.example/verify#abc">Open</a>',
    calendar: { method: 'CANCEL', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
  };

  it('is read back in the order of sending', async () => {
    const { folder, sender, close } = await openSpool();
    expect(await readSpool(folder)).to.deep.equal([]);

    await sender.send(message);
    await sender.send({ ...message, messageId: 'two@chancery.example', calendar: null });

    const [first, second] = await readSpool(folder);
    expect(first).to.deep.equal({
      id: 'one@chancery.example',
      to: 'Ada <ada@example.org>',
      subject: message.subject,
      date: '2026-05-04T09:30:01.000Z',
      text: message.text,
      html: message.html,
      calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    });
    expect(second).to.deep.include({ id: 'two@chancery.example', calendar: null });
    await close();
  });

  it('names files by time, for the owner only, and replaces the file of a repeat, also of two at once', async () => {
    const { folder, sender, close } = await openSpool();
    await Promise.all([sender.send(message), sender.send({ ...message, text: 'again' })]);
    await sender.send({ ...message, messageId: '../../two' });

    const files = await names(folder);
    expect(files.map((name) => name.slice(0, 23))).to.deep.equal([
      '2026-05-04T093001.000Z-',
      '2026-05-04T093003.000Z-',
    ]);
    expect((await readSpool(folder)).map(({ text }) => text)).to.deep.equal(['again', message.text]);
    expect((await stat(join(folder, files[0] ?? ''))).mode & 0o777).to.equal(0o600);
    await close();
  });
});
