import { expect } from 'chai';
import { HmacLinkTokens, parseLinkKeys } from './hmac-link-tokens.ts';

const id = '01900000-0000-7000-8000-00000000000d';
const key = (byte: number) => new Uint8Array(32).fill(byte);

describe('HmacLinkTokens', () => {
  const tokens = new HmacLinkTokens([{ number: 3, key: key(5) }]);

  it('platform 15: derives the tokens of the vector', () => {
    const first = tokens.derive('meeting_invitation', id, 1);

    expect(first).to.deep.equal({ token: 'rnwhBxg99k8sXTLM7lHUrVRwetOn3lNJHFay729jI2M', keyNumber: 3 });
    expect(tokens.hash(first.token)).to.equal(
      '7c1e147ece0fd078e01c9baaefa4b02068ade3585496087b8b4297612396dc17',
    );
    expect(tokens.derive('meeting_invitation', id, 2).token).to.equal(
      'LoUXSCqgGRAXp9SFIl8sQuRmPZ4XOw3gIYyknUihtz4',
    );
  });

  it('derives another token for another kind, id, generation or key', () => {
    const rotated = new HmacLinkTokens([
      { number: 4, key: key(6) },
      { number: 3, key: key(5) },
    ]);
    const all = [
      tokens.derive('meeting_invitation', id, 1),
      tokens.derive('webinar_registration', id, 1),
      tokens.derive('meeting_invitation', id.replace('d', 'e'), 1),
      tokens.derive('meeting_invitation', id, 2),
      rotated.derive('meeting_invitation', id, 1),
    ];

    expect(new Set(all.map(({ token }) => token))).to.have.property('size', all.length);
    expect(all.at(-1)?.keyNumber).to.equal(4);
    expect(rotated.derive('meeting_invitation', id, 1, 3)).to.deep.equal(all[0]);
    expect(() => rotated.derive('meeting_invitation', id, 1, 9)).to.throw('not configured');
  });

  it('PLT-27: number 0 is the key of the root secret: it makes new tokens only where no other key is configured', () => {
    let root = key(6);
    const rooted = new HmacLinkTokens([], () => root);
    const both = new HmacLinkTokens([{ number: 3, key: key(5) }], () => root);
    const first = rooted.derive('meeting_invitation', id, 1);

    expect(first.keyNumber).to.equal(0);
    expect(both.derive('meeting_invitation', id, 1).keyNumber).to.equal(3);
    expect(both.derive('meeting_invitation', id, 1, 0)).to.deep.equal(first);
    root = key(7);
    expect(rooted.derive('meeting_invitation', id, 1).token).to.not.equal(first.token);
  });

  it('makes random tokens of 43 characters', () => {
    const made = Array.from({ length: 50 }, () => tokens.random());

    expect(made.every((token) => /^[\w-]{43}$/.test(token))).to.equal(true);
    expect(new Set(made)).to.have.property('size', 50);
  });

  it('refuses ids that are no UUID, and generations that do not fit', () => {
    expect(() => tokens.derive('meeting_invitation', 'usr_1', 1)).to.throw('UUID');
    expect(() => tokens.derive('meeting_invitation', id, -1)).to.throw();
  });
});

describe('parseLinkKeys', () => {
  const encoded = Buffer.from(key(5)).toString('base64');

  it('reads the numbered list in its order', () => {
    const keys = parseLinkKeys(`2:${encoded}, 1:${encoded}`);

    expect(keys.map(({ number }) => number)).to.deep.equal([2, 1]);
    expect(new HmacLinkTokens(keys).derive('meeting_invitation', id, 1)).to.deep.equal({
      token: 'rnwhBxg99k8sXTLM7lHUrVRwetOn3lNJHFay729jI2M',
      keyNumber: 2,
    });
  });

  for (const text of [`0:${encoded}`, `a:${encoded}`, encoded, '1:AAAA']) {
    it(`refuses ${text}`, () => expect(() => parseLinkKeys(text)).to.throw('number:key'));
  }

  it('PLT-28: takes a hundred keys, and refuses a longer list without reading it', () => {
    const list = (most: number) => Array.from({ length: most }, (_, at) => `${at + 1}:${encoded}`).join(',');

    expect(parseLinkKeys(list(100))).to.have.length(100);
    expect(() => parseLinkKeys(`${list(100)},unread`)).to.throw('at most 100 link keys');
  });

  it('does not itself refuse an empty or ambiguous list, which the tokens do', () => {
    expect(() => new HmacLinkTokens(parseLinkKeys(''))).to.throw();
    expect(() => new HmacLinkTokens(parseLinkKeys(`1:${encoded},1:${encoded}`))).to.throw('same number');
  });
});
