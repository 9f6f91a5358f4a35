import { expect } from 'chai';
import { foldedWord, snippetOf, wantedWords } from './snippets.ts';

const looking = (query: string, stems: readonly string[] = []) => ({
  words: new Set(wantedWords(query).map(foldedWord)),
  stems,
});
const marked = (text: string, query: string, stems: readonly string[] = []) => {
  const { snippet, highlights } = snippetOf(text, looking(query, stems));
  return highlights.map(({ start, end }) => [...snippet].slice(start, end).join(''));
};

describe('a snippet of a record', () => {
  it('GOV-33: marks what was looked for, and not what was excluded or what stands between', () => {
    expect(wantedWords('alpha -beta "gamma delta" or -"not this" x-y')).to.deep.equal([
      'alpha',
      'gamma',
      'delta',
      'x',
      'y',
    ]);
    expect(marked('alpha beta or gamma', 'alpha -beta or gamma')).to.deep.equal(['alpha', 'gamma']);
  });

  it('GOV-33: marks words without regard to case, accents and endings', () => {
    expect(marked('MÜLLER, Straße und Mu\u0308ller', 'muller strasse')).to.deep.equal([
      'MÜLLER',
      'Straße',
      'Mu\u0308ller',
    ]);
    expect(marked('Interviews interviewing intervene', 'interview', ['interview'])).to.deep.equal([
      'Interviews',
      'interviewing',
    ]);
  });

  it('GOV-33: is at most 240 code points, begins with a sign that is seen, and counts pairs as one', () => {
    const text = `${'\u{1f600}'.repeat(300)} needle\n\t${'\u{1f601}'.repeat(300)}`;

    const { snippet, highlights } = snippetOf(text, looking('needle'));

    expect([...snippet]).to.have.length(240);
    expect(highlights).to.deep.equal([{ start: 80, end: 86 }]);
    expect(snippetOf('  nothing here  ', looking('needle'))).to.deep.equal({
      snippet: 'nothing here',
      highlights: [],
    });
    expect(snippetOf('', looking('needle'))).to.deep.equal({ snippet: '', highlights: [] });
  });
});
