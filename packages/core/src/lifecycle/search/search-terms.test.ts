import { expect } from 'chai';
import { termsOf } from './search-terms.ts';
import { snippetOf } from './snippets.ts';

describe('the terms of a search', () => {
  const queries: Readonly<Record<string, [string[], string[]]>> = {
    'liability insurance': [['liability', 'insurance'], []],
    '"liability insurance" -draft': [['liability insurance'], ['draft']],
    'a -"very old" b': [['a', 'b'], ['very old']],
    'a - b': [['a', 'b'], []],
    '"no end here': [['no end here'], []],
    'twice twice': [['twice'], []],
    '... -- "!"': [[], []],
    '': [[], []],
  };
  for (const [query, [wanted, excluded]] of Object.entries(queries))
    it(`OPS-6: of ${JSON.stringify(query)} are ${JSON.stringify({ wanted, excluded })}`, () => {
      expect(termsOf(query)).to.deep.equal({ wanted, excluded });
    });
});

describe('a snippet', () => {
  it('OPS-6: is found without case and accents, at the beginnings and ends of words', () => {
    expect(snippetOf('Prüfung der STRASSE', ['straße'])).to.equal('Prüfung der STRASSE');
    expect(snippetOf('Prüfung der Straße', ['prufung'])).to.equal('Prüfung der Straße');
    expect(snippetOf('Vorprüfung', ['prüfung'])).to.equal(null);
    expect(snippetOf('a policy-number of it', ['policy number'])).to.equal('a policy-number of it');
  });

  it('shows some of the text around the word, on one line', () => {
    const text = `${'before '.repeat(50)}needle\n${'after '.repeat(50)}`;

    const snippet = snippetOf(text, ['needle']) ?? '';

    expect(snippet)
      .to.match(/^….*before needle after.*…$/)
      .and.have.length.at.most(245);
  });
});
