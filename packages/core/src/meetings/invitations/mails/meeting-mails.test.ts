import { expect } from 'chai';
import { momentTimeZoneRules } from '../../../kernel/time-zones.ts';
import { meetingCancelledMail } from './meeting-cancelled.ts';
import { type MeetingMailInput, meetingInvitationMail } from './meeting-invitation.ts';
import { meetingOrganizerChangedMail } from './meeting-organizer-changed.ts';
import { meetingReminderMail } from './meeting-reminder.ts';
import { meetingResponsesMail } from './meeting-responses.ts';
import { meetingUpdatedMail } from './meeting-updated.ts';

const joinLink = 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1&invite=TOKEN';
const rules = momentTimeZoneRules();
const input: MeetingMailInput & { startsAt: string } = {
  locale: 'en-US',
  organizerName: 'Ann Example',
  recipientName: 'Bo',
  title: 'Review',
  description: 'Bring the numbers.',
  startsAt: '2026-11-30T08:00:00.000Z',
  durationMinutes: 90,
  timeZone: 'Europe/Berlin',
  ownTimeZone: null,
  furtherStarts: [],
  series: null,
  brand: { name: 'Clinic', logoUrl: null },
  allowTentative: true,
  answerFor: null,
  joinLink,
  note: null,
  rules,
};
const anInvitation = (changes: Partial<Parameters<typeof meetingInvitationMail>[0]> = {}) =>
  meetingInvitationMail({ ...input, takesReplies: false, ...changes });
const letter = {
  title: 'Review',
  joinCode: 'kwmtf-hprzd',
  timeZone: 'Europe/Berlin',
  startsAt: input.startsAt,
  organizerName: 'Ann Example',
  address: 'ann@example.com',
  locale: 'en',
};
const factsOf = (text: string) =>
  text.split('\n').filter((line) => /^(When|Length|Time zone|Also on|Until now|Your time): /.test(line));

