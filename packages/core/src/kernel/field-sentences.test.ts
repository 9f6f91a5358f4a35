import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { z } from 'zod';
import { inGerman } from './field-sentences.ts';
import { text } from './shapes.ts';
import { detailsOf } from './validation.ts';

const sources = new URL('../', import.meta.url);
/** Where a schema or a use case says in words of its own what is wrong with a field. */
const places = [
  /\berror: (?<quote>['`])(?<said>[A-Z].*?)\k<quote>[,\n ]/gu,
  /\.(?:regex\(\/.*\/u?|guid\(|url\(.*), ?(?<quote>')(?<said>[A-Z].*?)'\)/gu,
  /'field\.\w+',\s*(?:message: )?(?<quote>['`])(?<said>[A-Z].*?)\k<quote>/gu,
  /invalidField\(\s*[^,]+,\s*'[^']+',\s*(?<quote>['`])(?<said>[A-Z].*?)\k<quote>,?\s*\)/gu,
];

describe('sentences about fields', () => {
  const faults: [z.ZodType, unknown, string][] = [
    [z.string(), undefined, 'Geben Sie dieses Feld an.'],
    [z.int(), '7', 'Schreiben Sie eine Zahl, ohne Anführungszeichen.'],
    [z.string().min(1), '', 'Schreiben Sie mindestens 1 Zeichen.'],
    [z.string().max(3), 'abcd', 'Schreiben Sie höchstens 3 Zeichen.'],
    [z.array(z.string()).min(2), ['a'], 'Geben Sie mindestens 2 Einträge an.'],
    [z.int().max(9), 10, 'Schreiben Sie höchstens 9.'],
    [z.enum(['own', 'any']), 'all', 'Schreiben Sie eines von own, any.'],
    [z.literal('DELETE'), 'delete', 'Schreiben Sie DELETE.'],
    [z.int().multipleOf(15), 7, 'Schreiben Sie ein Vielfaches von 15.'],
    [z.strictObject({}), { colour: 1 }, 'Lassen Sie dieses Feld weg; es ist hier unbekannt.'],
    [text(5), 'abcdef', 'Geben Sie 1 bis 5 Zeichen an.'],
  ];
  for (const [schema, value, german] of faults) {
    it(`are German too: ${german}`, () => {
      const parsed = schema.safeParse(value, { reportInput: true });
      const said = parsed.success ? [] : detailsOf(parsed.error).map(({ message }) => inGerman(message));

      expect(said).to.deep.equal([german]);
    });
  }

  it('are German wherever a schema or a use case words them itself', () => {
    const said = readdirSync(sources, { recursive: true })
      .map(String)
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('testing'))
      .map((name) => readFileSync(new URL(name, sources), 'utf8'))
      .flatMap((source) => places.flatMap((place) => [...source.matchAll(place)]))
      .map(({ groups }) => (groups?.said ?? '').replaceAll(/\$\{[^}]*\}/g, '7'));

    expect(said).to.include('Give 7 to 7 characters.').and.include('Send at least one field to change.');
    expect(said.filter((sentence) => inGerman(sentence) === null)).to.deep.equal([]);
  });

  it('stay as they are where there is no German for them', () => {
    expect(inGerman('There is no such account.')).to.equal(null);
  });
});
