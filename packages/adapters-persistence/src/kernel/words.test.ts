import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { callsOf } from '../testing/explained.ts';
import { hasWords, patternOf, patternOfBeginning } from './words.ts';

onBothDatabases('words in texts', (database) => {
  const texts = ['Größe of Ada', 'ADA, grosse', 'Ada', null];
  const found = async (condition: string, word: unknown) =>
    (
      await database().pool.query<{ text: string | null }>(
        `select text from unnest($2::text[]) text where ${condition}`,
        [word, texts],
      )
    ).rows.map(({ text }) => text);

  it('are all found, whatever their case and accents; what has no text is left to others', async () => {
    expect(await found(hasWords('text', '$1'), ['grosse', 'ada'])).to.deep.equal([
      ...texts.slice(0, 2),
      null,
    ]);
    expect(await found(hasWords('text', '$1'), [])).to.deep.equal(texts);
    expect(await found(hasWords('text', '$1'), ['', 'GRÖSSE'])).to.deep.equal([...texts.slice(0, 2), null]);
    expect(await found(`lower(text) like ${patternOf('$1')}`, 'ADA')).to.deep.equal(texts.slice(0, 3));
    expect(await found(`' ' || lower(text) like ${patternOfBeginning('$1')}`, 'gross')).to.deep.equal([
      texts[1],
    ]);
  });

  for (const [name, condition] of [
    ['patternOf', `text like ${patternOf('$1::text')}`],
    ['patternOfBeginning', `text like ${patternOfBeginning('$1::text')}`],
    ['hasWords', hasWords('text', 'array[$1::text]')],
  ] as const)
    it(`are compared by a pattern that ${name} makes once, in a plan for any values`, async () => {
      const calls = await callsOf('chancery_search_pattern', database(), 'workspace', (sql) =>
        sql(
          `select from (select 'text ' || n text from generate_series(1, 50) n offset 0) t where ${condition}`,
          ['text'],
        ),
      );
      expect(calls).to.equal(1);
    });
});
