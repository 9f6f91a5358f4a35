import type { governance } from '@chancery/core';
import { expect } from 'chai';
import { run } from './find-proposals-task.ts';
import { version } from './testing/versions.ts';

type Asked = Partial<governance.IntelligenceAsked>;

const findings = (versions: readonly governance.ReadVersion[], asked: Asked = {}) =>
  run({
    kinds: ['summary', 'timeline', 'follow_up_candidates', 'inconsistencies'],
    language: 'en',
    openFollowUps: [],
    ...asked,
    versions,
  });
const of = <K extends governance.FindingKind>(
  kind: K,
  versions: governance.ReadVersion[],
  asked: Asked = {},
) => findings(versions, { kinds: [kind], ...asked }) as (governance.ProposedFinding & { kind: K })[];

describe('the rules that look for findings', () => {
  it('name the dates of a text, explicit ones and those that are counted from the entry, and the date of the entry', () => {
    const found = of('timeline', [
      version({
        title: 'First interview',
        body: 'Her mother moved out on 3 March 2026. She started school in August 2025. She calls tomorrow. Nothing else.',
      }),
    ]);

    expect(found.map(({ text, data: { date, precision } }) => [text, date, precision])).to.deep.equal([
      ['She started school in August 2025.', '2025-08-01', 'month'],
      ['Her mother moved out on 3 March 2026.', '2026-03-03', 'day'],
      ['First interview', '2026-05-04', 'day'],
      ['She calls tomorrow.', '2026-05-05', 'day'],
    ]);
    expect(found.map(({ confidence }) => confidence)).to.deep.equal([0.9, 0.9, 1, 0.7]);
  });

  it('count from the clock on the wall, so that the evening of a day is still that day', () => {
    const [own, named] = of('timeline', [
      version({ occurredOn: '2026-05-04T23:30:00', body: 'He called today.' }),
    ]);
    expect([own?.data.date, named?.data.date]).to.deep.equal(['2026-05-04', '2026-05-04']);
  });

  it('read German as they read English', () => {
    const entries = [
      version({
        body: 'Am 3. März 2026 zog die Mutter aus. Wir werden die Schule bis zum 12. Mai 2026 anrufen. Dringend zu erledigen: Antrag stellen. Wir werden das nicht tun. Der Antrag wurde gestellt.',
      }),
    ];
    const asked = { language: 'de-CH' };

    expect(of('timeline', entries, asked).map(({ data }) => data.date)).to.deep.equal([
      '2026-03-03',
      '2026-05-04',
      '2026-05-12',
    ]);
    expect(of('follow_up_candidates', entries, asked).map(({ data }) => data)).to.deep.equal([
      {
        title: 'Wir werden die Schule bis zum 12. Mai 2026 anrufen.',
        dueOn: '2026-05-12',
        priority: 'medium',
      },
      { title: 'Dringend zu erledigen: Antrag stellen.', dueOn: null, priority: 'high' },
    ]);
  });

  it('propose what is to be done, and nothing that is denied, over, or noted already', () => {
    const body = [
      'We will call the school by 12 May 2026.',
      'Refer her to the clinic immediately.',
      'We will not call the father.',
      'The school was to arrange a visit.',
      'Arrange a visit at home on Friday.',
      'She likes music.',
    ].join(' ');
    const found = of('follow_up_candidates', [version({ body })], {
      openFollowUps: ['Refer her to the clinic'],
    });

    expect(found.map(({ data }) => data)).to.deep.equal([
      { title: 'We will call the school by 12 May 2026.', dueOn: '2026-05-12', priority: 'medium' },
      { title: 'Arrange a visit at home on Friday.', dueOn: '2026-05-08', priority: 'medium' },
    ]);
    const without = of('follow_up_candidates', [version({ body })]);
    expect(without.map(({ data }) => data.priority)).to.deep.equal(['medium', 'high', 'medium']);
  });

  it('sum up a case in at most eight sentences, word for word, in time order, without repeating themselves', () => {
    const sentences = Array.from(
      { length: 12 },
      (_, at) => `The visit number ${at} dealt with topic${at} and item${at}.`,
    );
    const later = version({ occurredOn: '2026-05-06T10:00:00', body: sentences.slice(6).join(' ') });
    const earlier = version({ body: [...sentences.slice(0, 6), sentences[0]].join(' ') });

    const found = of('summary', [later, earlier]);

    expect(found).to.have.length(8);
    expect(found.every(({ text }) => sentences.includes(text))).to.equal(true);
    expect(new Set(found.map(({ text }) => text)).size).to.equal(8);
    const days = found.map(({ citations: [place] }) => place?.artifactId === later.artifactId);
    expect(days).to.deep.equal([...days].sort());
  });

  it('prefer a sentence that concludes', () => {
    const plain = Array.from({ length: 20 }, (_, at) => `Something else${at} happened there${at}.`).join(' ');
    const found = of('summary', [version({ body: `${plain} Overall the plan holds together well.` })]);
    expect(found.map(({ text }) => text)).to.include('Overall the plan holds together well.');
  });

  it('find two values of one section within a week, and none further apart or of another subject', () => {
    const weighed = (value: number, over: object = {}) =>
      version({ templateId: 'template', sections: [['weight', 'number', String(value)]], ...over });
    const first = weighed(60);
    const second = weighed(72, { occurredOn: '2026-05-08T10:00:00' });

    const [found, ...others] = of('inconsistencies', [second, first]);

    expect(others).to.deep.equal([]);
    expect(found?.data).to.deep.equal({ rule: 'different_value', severity: 'medium' });
    expect(found?.citations.map(({ exact, artifactId }) => [exact, artifactId])).to.deep.equal([
      ['60', first.artifactId],
      ['72', second.artifactId],
    ]);
    expect(found?.text).to.equal('Two entries of the same days give different values: “60” and “72”.');
    expect(of('inconsistencies', [first, weighed(72, { occurredOn: '2026-05-20T10:00:00' })])).to.deep.equal(
      [],
    );
    expect(of('inconsistencies', [first, weighed(72, { subjectId: 'other' })])).to.deep.equal([]);
    expect(of('inconsistencies', [first, weighed(60)])).to.deep.equal([]);
  });

  it('find what one entry denies and another one says', () => {
    const found = of('inconsistencies', [
      version({ body: 'She has no known allergy to penicillin.' }),
      version({ body: 'The allergy to penicillin was treated. No known asthma.' }),
    ]);
    expect(
      found.map(({ data, citations }) => [data.rule, ...citations.map(({ exact }) => exact)]),
    ).to.deep.equal([
      ['negated_phrase', 'She has no known allergy to penicillin.', 'The allergy to penicillin was treated.'],
    ]);
  });

  it('find an age that does not fit the date of birth, and none that is a year off', () => {
    const aged = (age: number, birthDate: string | null) =>
      of('inconsistencies', [version({ body: `She is a ${age}-year-old student.`, birthDate })]);

    expect(aged(12, '2001-03-01').map(({ data }) => data.rule)).to.deep.equal(['age']);
    expect(aged(12, '2001-03-01')[0]?.citations.map(({ exact }) => exact)).to.deep.equal([
      '12-year-old',
      'An entry',
    ]);
    for (const fits of [aged(25, '2001-03-01'), aged(24, '2001'), aged(26, '2001-03'), aged(12, null)])
      expect(fits).to.deep.equal([]);
  });

  it('find an end before its beginning, in a sentence and in two sections', () => {
    const [inText] = of('inconsistencies', [
      version({ body: 'He was away from 12 March 2026 to 3 March 2026.' }),
    ]);
    expect(inText?.citations.map(({ exact }) => exact)).to.deep.equal(['12 March 2026', '3 March 2026']);
    const stay = (from: string, to: string) =>
      of('inconsistencies', [
        version({
          sections: [
            ['admitted_on', 'date', from],
            ['discharged_on', 'date', to],
          ],
        }),
      ]);
    expect(stay('2026-03-12', '2026-03-03').map(({ data }) => data.rule)).to.deep.equal(['end_before_start']);
    expect(stay('2026-03-03', '2026-03-12')).to.deep.equal([]);
    expect(of('inconsistencies', [version({ body: 'From 3 March 2026 to 12 March 2026.' })])).to.deep.equal(
      [],
    );
  });

  it('answer the same question in the same way, whatever the order of the entries', () => {
    const entries = [
      version({ body: 'We will call by 12 May 2026. She has no known allergy.' }),
      version({ body: 'An allergy was seen. Overall it went well.', occurredOn: '2026-05-05T09:00:00' }),
    ];
    expect(findings(entries)).to.deep.equal(findings(entries));
    expect(findings([...entries].reverse())).to.deep.equal(findings(entries));
  });
});
