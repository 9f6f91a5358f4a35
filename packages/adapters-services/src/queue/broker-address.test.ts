import { expect } from 'chai';
import { BrokerAddress } from './broker-address.ts';

const read = ({ protocol, hostname, port, username, password, vhost, heartbeat }: BrokerAddress) => ({
  protocol,
  hostname,
  port,
  username,
  password,
  vhost,
  heartbeat,
});

describe('the address of a broker', () => {
  it('names the hosts of a cluster in turn, each with the user and the virtual host of all', () => {
    const address = new BrokerAddress('amqps://ada:p%40ss@one,two:5999,[::1]/a%2Fb?heartbeat=4');
    const shared = { protocol: 'amqps', username: 'ada', password: 'p@ss', vhost: 'a%2Fb', heartbeat: 4 };

    const seen = [0, 1, 2, 3].map(() => {
      const now = read(address);
      address.passOver();
      return now;
    });

    const [one, two, three] = [
      { ...shared, hostname: 'one', port: 5671 },
      { ...shared, hostname: 'two', port: 5999 },
      { ...shared, hostname: '::1', port: 5671 },
    ];
    expect(seen).to.deep.equal([one, two, three, one]);
  });

  it('means the user, the virtual host and the port that every broker has at first, and asks for a sign of life each 10 s', () => {
    expect(read(new BrokerAddress('amqp://broker'))).to.deep.equal({
      protocol: 'amqp',
      hostname: 'broker',
      port: 5672,
      username: 'guest',
      password: 'guest',
      vhost: '/',
      heartbeat: 10,
    });
  });
});
