import type { MailMessage } from '@chancery/core';
import { expect } from 'chai';
import { createTransport } from 'nodemailer';
import { mailStructure } from './mail-structure.ts';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const message: MailMessage = {
  messageId: '0190-1@chancery.example',
  from: 'Chancery <no-reply@chancery.example>',
  to: { address: 'ada@example.org', name: null },
  subject: 'Board',
  text: 'See you.',
  html: '<p>See you.</p>',
};

async function rawOf(changes: Partial<MailMessage>): Promise<string> {
  const sent = await composer.sendMail(
    mailStructure({ ...message, ...changes }, new Date('2026-05-04T09:30:00Z')),
  );
  return (sent.message as Buffer).toString('latin1'); // a buffer, because of `buffer: true`
}

/** Splits the raw message at its boundaries into parts of [type, disposition, body], nested as in the message. */
type Node = readonly [type: string, content: string | readonly Node[]];
function nodeOf(raw: string): Node {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const fields = head.replace(/\r\n\s+/g, ' ').split('\r\n');
  const field = (name: string) =>
    fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const type = field('Content-Type');
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  const body = rest.join('\r\n\r\n');
  if (!boundary)
    return [[type, field('Content-Disposition'), field('Content-Transfer-Encoding')].join(' | '), body];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return [
    type.split(';')[0] ?? '',
    parts.map((part) => nodeOf(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))),
  ];
}

describe('mailStructure', () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Board\r\nEND:VCALENDAR\r\n';

  it('MTG-108: folds the longest name of a sender, whatever its script, into lines that every server takes', async () => {
    for (const letter of ['a', 'ö', '"', '🐉', '漢 ']) {
      const from = { name: `${letter.repeat(120)} via Chancery`, address: 'meetings@chancery.example' };
      const [head = ''] = (await rawOf({ from })).split('\r\n\r\n');

      const longest = Math.max(...head.split('\r\n').map(({ length }) => length));
      expect(longest, letter).to.be.at.most(998);
      expect(head)
        .to.include('<meetings@chancery.example>')
        .and.not.match(/[^ -~\r\n]/);
    }
  });

  it('meetings 7.5: mixed { alternative { text, html, calendar }, invite.ics with the same bytes }', async () => {
    const raw = await rawOf({ calendar: { method: 'REQUEST', content } });

    expect(nodeOf(raw)).to.deep.equal([
      'multipart/mixed',
      [
        [
          'multipart/alternative',
          [
            ['text/plain; charset=utf-8 |  | 7bit', 'See you.'],
            ['text/html; charset=utf-8 |  | 7bit', '<p>See you.</p>'],
            ['text/calendar; charset=utf-8; method=REQUEST |  | 7bit', content],
          ],
        ],
        [
          'application/ics; name=invite.ics | attachment; filename=invite.ics | base64',
          Buffer.from(content)
            .toString('base64')
            .replace(/(.{76})(?=.)/g, '$1\r\n'),
        ],
      ],
    ]);
  });

  it('is only the alternative if there is no calendar', async () => {
    expect(nodeOf(await rawOf({}))).to.deep.equal([
      'multipart/alternative',
      [
        ['text/plain; charset=utf-8 |  | 7bit', 'See you.'],
        ['text/html; charset=utf-8 |  | 7bit', '<p>See you.</p>'],
      ],
    ]);
  });

  it('meetings 7.5: names the invitation that an update belongs to', async () => {
    const raw = await rawOf({ inReplyTo: '0190-0@chancery.example' });

    expect(raw).to.include('\r\nMessage-ID: <0190-1@chancery.example>\r\n');
    expect(raw).to.include('\r\nIn-Reply-To: <0190-0@chancery.example>\r\n');
    expect(raw).to.include('\r\nReferences: <0190-0@chancery.example>\r\n');
    expect(raw).to.include('\r\nDate: Mon, 04 May 2026 09:30:00 +0000\r\n');
  });
});
