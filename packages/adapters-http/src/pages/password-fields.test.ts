import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const folder = fileURLToPath(new URL('../../browser/', import.meta.url));
const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, source: readFileSync(`${folder}${name}`, 'utf8') }));

/** Every field of a page that says of itself that it is a password, by its name or its purpose. */
const fields = scripts.flatMap(({ name, source }) =>
  [...source.matchAll(/\{[^{}]*\b(?:name: '\w*[pP]assword'|autocomplete: '\w+-password')[^{}]*\}/g)].map(
    ([field]) => ({ name, field }),
  ),
);

describe('password fields of the pages', () => {
  it('masks every password', () => {
    expect(fields.filter(({ field }) => !/\btype: 'password'/.test(field))).to.deep.equal([]);
    expect(fields.length).to.be.greaterThan(3);
  });

  it('says to password managers which password it asks for', () => {
    expect(
      fields.filter(({ field }) => !/\bautocomplete: '(current|new)-password'/.test(field)),
    ).to.deep.equal([]);
  });

  it('stops nobody from pasting', () => {
    expect(scripts.filter(({ source }) => /paste/i.test(source)).map(({ name }) => name)).to.deep.equal([]);
  });
});
