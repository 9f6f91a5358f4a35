import { expect } from 'chai';
import { isSession } from './session.ts';

describe('isSession', () => {
  it('MFA-5: distinguishes a session from a challenge by tokenType', () => {
    const answers = [
      { tokenType: 'Bearer', accessToken: 'a' } as const,
      { tokenType: 'Challenge', challengeToken: 'c', methods: ['totp'] } as const,
    ];

    expect(
      answers.map((answer) => (isSession(answer) ? answer.accessToken : answer.challengeToken)),
    ).to.deep.equal(['a', 'c']);
    expect(answers.map(isSession)).to.deep.equal([true, false]);
  });
});
