import { expect } from 'chai';
import { progressOn } from './progress.ts';

describe('the progress of a long command', () => {
  it('is one line that changes on a terminal, and a line every five seconds elsewhere', () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    const onTerminal = progressOn({ isTTY: true, columns: 10, write });
    onTerminal.tell('a line that is too long');
    onTerminal.end();
    expect(written.splice(0)).to.deep.equal(['\r\u001b[2Ka line th', '\r\u001b[2K']);

    let now = 0;
    const elsewhere = progressOn({ write }, () => now);
    for (const [at, line] of [
      [0, 'a'],
      [4999, 'b'],
      [5000, 'c'],
    ] as const) {
      now = at;
      elsewhere.tell(line);
    }
    elsewhere.end();
    expect(written).to.deep.equal(['chancery: a\n', 'chancery: c\n']);
  });
});
