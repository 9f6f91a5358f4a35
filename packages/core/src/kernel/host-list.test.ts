import { expect } from 'chai';
import { addressesOfHosts } from './host-list.ts';

describe('an address that names several hosts', () => {
  it('is one address for each, with what it says of all of them', () => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      'postgresql://ada@db/name': ['postgresql://ada@db/name'],
      'postgres://ada:p%40ss@one:5432,two:5433/name?sslmode=require': [
        'postgres://ada:p%40ss@one:5432/name?sslmode=require',
        'postgres://ada:p%40ss@two:5433/name?sslmode=require',
      ],
      'postgresql://[::1]:5432,[fe80::1]:5432/name': [
        'postgresql://[::1]:5432/name',
        'postgresql://[fe80::1]:5432/name',
      ],
      'amqp://one,two,three/a%2Fb': ['amqp://one/a%2Fb', 'amqp://two/a%2Fb', 'amqp://three/a%2Fb'],
      'postgresql://one,two?options=a@b,c': [
        'postgresql://one?options=a@b,c',
        'postgresql://two?options=a@b,c',
      ],
    };

    expect(Object.keys(cases).map(addressesOfHosts)).to.deep.equal(Object.values(cases));
  });

  it('takes no longer to be read than it is long', () => {
    expect(addressesOfHosts(`postgresql://${'@'.repeat(200_000)}`)).to.have.length(1);
    expect(addressesOfHosts(`postgresql://${','.repeat(20_000)}`)).to.have.length(20_001);
  });
});
