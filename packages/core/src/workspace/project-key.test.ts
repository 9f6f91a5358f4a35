import { expect } from 'chai';
import fc from 'fast-check';
import { freeProjectKey, initialOf, projectColorOf, projectKeysOf } from './project-key.ts';

const firstKeys = (name: string, count: number) => {
  const keys = projectKeysOf(name);
  return Array.from({ length: count }, () => keys.next().value);
};

describe('projectKeysOf', () => {
  it('PRJ-1: suggests initials, then letters, then digits', () => {
    expect(firstKeys('Annual General Meeting', 4)).to.deep.equal(['AGM', 'ANN', 'ANNU', 'ANNUA']);
    expect(firstKeys('Ämter', 6)).to.deep.equal(['AMT', 'AMTE', 'AMTER', 'AMT2', 'AMT3', 'AMT4']);
    expect(firstKeys('2026 audit plan', 1)).to.deep.equal(['AP']);
    expect(firstKeys('X', 2)).to.deep.equal(['X2', 'X3']);
    expect(firstKeys('予算', 2)).to.deep.equal(['PRJ', 'PRJ2']);
  });

  it('PRJ-1: suggests valid keys only, of one initial, none twice, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (name) => {
        const keys = firstKeys(name, 120);
        expect(new Set(keys).size).to.equal(keys.length);
        for (const key of keys)
          expect(key)
            .to.match(/^[A-Z][A-Z0-9]{1,9}$/)
            .and.satisfy((text: string) => text.startsWith(initialOf(name)));
      }),
    );
  });

  it('PRJ-1: suggests a key once if initials and digits give the same one twice', () => {
    expect(firstKeys('O 12', 4)).to.deep.equal(['O1', 'O12', 'O13', 'O14']);
  });

  it('PRJ-1: the free key is the first that is not taken', () => {
    expect(freeProjectKey('Ox', new Set())).to.equal('OX');
    expect(freeProjectKey('Ox', new Set(['OX', 'OX2', 'OX4']))).to.equal('OX3');
  });
});

describe('projectColorOf', () => {
  it('PRJ-1: a key has one of twelve colours, and always the same', () => {
    const colors = Array.from({ length: 300 }, (_, index) => projectColorOf(`K${index}`));

    expect(new Set(colors).size).to.equal(12);
    for (const color of colors) expect(color).to.match(/^#[0-9a-f]{6}$/);
    expect(projectColorOf('AGM')).to.equal(projectColorOf('AGM'));
  });
});
