import { expect } from 'chai';
import { plusSeconds } from '../../kernel/time.ts';
import { nextCodeAt, sendingRefusal, sendsRemaining, wrongTriesOf } from './code-limits.ts';

const now = '2026-11-23T12:00:00.000Z';
const ago = (...seconds: number[]) => seconds.map((each) => plusSeconds(now, -each));

describe('how often codes are sent', () => {
  it('OTP-2: the first one at once, and the next one 30 seconds later', () => {
    expect(sendingRefusal([], now)).to.equal(null);
    expect(sendingRefusal(ago(29), now)).to.deep.equal({ why: 'too_soon', retryAfterSeconds: 1 });
    expect(sendingRefusal(ago(10.5), now)).to.deep.equal({ why: 'too_soon', retryAfterSeconds: 20 });
    expect(sendingRefusal(ago(30), now)).to.equal(null);
    expect(nextCodeAt(now)).to.equal('2026-11-23T12:00:30.000Z');
  });

  it('OTP-2: five in an hour, and then when the first of them is an hour old', () => {
    const five = ago(3000, 2000, 1000, 500, 100);

    expect(sendingRefusal(five, now)).to.deep.equal({ why: 'limit', retryAfterSeconds: 600 });
    expect(sendingRefusal(five, plusSeconds(now, 600))).to.equal(null);
    expect(sendsRemaining(five, now)).to.equal(0);
    expect(sendsRemaining(five.slice(1), now)).to.equal(1);
  });

  it('OTP-2: ten in a day, and then when the first of them is a day old', () => {
    const ten = ago(86_000, 80_000, 70_000, 60_000, 50_000, 40_000, 30_000, 20_000, 10_000, 5000);

    expect(sendingRefusal(ten, now)).to.deep.equal({ why: 'limit', retryAfterSeconds: 400 });
    expect(sendsRemaining(ten, now)).to.equal(0);
    expect(sendingRefusal(ten, plusSeconds(now, 400))).to.equal(null);
  });

  it('OTP-3: the right try is no wrong one', () => {
    expect(
      wrongTriesOf([
        { attempts: 5, status: 'burned' },
        { attempts: 3, status: 'used' },
        { attempts: 2, status: 'superseded' },
        { attempts: 0, status: 'active' },
      ]),
    ).to.equal(9);
  });
});
