import { expect } from 'chai';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { meetingRezonedMail } from './meeting-rezoned-mail.ts';

const mailIn = (locale: string, count: number) =>
  meetingRezonedMail({
    letter: {
      title: '<b>Standup</b>',
      joinCode: 'kwmtf-hprzd',
      timeZone: 'America/Vancouver',
      startsAt: '2026-11-30T17:00:00.000Z',
      organizerName: 'Ann',
      address: 'ann@example.com',
      locale,
    },
    count,
    startsAtBefore: '2026-11-30T18:00:00.000Z',
    startsAt: '2026-11-30T17:00:00.000Z',
    joinUrl: 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1',
    rules: momentTimeZoneRules(),
  });

describe('meetingRezonedMail', () => {
  it('says how many sessions moved, from when to when, and that local times stay the same', () => {
    const { subject, text, html } = mailIn('en', 4);

    expect(subject).to.equal('Follows its time zone: <b>Standup</b>');
    expect(text).to.include('America/Vancouver').and.to.include('4 sessions are');
    expect(text).to.include('30 November 2026, 18:00').and.to.include('30 November 2026, 17:00');
    expect(text).to.include('nothing changes');
    expect(html).to.include('&lt;b&gt;Standup').and.to.not.include('<b>Standup');
  });

  it('exists in German, and for a single session', () => {
    const { subject, text } = mailIn('de-CH', 1);

    expect(subject).to.equal('Folgt der Zeitzone: <b>Standup</b>');
    expect(text).to.include('ein Termin liegt').and.to.include('30. November 2026, 17:00');
  });
});
