import { expect } from 'chai';
import { directionalRuns } from './directional-runs.ts';

const shown = (text: string, given?: 'ltr' | 'rtl') => {
  const { direction, runs } = directionalRuns(text, given);
  return [direction, ...runs.map((run) => `${run.direction === 'rtl' ? '<' : '>'}${run.text}`)];
};

describe('the directions of a text', () => {
  for (const [text, expected] of [
    ['Ada Lovelace (1815)', ['ltr', '>Ada Lovelace (1815)']],
    ['', ['ltr', '>']],
    ['שלום', ['rtl', '<שלום']],
    ['Ada שלום Byron', ['ltr', '>Ada ', '<שלום', '> Byron']],
    ['דוד כהן (Law)', ['rtl', '<(', '>Law', '<דוד כהן )']],
    ['שלום 12 Ada', ['rtl', '>Ada', '< ', '>12', '<שלום ']],
    ['מחיר 12.50', ['rtl', '>12.50', '<מחיר ']],
    ['Ada (שלום', ['ltr', '>Ada (', '<שלום']],
  ] as const)
    it(`SEA-16: are found, and are in visual order: ${JSON.stringify(text)}`, () => {
      expect(shown(text)).to.deep.equal(expected);
    });

  it('SEA-16: the first strong character decides, unless the line is part of a paragraph', () => {
    expect(shown('12 Ada')[0]).to.equal('ltr');
    expect(shown('Ada', 'rtl')).to.deep.equal(['rtl', '>Ada']);
    expect(shown('12, Ada שלום', 'rtl')).to.deep.equal(['rtl', '< שלום', '>Ada', '<, ', '>12']);
  });

  it('SEA-16: characters that only steer are not shown, and blanks at the end go with the paragraph', () => {
    expect(shown('\u202eabc\u202c')).to.deep.equal(['ltr', '<abc']);
    expect(shown('Ada שלום ')).to.deep.equal(['ltr', '>Ada ', '<שלום', '> ']);
  });
});