describe('meetingInvitationMail', () => {
  it('MTG-111: says how a series repeats, in the language of the mail', () => {
    const rrule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20270330T215959Z';
    const recurrence = { rrule, exdates: ['2026-12-14T09:00:00'], rdates: [] };
    const series = { recurrence, localStart: '2026-11-30T09:00:00' };

    expect(anInvitation({ series }).text).to.include(
      '\nRepeats: Every 2 weeks on Monday and Wednesday, until 30 March 2027, without 1 date\n',
    );
    expect(anInvitation({ series, locale: 'de-AT' }).text).to.include(
      '\nWiederholt sich: Alle 2 Wochen am Montag und Mittwoch, bis 30. März 2027, ohne 1 Termin\n',
    );
    expect(anInvitation().text).to.not.include('Repeats');
  });

  it('says who invites, to what, when, how long, and how to join', () => {
    const { subject, text, html } = anInvitation({ note: 'Please come' });

    expect(subject).to.equal('Invitation: Review (Monday, 30 November 2026, 09:00)');
    expect(text).to.equal(
      [
        'Clinic',
        'Hello Bo,',
        'Ann Example invites you to “Review”.',
        'When: Monday, 30 November 2026, 09:00–10:30\nLength: 1 h 30 min\nTime zone: Europe/Berlin (UTC+01:00)\nOrganizer: Ann Example',
        `Will you come?\nYes: ${joinLink}&answer=accepted\nMaybe: ${joinLink}&answer=tentative\nNo: ${joinLink}&answer=declined`,
        `Join the meeting:\n${joinLink}`,
        'Ann Example writes:\n> Please come',
        'Description:\n> Bring the numbers.',
        '-- \nThe links are yours alone and need no passcode; please do not pass them on.\n',
      ].join('\n\n'),
    );
    expect(html).to.include(
      'href="https://app.example.com/?room=kwmtf-hprzd&amp;prejoin=1&amp;invite=TOKEN"',
    );
    expect(html).to.include('<html lang="en">');
  });

  it('MTG-108: asks for an answer in text and HTML, in English and German, and offers Maybe only where the meeting allows it', () => {
    const linksOf = (html: string) =>
      [...html.matchAll(/<a class="answer" href="([^"]+)"[^>]*>([^<]+)</g)].map(([, url, label]) => [
        label,
        url?.replaceAll('&amp;', '&'),
      ]);
    const english = anInvitation();
    const german = anInvitation({ locale: 'de', allowTentative: false, answerFor: 'SESSION' });

    expect(linksOf(english.html)).to.deep.equal([
      ['Yes', `${joinLink}&answer=accepted`],
      ['Maybe', `${joinLink}&answer=tentative`],
      ['No', `${joinLink}&answer=declined`],
    ]);
    expect(german.text).to.include(
      `\n\nKommen Sie?\nJa: ${joinLink}&answer=accepted&session=SESSION\nNein: ${joinLink}&answer=declined&session=SESSION\n\n`,
    );
    expect(linksOf(german.html).map(([label]) => label)).to.deep.equal(['Ja', 'Nein']);
  });

  it('MTG-108: speaks of answering from the calendar entry only where replies are taken in', () => {
    const says = (locale: string, takesReplies: boolean) => {
      const { text, html } = anInvitation({ locale, takesReplies });
      return [text, html].map((form) => /calendar entry|Kalendereintrag/.test(form));
    };

    expect([says('en', false), says('de', false)]).to.deep.equal(Array(2).fill([false, false]));
    expect([says('en', true), says('de', true)]).to.deep.equal(Array(2).fill([true, true]));
  });

  it('MTG-108: a change of time and a reminder ask where there is no answer, and no mail asks whoever has answered', () => {
    const asks = ({ text }: { readonly text: string }) => text.includes('Will you come?');
    const reminder = (unanswered: boolean) =>
      meetingReminderMail({ ...input, unanswered, isRegistered: false });
    const change = (answerAnew: boolean) => meetingUpdatedMail({ ...input, before: null, answerAnew });

    expect([asks(change(true)), asks(reminder(true))]).to.deep.equal([true, true]);
    expect([asks(change(false)), asks(reminder(false))]).to.deep.equal([false, false]);
    expect(asks(meetingCancelledMail({ ...input, cancelled: 'meeting' }))).to.equal(false);
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

  it('says UTC once, and an offset west of Greenwich with its half hour', () => {
    expect(factsOf(anInvitation({ timeZone: 'UTC' }).text).at(-1)).to.equal('Time zone: UTC');
    expect(factsOf(anInvitation({ timeZone: 'America/St_Johns' }).text).at(-1)).to.equal(
      'Time zone: America/St_Johns (UTC−03:30)',
    );
  });

  it('names the next dates of a series', () => {
    const { text } = anInvitation({
      furtherStarts: ['2026-12-07T08:00:00.000Z', '2026-12-14T08:00:00.000Z'],
    });

    expect(factsOf(text)[1]).to.equal(
      'Also on: Monday, 7 December 2026, 09:00 · Monday, 14 December 2026, 09:00',
    );
  });

  it("meetings 7.5: shows the recipient's own time where their clock shows another", () => {
    const facts = (ownTimeZone: string) => factsOf(anInvitation({ ownTimeZone }).text);

    expect(facts('America/New_York').at(-1)).to.equal(
      'Your time: Monday, 30 November 2026, 03:00–04:30 (America/New_York)',
    );
    expect(facts('Europe/Vienna')).to.have.lengthOf(3);
  });

  it('has no time for a room whose door stands open', () => {
    const { subject, text } = anInvitation({ startsAt: null });

    expect(subject).to.equal('Invitation: Review');
    expect(factsOf(text)).to.deep.equal([]);
  });

  it('makes no markup of what people wrote', () => {
    const evil = '<img src=x onerror=alert(1)> & "quotes"';
    const mails = [
      anInvitation({ title: evil, description: evil, note: evil, organizerName: evil, recipientName: evil }),
      meetingUpdatedMail({ ...input, title: evil, before: null, answerAnew: false }),
      meetingCancelledMail({ ...input, title: evil, note: evil, cancelled: 'meeting' }),
      meetingReminderMail({ ...input, title: evil, note: evil, unanswered: true, isRegistered: false }),
      meetingResponsesMail({
        letter: { ...letter, title: evil },
        responses: [
          {
            displayName: evil,
            status: 'accepted',
            comment: evil,
            proposedStartAt: null,
            sessionStartsAt: null,
          },
        ],
        joinUrl: joinLink,
        rules,
      }),
      meetingOrganizerChangedMail({
        letter: { ...letter, title: evil },
        formerName: evil,
        joinUrl: joinLink,
        rules,
      }),
    ];

    for (const { html } of mails) {
      expect(html).to.include('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;');
      expect(html).to.not.include('<img');
    }
  });
});

