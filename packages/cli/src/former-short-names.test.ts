import type { Operation } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { formerShortNamesOf } from './former-short-names.ts';
import { sampleOperations } from './testing/command-line.ts';

describe('formerShortNamesOf', () => {
  const [sample] = sampleOperations;
  const named = (tag: string, ...ids: (string | [string, string])[]): Operation[] =>
    ids.map((id) => ({
      ...(sample as Operation),
      tag,
      id: [id].flat()[0] ?? '',
      aliases: [id].flat().slice(1),
    }));
  const aliases = (operations: readonly Operation[]) => Object.fromEntries(formerShortNamesOf(operations));

  it('gives the bare verb to the use case of the context itself, even when others share it', () => {
    const operations = named('meetings', 'createMeeting', 'listMeetings', 'createPoll', 'listPolls');
    expect(aliases(operations)).to.deep.equal({
      createMeeting: ['create'],
      listMeetings: ['list'],
      createPoll: [],
      listPolls: [],
    });
  });

  it('gives an alias to the only use case that has the verb, and to none if two have it', () => {
    const operations = named('workspace', 'createApiKey', 'createProject', 'rotateApiKey');
    expect(aliases(operations)).to.deep.equal({
      createApiKey: [],
      createProject: [],
      rotateApiKey: ['rotate'],
    });
  });

  it('never gives a name that is taken, by a command or by a declared alias', () => {
    const operations = named(
      'identity',
      'login',
      'loginByPasskey',
      ['createAccount', 'register'],
      ['registerDevice', 'login'],
    );
    expect(aliases(operations)).to.deep.equal({
      login: [],
      loginByPasskey: [],
      createAccount: ['register', 'create'],
      registerDevice: [],
    });
  });
});
