import { expect } from 'chai';
import { proposalsIn } from '../../../core/src/lifecycle/extraction/rules/proposals.ts';
import { extractionVectors } from '../../../core/src/lifecycle/testing/vectors.ts';
import { namedDatesIn } from './named-dates.ts';

const whole = { x: 0, y: 0, width: 1, height: 1 };

describe('dates and numbers in lines of text', () => {
  for (const { id, note, input, expect: expected } of extractionVectors.cases)
    it(`EXT-3: ${id}${note === '' ? '' : `: ${note}`}`, () => {
      const pages = input.pages.map(({ page, method, ocrConfidence = null, lines }) => ({
        page,
        method,
        lines: lines.map((text) => ({
          text,
          namedDates: namedDatesIn(text, input.languages, input.referenceInstant),
          words: [{ start: 0, end: text.length, box: whole, confidence: ocrConfidence }],
        })),
      }));

      const found = proposalsIn(pages, {
        kinds: ['dates', 'identifiers', 'mrz'],
        dateOrder: input.dateOrder,
        asOf: input.referenceInstant.slice(0, 10),
      });

      expect(found.map(({ boundingBox: _, method: __, ...rest }) => rest)).to.deep.equal(expected);
    });

  const named: readonly (readonly [string, string, readonly string[]])[] = [
    ['en', 'From 1 March 2026 to 28 February 2027', ['2026-03-01', '2027-02-28']],
    ['en', '1 March 2026 – 28 February 2027', ['2026-03-01', '2027-02-28']],
    ['en', 'the 1st of March 2026', ['2026-03-01']],
    ['en', 'March 2026, in 3 weeks, on Monday, tomorrow', []],
    ['en', '30 days after 1 March 2027', []],
    ['de', 'vom 1. März 2026 bis 28. Februar 2027', ['2026-03-01', '2027-02-28']],
    ['fr', 'le 1er mars 2027', ['2027-03-01']],
    ['it', 'scade il 15 aprile 2032', ['2032-04-15']],
    ['nl', 'geldig tot 15 april 2032', ['2032-04-15']],
    ['pt', '15 de abril de 2032', ['2032-04-15']],
    ['sv', '15 april 2032', ['2032-04-15']],
    ['zh', '有效期至 2032年4月15日', ['2032-04-15']],
    // No parser knows this language.
    ['pl', '15 kwietnia 2032', []],
  ];
  for (const [language, line, dates] of named)
    it(`EXT-13: “${line}” in ${language} has ${dates.length} whole dates`, () =>
      expect(
        namedDatesIn(line, [language], '2026-01-15T00:00:00.000Z').map(({ date }) => date),
      ).to.deep.equal(dates));
});
