import { expect } from 'chai';
import fc from 'fast-check';
import { germanRuleWords, recurrenceText } from './index.ts';
import { anySeries, rules } from './testing/any-rule.ts';

const sentences = {
  'FREQ=DAILY': 'Every day',
  'FREQ=DAILY;INTERVAL=2;COUNT=1': 'Every 2 days, once',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR': 'Every day on weekdays',
  'FREQ=WEEKLY;COUNT=4': 'Every week on Monday, 4 times',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20260330T215959Z':
    'Every 2 weeks on Monday and Wednesday, until 30 March 2026',
  'FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU':
    'Every week on Monday, Wednesday and Friday, weeks beginning on Sunday',
  'FREQ=MONTHLY': 'Every month on day 2',
  'FREQ=MONTHLY;BYMONTHDAY=-1': 'Every month on the last day',
  'FREQ=MONTHLY;BYMONTHDAY=-2,15': 'Every month on the second to last day and day 15',
  'FREQ=MONTHLY;BYDAY=2MO': 'Every month on the second Monday',
  'FREQ=MONTHLY;BYDAY=-1FR': 'Every month on the last Friday',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1': 'Every month on the last weekday',
  'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1': 'Every month on the first Saturday or Sunday',
  'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR': 'Every month on Friday, only where that is day 13',
  'FREQ=YEARLY': 'Every year on 2 March',
  'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU': 'Every year on the last Sunday in March',
  'FREQ=YEARLY;BYMONTH=3,9': 'Every year on day 2 in March and September',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU':
    'Every week on Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday',
  'FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12':
    'Every year on day 2 in January, February, March, April, May, June, July, August, September, October, November and December',
  'FREQ=MONTHLY;BYDAY=1MO,2MO,3MO,4MO,5MO':
    'Every month on the first Monday, the second Monday, the third Monday, the fourth Monday and the fifth Monday',
  'FREQ=MONTHLY;BYMONTHDAY=-5,-6': 'Every month on the 6th to last day and the fifth to last day',
  'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=11,12,13,21,22,23,24':
    'Every month on the 11th, 12th, 13th, 21st, 22nd, 23rd and 24th day among day 1',
  'FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYSETPOS=22': 'Every month on the 22nd day among day 1, day 2 and day 3',
};

const german = {
  'FREQ=DAILY;INTERVAL=2;COUNT=1': 'Alle 2 Tage, einmal',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR': 'Jeden Tag von Montag bis Freitag',
  'FREQ=WEEKLY;COUNT=4': 'Jede Woche am Montag, 4-mal',
  'FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU':
    'Jede Woche am Montag, Mittwoch und Freitag, Wochen beginnen am Sonntag',
  'FREQ=MONTHLY': 'Jeden Monat am 2.',
  'FREQ=MONTHLY;BYMONTHDAY=-3,15': 'Jeden Monat am drittletzten Tag und 15.',
  'FREQ=MONTHLY;BYDAY=2MO': 'Jeden Monat am zweiten Montag',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1': 'Jeden Monat am letzten Werktag (Montag bis Freitag)',
  'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR': 'Jeden Monat am Freitag, nur am 13. des Monats',
  'FREQ=YEARLY': 'Jedes Jahr am 2. März',
  'FREQ=YEARLY;BYMONTH=3,9': 'Jedes Jahr am 2. im März und September',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU':
    'Jede Woche am Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag und Sonntag',
  'FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12':
    'Jedes Jahr am 2. im Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November und Dezember',
  'FREQ=MONTHLY;BYDAY=1MO,2MO,3MO,4MO,5MO':
    'Jeden Monat am ersten Montag, zweiten Montag, dritten Montag, vierten Montag und fünften Montag',
  'FREQ=MONTHLY;BYMONTHDAY=-5,-6': 'Jeden Monat am 6.-letzten Tag und fünftletzten Tag',
  'FREQ=YEARLY;INTERVAL=2;UNTIL=20300330T215959Z': 'Alle 2 Jahre am 2. März, bis 30. März 2030',
};

describe('recurrenceText', () => {
  for (const [rrule, sentence] of Object.entries(german)) {
    it(`MTG-111: says ${sentence}`, () => {
      const given = { localStart: '2026-03-02T09:00:00', timeZone: 'Europe/Berlin' };
      const recurrence = { rrule, exdates: [], rdates: [] };
      expect(recurrenceText(recurrence, given, rules, germanRuleWords)).to.equal(sentence);
    });
  }

  const start = { localStart: '2026-03-02T09:00:00', timeZone: 'Europe/Berlin' };

  for (const [rrule, sentence] of Object.entries(sentences)) {
    it(`MTG-111: says ${sentence}`, () => {
      expect(recurrenceText({ rrule, exdates: [], rdates: [] }, start, rules)).to.equal(sentence);
    });
  }

  it('MTG-111: counts the dates that are left out and those that are added', () => {
    const recurrence = {
      rrule: 'FREQ=WEEKLY',
      exdates: ['2026-03-09T09:00:00'],
      rdates: ['2026-03-10T09:00:00', '2026-03-11T09:00:00'],
    };

    expect(recurrenceText(recurrence, start, rules)).to.equal(
      'Every week on Monday, without 1 date, and 2 dates',
    );
  });

  it('MTG-111: has words for every rule', () => {
    fc.assert(
      fc.property(anySeries, ({ recurrence, series }) => {
        expect(recurrenceText(recurrence, series, rules)).to.match(/^Every [\w ,]+$/);
        expect(recurrenceText(recurrence, series, rules, germanRuleWords)).to.match(
          /^(Alle|Jede[ns]?) [\wüä ,.()-]+$/,
        );
      }),
    );
  });
});