describe('meetingUpdatedMail', () => {
  const before = { startsAt: '2026-11-30T07:00:00.000Z', durationMinutes: 60 };

  it('says old and new', () => {
    const { subject, text } = meetingUpdatedMail({ ...input, before, answerAnew: true });

    expect(subject).to.equal('Changed: Review (Monday, 30 November 2026, 09:00)');
    expect(factsOf(text).slice(0, 2)).to.deep.equal([
      'Until now: Monday, 30 November 2026, 08:00–09:00',
      'When: Monday, 30 November 2026, 09:00–10:30',
    ]);
    expect(text).to.include('“Review” has a new time.').and.include('Please say again whether you come');
  });

  it('speaks German, and of other changes without old times', () => {
    const { subject, text } = meetingUpdatedMail({ ...input, locale: 'de', before: null, answerAnew: false });

    expect(subject).to.equal('Geändert: Review (Montag, 30. November 2026, 09:00)');
    expect(text).to.include('„Review“ wurde geändert.').and.not.include('Bisher');
  });
});

describe('meetingCancelledMail', () => {
  it('tells what is cancelled, with the reason and without a link', () => {
    const of = (cancelled: 'meeting' | 'session' | 'invitation', locale = 'en') =>
      meetingCancelledMail({ ...input, locale, note: 'Holiday', cancelled });

    expect(of('meeting').subject).to.equal('Cancelled: Review (Monday, 30 November 2026, 09:00)');
    expect(of('session').text).to.include('The other dates stay as they are.').and.include('> Holiday');
    expect(of('invitation').text).to.include('Ann Example took your invitation to “Review” back.');
    expect(of('invitation', 'de').subject).to.equal(
      'Nicht mehr eingeladen: Review (Montag, 30. November 2026, 09:00)',
    );
    expect(of('meeting').text).to.not.include('https://');
  });
});

describe('meetingReminderMail, meetingResponsesMail, meetingOrganizerChangedMail', () => {
  it('remind of the session, and of the answer where there is none', () => {
    const open = meetingReminderMail({ ...input, unanswered: true, isRegistered: false });
    const answered = meetingReminderMail({ ...input, locale: 'de', unanswered: false, isRegistered: false });

    expect(open.subject).to.equal('Reminder: Review (Monday, 30 November 2026, 09:00)');
    expect(open.text).to.include('You have not said yet whether you come.').and.include(joinLink);
    expect(answered.text).to.include('„Review“ steht bevor.').and.not.include('Sie haben noch nicht');
  });

  it('tell who answered what', () => {
    const { subject, text } = meetingResponsesMail({
      letter: { ...letter, locale: 'de' },
      responses: [
        {
          displayName: 'Cleo',
          status: 'declined',
          comment: 'Verreist',
          proposedStartAt: '2026-12-01T08:00:00.000Z',
          sessionStartsAt: input.startsAt,
        },
      ],
      joinUrl: joinLink,
      rules,
    });

    expect(subject).to.equal('Eine Antwort: Review');
    expect(text).to.include(
      'Cleo: kommt nicht, am Montag, 30. November 2026, 09:00, schlägt vor: Dienstag, 1. Dezember 2026, 09:00',
    );
    expect(text).to.include('> Cleo: Verreist');
  });

  it('tell the new organizer from whom it came', () => {
    const { subject, text } = meetingOrganizerChangedMail({
      letter,
      formerName: 'Bo',
      joinUrl: joinLink,
      rules,
    });

    expect(subject).to.equal('You now organize: Review');
    expect(text).to.include('Bo has left the workspace').and.include('Next: Monday, 30 November 2026, 09:00');
  });
});
