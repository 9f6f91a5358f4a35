import { expect } from 'chai';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const browser = new URL('../../browser/', import.meta.url);
const kinds = ['signature', 'initials', 'date', 'text', 'checkbox', 'name', 'email'];
const corners = ['nw', 'ne', 'sw', 'se'];

/** The same numbers in each run. */
function* numbers(): Generator<number, never> {
  let state = 7;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe('where fields lie on the page that places them', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a script of a page, which has its types in comments
  let geometry: any;
  before(async () => {
    geometry = await import(new URL('field-geometry.js', browser).href);
  });

  /** SIG-2, and the bounds of documents 2.6. */
  const expectOnPage = ({ x, y, width, height }: Place) => {
    expect(x).to.be.at.least(0);
    expect(y).to.be.at.least(0);
    expect(Math.min(width, height)).to.be.at.least(0.005);
    expect(x + width).to.be.at.most(1 + 1e-6);
    expect(y + height).to.be.at.most(1 + 1e-6);
  };

  it('SIG-2: whatever is put, drawn, moved and drawn at its corners stays on its page, on pages of all sizes', () => {
    const some = numbers();
    const next = () => some.next().value;
    const point = () => ({ x: next() * 1.6 - 0.3, y: next() * 1.6 - 0.3 });
    for (let round = 0; round < 2000; round += 1) {
      const page = { width: 20 + next() * 3000, height: 20 + next() * 3000 };
      const kind = kinds[Math.floor(next() * kinds.length)];
      const put: Place = geometry.usualPlace(kind, point(), page);
      const drawn: Place = geometry.drawnPlace(kind, point(), point(), page);
      const moved: Place = geometry.movedPlace(drawn, point(), page);
      const corner = corners[Math.floor(next() * 4)];
      const resized: Place = geometry.resizedPlace(moved, corner, point(), page);
      const other: Place = geometry.placeOnOther(resized, page, { width: 20 + next() * 900, height: 200 });
      for (const place of [put, drawn, moved, resized, other]) expectOnPage(place);
    }
  });

  it('the corner on the other side stays where it is', () => {
    const page = { width: 600, height: 800 };
    const place = { x: 0.2, y: 0.3, width: 0.2, height: 0.1 };
    expect(geometry.resizedPlace(place, 'se', { x: 0.1, y: 0.05 }, page)).to.deep.equal({
      x: 0.2,
      y: 0.3,
      width: 0.3,
      height: 0.15,
    });
    expect(geometry.resizedPlace(place, 'nw', { x: 0.1, y: 0.05 }, page)).to.deep.equal({
      x: 0.3,
      y: 0.35,
      width: 0.1,
      height: 0.05,
    });
  });

  it('a line that is drawn without height carries a field of the usual height', () => {
    const page = { width: 600, height: 800 };
    const drawn = geometry.drawnPlace('signature', { x: 0.1, y: 0.5 }, { x: 0.4, y: 0.501 }, page);
    expect(drawn).to.deep.equal({ x: 0.1, y: 0.4485, width: 0.3, height: 0.0525 });
  });
});
