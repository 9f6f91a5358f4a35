import { expect } from 'chai';
import { renderTable, truncated, widthOf } from './table.ts';

describe('renderTable', () => {
  const plain = (_format: string, text: string) => text;

  it('aligns by what a terminal shows, not by code units', () => {
    expect(['é', '会議', '🎉', 'a\u0301'].map(widthOf)).to.deep.equal([1, 4, 2, 1]);
    const { text } = renderTable(
      [
        { title: '会議', n: 1 },
        { title: 'Board', n: 2 },
      ],
      80,
      plain,
    );
    expect(text).to.equal('title  n\n会議   1\nBoard  2');
  });

  it('cuts no address, whatever its column is called, and no text to less than 13', () => {
    const row = { title: 'x'.repeat(30), join: 'https://example.com/a' };
    expect(renderTable([row], 36, plain)).to.deep.equal({
      text: `title          join\n${'x'.repeat(12)}…  https://example.com/a`,
      hiddenColumns: [],
    });
    expect(renderTable([row], 35, plain)).to.deep.equal({
      text: `title\n${'x'.repeat(30)}`,
      hiddenColumns: ['join'],
    });
  });

  it('cuts the widest column first and never splits a wide character', () => {
    expect(truncated('会議室', 4)).to.equal('会…');
    const { text, hiddenColumns } = renderTable([{ id: '12345678', title: 'x'.repeat(30) }], 26, plain);
    expect(text).to.equal(`id        title\n12345678  ${'x'.repeat(15)}…`);
    expect(hiddenColumns).to.deep.equal([]);
  });

  it('leaves out columns that are empty everywhere', () => {
    expect(
      renderTable(
        [
          { a: 1, b: null },
          { a: 2, b: '' },
        ],
        80,
        plain,
      ).text,
    ).to.equal('a\n1\n2');
  });
});
