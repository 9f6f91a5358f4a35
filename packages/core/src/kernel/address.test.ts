import { expect } from 'chai';
import fc from 'fast-check';
import { isInRange, isRange, networkOf, unmapped } from './address.ts';

const ipv4 = fc.ipV4();
const ipv6Groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const written = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');

/** The address with its bits from `length` on turned round. */
function beyond(address: string, length: number): string {
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  const turned = [...bits].map((bit, index) => (index < length ? bit : bit === '0' ? '1' : '0')).join('');
  return (turned.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)).join('.');
}

describe('network addresses', () => {
  it('KEY-6: an address lies in every range of its own first bits, and in none that differs in one of them', () => {
    fc.assert(
      fc.property(
        ipv4,
        fc.integer({ min: 0, max: 32 }),
        fc.integer({ min: 0, max: 31 }),
        (address, length, bit) => {
          expect(isInRange(address, `${beyond(address, length)}/${length}`)).to.equal(true);
          const other = beyond(beyond(address, bit), bit + 1);
          expect(isInRange(other, `${address}/${length}`)).to.equal(bit >= length);
        },
      ),
    );
  });

  it('KEY-6: the same for IPv6, however it is written', () => {
    fc.assert(
      fc.property(ipv6Groups, fc.integer({ min: 0, max: 8 }), (groups, same) => {
        const other = groups.map((group, index) => (index < same ? group : group ^ 0xffff));
        expect(isInRange(written(other), `${written(groups).toUpperCase()}/${same * 16}`)).to.equal(true);
        if (same < 8)
          expect(isInRange(written(other), `${written(groups)}/${same * 16 + 1}`)).to.equal(false);
      }),
    );
    expect(isInRange('2001:db8::1', '2001:0db8:0:0:0:0:0:0/64')).to.equal(true);
    expect(isInRange('::1', '0:0:0:0:0:0:0:1/128')).to.equal(true);
  });

  it('KEY-6: an IPv4-mapped address lies where its IPv4 lies, and counts as the same network', () => {
    fc.assert(
      fc.property(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (address, base, length) => {
        const mapped = `::ffff:${address}`;
        expect(isInRange(mapped, `${base}/${length}`)).to.equal(isInRange(address, `${base}/${length}`));
        expect(networkOf(mapped)).to.equal(networkOf(address)).and.equal(address);
        expect(unmapped(mapped.toUpperCase())).to.equal(address);
      }),
    );
  });

  it('KEY-6: no address lies in a range of the other protocol', () => {
    fc.assert(
      fc.property(ipv4, ipv6Groups, (address, groups) => {
        expect(isInRange(address, `${written(groups)}/0`)).to.equal(false);
        expect(isInRange(written(groups), `${address}/0`)).to.equal(false);
      }),
    );
  });

  it('THR-3: two IPv6 addresses are one network exactly when their first 64 bits are the same', () => {
    fc.assert(
      fc.property(ipv6Groups, ipv6Groups, (one, other) => {
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        expect(networkOf(written(one))).to.equal(networkOf(written(neighbour)));
        const stranger = [...one.slice(0, 3), (one[3] ?? 0) ^ 1, ...one.slice(4)];
        expect(networkOf(written(one))).to.not.equal(networkOf(written(stranger)));
      }),
    );
  });

  it('KEY-6: a range is told from what only looks like one, and the latter holds no address', () => {
    fc.assert(
      fc.property(ipv4, fc.integer({ min: 0, max: 32 }), (address, length) =>
        isRange(`${address}/${length}`),
      ),
    );
    fc.assert(
      fc.property(ipv6Groups, fc.integer({ min: 0, max: 128 }), (groups, length) =>
        isRange(`${written(groups)}/${length}`),
      ),
    );
    for (const no of [
      '',
      '/',
      '10.0.0.0',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/-1',
      '10.0.0/8',
      '10.0.0.256/8',
      '2001:db8::/129',
      '2001:db8/32',
      'g::/8',
      ' 10.0.0.0/8',
      '10.0.0.0/8 ',
      'example.com/8',
      '10..0.1/8',
      '010.0.0.1/8',
      '1::2::3/64',
    ]) {
      expect(isRange(no), no).to.equal(false);
      expect(isInRange('10.0.0.1', no), no).to.equal(false);
      expect(isInRange('2001:db8::1', no), no).to.equal(false);
    }
  });
});
