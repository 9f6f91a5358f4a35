import { expect } from 'chai';
import { UsageError } from './exit-codes.ts';
import { ask } from './prompt.ts';

describe('a question at the terminal', () => {
  const { isTTY } = process.stdin;
  before(() => {
    process.stdin.isTTY = false;
  });
  after(() => {
    process.stdin.isTTY = isTTY;
  });

  it('names the option that answers it where there is no terminal', async () => {
    const refusal = await ask('Code: ', { instead: '--code' }).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(UsageError);
    expect(refusal).to.include({
      message: 'There is no terminal to ask for "Code".',
      nextStep: 'Give --code.',
    });
  });
});
