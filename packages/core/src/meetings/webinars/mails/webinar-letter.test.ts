import { expect } from 'chai';
import { momentTimeZoneRules } from '../../../kernel/time-zones.ts';
import { registrationStatuses } from '../registration.ts';
import { type WebinarLetterInput, webinarLetter } from './webinar-letter.ts';

const letters = [
  ...registrationStatuses,
  'changed',
  'called_off',
  'session_changed',
  'session_cancelled',
] as const;
const aLetter = (changes: Partial<WebinarLetterInput> = {}) =>
  webinarLetter({
    locale: 'en',
    brand: { name: 'Clinic', logoUrl: null },
    answersReachOrganizer: true,
    letter: 'approved',
    recipientName: 'Cleo',
    title: 'Spring <release>',
    organizerName: 'Ada',
    occurrences: [
      { startsAt: '2026-11-30T09:00:00.000Z', endsAt: '2026-11-30T10:00:00.000Z' },
      { startsAt: '2026-12-07T09:00:00.000Z', endsAt: '2026-12-07T10:00:00.000Z' },
    ],
    timeZone: 'America/New_York',
    reason: null,
    link: 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1&registration=TOKEN',
    rules: momentTimeZoneRules(),
    ...changes,
  });

describe('webinarLetter', () => {
  it('says when, in the zone of the reader, and how many dates follow', () => {
    const { subject, text, html } = aLetter();

    expect(subject).to.equal('You are registered: Spring <release>');
    expect(text).to.equal(
      [
        'Clinic',
        'Hello Cleo,',
        'You have a place in “Spring <release>”. One registration is for every date.',
        'When: Monday, 30 November 2026, 04:00–05:00 (and one more date)\nTime zone: America/New_York\nOrganizer: Ada',
        'Join the webinar:\nhttps://app.example.com/?room=kwmtf-hprzd&prejoin=1&registration=TOKEN',
        '-- \nThe link is yours alone and needs no passcode; please do not pass it on.\n',
      ].join('\n\n'),
    );
    expect(html).to.include('Spring &lt;release&gt;').and.not.include('<release>');
  });

  it('speaks German', () => {
    const { subject, text } = aLetter({ locale: 'de-AT', letter: 'declined', reason: 'Voll', link: null });

    expect(subject).to.equal('Anmeldung abgelehnt: Spring <release>');
    expect(text)
      .to.include('Guten Tag Cleo,')
      .and.include('Begründung:\n> Voll')
      .and.include('Wann: Montag, 30. November 2026');
    expect(text).to.not.include('https://');
  });

  for (const locale of ['en', 'de'])
    it(`has a subject of its own for each state in ${locale}`, () => {
      const subjects = letters.map((letter) => aLetter({ locale, letter }).subject);

      expect(new Set(subjects).size).to.equal(letters.length);
    });

  it('leaves the time out where nothing is to come', () => {
    expect(aLetter({ letter: 'cancelled', occurrences: [], link: null }).text).to.not.match(/When|Time zone/);
  });
});
