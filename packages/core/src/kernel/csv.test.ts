import { expect } from 'chai';
import { csvOf, csvPieces } from './csv.ts';

describe('csvOf', () => {
  it('quotes what holds a comma, a quotation mark or a break, and nothing else', () => {
    const cells = ['plain', '', ' kept ', 'a,b', 'a"b', 'a\nb', 'a\rb', 'a\r\nb', 'Grüße; 1\t2', "it's"];

    expect(csvOf(cells.map((cell) => [cell, 'z']))).to.equal(
      [
        'plain,z',
        ',z',
        ' kept ,z',
        '"a,b",z',
        '"a""b",z',
        '"a\nb",z',
        '"a\rb",z',
        '"a\r\nb",z',
        'Grüße; 1\t2,z',
        "it's,z",
        '',
      ].join('\r\n'),
    );
    expect(csvOf([])).to.equal('');
  });

  it('what a spreadsheet would run begins with an apostrophe, full-width signs too', () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'];

    for (const cell of dangerous) expect(csvOf([[cell]]), cell).to.match(/^"?'/u);
    expect(csvOf([['=HYPERLINK("https://example.org","x")']])).to.equal(
      '"\'=HYPERLINK(""https://example.org"",""x"")"\r\n',
    );
    expect(csvOf([['1=1', 'a@b', '3-2']])).to.equal('1=1,a@b,3-2\r\n');
  });
});

describe('csvPieces', () => {
  const pieces = async (read: AsyncIterable<string>) => {
    const all = [];
    for await (const piece of read) all.push(piece);
    return all;
  };

  it('the pieces are the table, and a batch is read when the one before it has been taken', async () => {
    const read: number[] = [];
    async function* batches() {
      for (const batch of [0, 1, 2]) {
        read.push(batch);
        yield batch === 1 ? [] : [[`row ${batch}`, '=1'] as const];
      }
    }
    const streamed = csvPieces(batches());

    expect(read).to.deep.equal([]);
    expect([(await streamed.next()).value, read]).to.deep.equal(["row 0,'=1\r\n", [0]]);
    expect(await pieces(streamed)).to.deep.equal(["row 2,'=1\r\n"]);
    expect((await pieces(csvPieces(batches()))).join('')).to.equal(
      csvOf([
        ['row 0', '=1'],
        ['row 2', '=1'],
      ]),
    );
  });
});
