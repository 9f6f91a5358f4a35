import { expect } from 'chai';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { type MeetingInvitationMailInput, meetingInvitationMail } from './meeting-invitation.ts';

const joinLink = 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1&invite=TOKEN';
const anInvitation = (changes: Partial<MeetingInvitationMailInput> = {}) =>
  meetingInvitationMail({
    locale: 'en-US',
    organizerName: 'Ann Example',
    recipientName: 'Bo',
    title: 'Review',
    description: 'Bring the numbers.',
    startsAt: '2026-11-30T08:00:00.000Z',
    durationMinutes: 90,
    timeZone: 'Europe/Berlin',
    joinLink,
    rules: momentTimeZoneRules(),
    ...changes,
  });
const factsOf = (text: string) => text.split('\n').filter((line) => /^(When|Length|Time zone): /.test(line));

describe('meetingInvitationMail', () => {
  it('says who invites, to what, when, how long, and how to join', () => {
    const { subject, text, html } = anInvitation();

    expect(subject).to.equal('Invitation: Review (Monday, 30 November 2026, 09:00)');
    expect(text).to.equal(
      [
        'Hello Bo,',
        'Ann Example invites you to “Review”.',
        'When: Monday, 30 November 2026, 09:00–10:30\nLength: 1 h 30 min\nTime zone: Europe/Berlin (UTC+01:00)\nOrganizer: Ann Example',
        `Join the meeting:\n${joinLink}`,
        'Description:\n> Bring the numbers.',
        '-- \nThe link is yours alone and needs no passcode; please do not pass it on.\nAccept or decline with the calendar entry in this mail.\n',
      ].join('\n\n'),
    );
    expect(html).to.include(
      'href="https://app.example.com/?room=kwmtf-hprzd&amp;prejoin=1&amp;invite=TOKEN"',
    );
    expect(html).to.include('<html lang="en">');
  });

  it('speaks German', () => {
    const { subject, text, html } = anInvitation({ locale: 'de-AT', description: '' });

    expect(subject).to.equal('Einladung: Review (Montag, 30. November 2026, 09:00)');
    expect(text).to.include(
      'Wann: Montag, 30. November 2026, 09:00–10:30\nDauer: 1 Std. 30 Min.\nZeitzone: Europe/Berlin (UTC+01:00)',
    );
    expect(text).to.not.include('Beschreibung');
    expect(html).to.include('<html lang="de">');
  });

  for (const processZone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
    it(`PLT-16: takes times from the tz data of the product, with the process in ${processZone}`, () => {
      const before = process.env.TZ;
      process.env.TZ = processZone;
      const { text } = anInvitation({
        timeZone: 'Africa/Casablanca',
        startsAt: '2026-10-01T10:00:00.000Z',
        durationMinutes: 45,
      });
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;

      expect(factsOf(text)).to.deep.equal([
        'When: Thursday, 1 October 2026, 10:00–10:45',
        'Length: 45 min',
        'Time zone: Africa/Casablanca (UTC+00:00)',
      ]);
    });
  }

  it('names both days and both offsets of a night in which the clocks change', () => {
    const { text } = anInvitation({ startsAt: '2026-10-24T21:30:00.000Z', durationMinutes: 240 });

    expect(factsOf(text)).to.deep.equal([
      'When: Saturday, 24 October 2026, 23:30 – Sunday, 25 October 2026, 02:30',
      'Length: 4 h',
      'Time zone: Europe/Berlin (UTC+02:00 → UTC+01:00)',
    ]);
  });

  it('says UTC once', () => {
    expect(factsOf(anInvitation({ timeZone: 'UTC' }).text).at(-1)).to.equal('Time zone: UTC');
  });

  it('writes an offset west of Greenwich with its half hour', () => {
    expect(factsOf(anInvitation({ timeZone: 'America/St_Johns' }).text).at(-1)).to.equal(
      'Time zone: America/St_Johns (UTC−03:30)',
    );
  });
});
