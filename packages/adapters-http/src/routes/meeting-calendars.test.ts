import { randomUUID } from 'node:crypto';
import { meetingWorld, tokenOfUrl } from '@chancery/adapters-persistence/testing';
import { StandardWebhookSigner } from '@chancery/adapters-services';
import { expect } from 'chai';
import ICAL from 'ical.js';
import { type Served, served } from '../testing/served.ts';

const cleo = `cleo@${randomUUID()}.example`;
const inboundSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('the endpoints of calendars', () => {
  let here: Served;
  let meetingId: string;
  let uid: string;
  let invite: string;
  before(async () => {
    const made = await meetingWorld(
      {
        title: 'Größe; "A"',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
        invitees: [{ email: cleo }],
      },
      { settings: { inboundSecret }, ports: { webhookSigner: new StandardWebhookSigner() } },
    );
    meetingId = made.meetingId;
    uid = made.meeting.icalUid;
    // Mails of other tests may still be waiting.
    const mail = (await made.mails()).find(({ to }) => to.address === cleo);
    invite = tokenOfUrl(mail?.text ?? '');
    here = await served({ world: made });
  });
  after(() => here.close());

  const token = () => here.owner.session.credential;
  const summaryOf = (text: string) =>
    new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined).summary;

  it('MTG-71, MTG-76: give the file of an invitation as a download that no cache keeps', async () => {
    const file = await here.call(`GET /api/v1/meetings/${meetingId}/calendar.ics?invite=${invite}`);
    const again = await here.call(`GET /api/v1/meetings/${meetingId}/calendar.ics?invite=${invite}`, {
      headers: { 'If-None-Match': file.headers.get('etag') ?? '' },
    });

    expect(file.status).to.equal(200);
    expect(file.headers.get('content-type')).to.equal('text/calendar; charset=utf-8; method=REQUEST');
    expect(file.headers.get('content-disposition')).to.equal('attachment; filename=invite.ics');
    expect(file.headers.get('cache-control')).to.equal('private, no-store');
    expect(summaryOf(file.text)).to.equal('Größe; "A"');
    expect(again.status).to.equal(304);
    expect(again.text).to.equal('');
  });

  it('refuse to give a file without a link, or by another link', async () => {
    const without = await here.call(`GET /api/v1/meetings/${meetingId}/calendar.ics`);
    const other = await here.call(`GET /api/v1/meetings/${meetingId}/calendar.ics?invite=${'A'.repeat(43)}`);

    expect([without.status, without.body.error.code]).to.deep.equal([400, 'request.invalid']);
    expect([other.status, other.body.error.code]).to.deep.equal([404, 'meeting.not_found']);
    expect(here.logLines.join('\n')).to.not.include(invite);
  });

  it('MTG-80: give a feed by its address, which is shown once, with 304 while nothing changes and 410 afterwards', async () => {
    const made = await here.call('POST /api/v1/meetings/calendar-feeds', {
      token: token(),
      body: { name: 'Phone' },
    });
    const { feed, url } = made.body.data;
    const line = `GET ${new URL(url).pathname}` as const;
    const first = await here.call(line as `GET /${string}`);
    const again = await here.call(line as `GET /${string}`, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    const listed = await here.call('GET /api/v1/meetings/calendar-feeds', { token: token() });

    expect(made.status).to.equal(201);
    expect(made.headers.get('cache-control')).to.equal('no-store');
    expect(first.status).to.equal(200);
    expect(first.headers.get('content-type')).to.equal('text/calendar; charset=utf-8');
    expect(first.headers.get('content-disposition')).to.equal('inline; filename=calendar.ics');
    expect(summaryOf(first.text)).to.equal('Größe; "A"');
    expect(again.status).to.equal(304);
    expect(listed.body.data.feeds.map(({ id }: { id: string }) => id)).to.deep.equal([feed.id]);
    expect(listed.text).to.not.include(new URL(url).pathname.split('/').at(-1)?.replace('.ics', '') ?? '');

    const deleted = await here.call(`DELETE /api/v1/meetings/calendar-feeds/${feed.id}`, { token: token() });
    expect([deleted.status, deleted.body.data.feed.status]).to.deep.equal([200, 'revoked']);
    expect((await here.call(line as `GET /${string}`)).status).to.equal(410);
    expect((await here.call(`GET /api/v1/calendar-feeds/${'A'.repeat(43)}.ics`)).body.error.code).to.equal(
      'link.not_found',
    );
    expect(here.logLines.join('\n')).to.not.include(new URL(url).pathname.split('/').at(-1) ?? '');
  });

  it('MTG-79: take an answer that the mail gateway has signed by Standard Webhooks', async () => {
    const message = [
      'Content-Type: text/calendar; method=REPLY',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:REPLY',
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20261123T130000Z',
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${cleo}`,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const raw = JSON.stringify({ message, authenticated: true, sender: cleo });
    const headers = new StandardWebhookSigner().sign('msg_1', here.clock.now(), raw, [inboundSecret]);
    const signed = await here.call('POST /api/v1/meetings/itip', { raw, headers });
    const forged = await here.call('POST /api/v1/meetings/itip', {
      raw,
      headers: { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
    });

    expect([signed.status, signed.body.data]).to.deep.equal([201, { outcome: 'applied', reason: null }]);
    expect([forged.status, forged.body.error.code]).to.deep.equal([401, 'auth.required']);
  });
});
