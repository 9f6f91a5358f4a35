import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type CommandLine, commandLine } from './testing/command-line.ts';
import { success } from './testing/service.ts';

describe('fields on the command line', () => {
  let line: CommandLine;
  beforeEach(async () => {
    line = await commandLine(() => success({}));
  });
  afterEach(() => line.close());
  const chancery = (args: readonly string[], situation: Parameters<CommandLine['chancery']>[1] = {}) =>
    line.chancery(args, { operations, ...situation });
  const bodies = () => line.requests.map(({ body }) => body);

  it('of an object are flags with a dot, laid over the object given as JSON', async () => {
    const start = ['--title', 'Board', '--scheduled-start-at', '2027-06-03T09:00:00Z'];
    await chancery([
      'meetings',
      'create',
      ...start,
      '--settings',
      '{"admission":"open","maxParticipants":5}',
      '--settings.max-participants',
      '9',
      '--no-settings.mute-on-entry',
      '--recurrence.rrule',
      'FREQ=DAILY;COUNT=3',
    ]);
    await chancery(['meetings', 'create', '--input', '-', '--settings.admission', 'hosts'], {
      input: JSON.stringify({ title: 'X', scheduledStartAt: 'now', settings: { muteOnEntry: true } }),
    });

    expect(bodies()).to.deep.equal([
      {
        title: 'Board',
        scheduledStartAt: '2027-06-03T09:00:00Z',
        settings: { admission: 'open', maxParticipants: 9, muteOnEntry: false },
        recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
      },
      { title: 'X', scheduledStartAt: 'now', settings: { muteOnEntry: true, admission: 'hosts' } },
    ]);
  });

  it('of an object are checked like all others', async () => {
    const { exitCode, stderr } = await chancery(['meetings', 'update', 'm1', '--settings.admission', 'no']);
    expect({ exitCode, requests: line.requests }).to.deep.equal({ exitCode: 2, requests: [] });
    expect(stderr).to.include('open, members, invited, hosts');
  });

  it('that are secret are asked for unseen, the needed ones always', async () => {
    const { asked } = await chancery(['auth', 'change-password', '--current-password'], {
      answers: ['old words', 'new words'],
    });
    expect(asked).to.deep.equal(['Current password: (hidden)', 'New password: (hidden)']);
    expect(bodies()).to.deep.equal([{ currentPassword: 'old words', newPassword: 'new words' }]);
  });

  it('that are secret come line by line from standard input if nobody sits there, or as JSON', async () => {
    const command = ['auth', 'change-password'];
    const { asked } = await chancery([...command, '--current-password'], {
      interactive: false,
      input: 'old words\nnew words\n',
    });
    await chancery([...command, '--input', '-'], {
      interactive: false,
      input: '{"newPassword":"new words"}',
    });
    const missing = await chancery(command, { interactive: false });

    expect(asked).to.deep.equal([]);
    expect(bodies()).to.deep.equal([
      { currentPassword: 'old words', newPassword: 'new words' },
      { newPassword: 'new words' },
    ]);
    expect(missing.exitCode).to.equal(2);
    expect(missing.stderr).to.include('New password is missing').and.include('"newPassword"');
  });

  it('that are secret take no value, except null to clear them', async () => {
    const refused = await chancery(['meetings', 'update', 'm1', '--passcode', 'hunter2']);
    expect(refused).to.include({ exitCode: 2, stdout: '' });
    expect(refused.stderr).to.include('--passcode takes no value').and.not.to.include('hunter2');
    expect(line.requests).to.deep.equal([]);

    await chancery(['meetings', 'update', 'm1', '--passcode', 'null']);
    expect(bodies()).to.deep.equal([{ passcode: null }]);
  });

  const signing = [
    ...['records', 'entries', 'finalize', 'a1', '--attestation.accepted'],
    ...['--attestation.statement-id', 'attest.author.v1', '--attestation.reauthentication.method'],
  ];
  const attested = (reauthentication: object) => ({
    attestation: { accepted: true, statementId: 'attest.author.v1', reauthentication },
  });

  it('that are secret in an object are asked for where the method beside them needs one', async () => {
    const byPassword = await chancery([...signing, 'password'], { answers: ['my words'] });
    const byCode = await chancery([...signing, 'totp'], { interactive: false, input: '123456\n' });
    const bySession = await chancery([...signing, 'recent_session']);

    expect([byPassword, byCode, bySession].map(({ asked }) => asked)).to.deep.equal([
      ['Password: (hidden)'],
      [],
      [],
    ]);
    expect(bodies()).to.deep.equal([
      attested({ method: 'password', value: 'my words' }),
      attested({ method: 'totp', value: '123456' }),
      attested({ method: 'recent_session' }),
    ]);
  });

  it('that are secret in an object are asked for by their flag, which takes no value', async () => {
    const prepare = ['governance', 'disclosures', 'packages', 'create', '--authorization-id', 'a1'];
    const flag = '--portal.access-code';
    const { asked } = await chancery([...prepare, '--title', 'Notes', '--item', 'artifactId=e1', flag], {
      answers: ['483920'],
    });
    const refused = await chancery([...signing, 'password', '--attestation.reauthentication.value', 'words']);
    const missing = await chancery([...signing, 'password'], { interactive: false });

    expect(asked).to.deep.equal(['Portal access code: (hidden)']);
    expect(bodies().map((body) => (body as { portal: unknown }).portal)).to.deep.equal([
      { accessCode: '483920' },
    ]);
    expect([refused.exitCode, missing.exitCode]).to.deep.equal([2, 2]);
    expect(refused.stderr).to.include('--attestation.reauthentication.value takes no value');
    expect(missing.stderr).to.include('"attestation.reauthentication.value"');
  });

  it('that a list is to show are known before anything is sent', async () => {
    const { exitCode, stderr } = await chancery(['members', 'list', '--columns', 'email,rank']);
    expect({ exitCode, requests: line.requests }).to.deep.equal({ exitCode: 2, requests: [] });
    expect(stderr).to.include('There is no column "rank".').and.include('displayName');
  });
});
