import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChanceryError, ConnectionError } from '@chancery/sdk';
import { type Operation, operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { pathOf } from './groups.ts';
import { nextStepOf } from './next-step.ts';
import { commandLine } from './testing/command-line.ts';
import { parsingProgram } from './testing/help-pages.ts';
import { failure } from './testing/service.ts';

/** Every failure that has a next step of its own, and the kinds that share one. */
const codes = [
  'auth.required',
  'auth.access_token_required',
  'auth.api_key_required',
  'auth.reauthentication_required',
  'attestation.reauthentication_failed',
  'auth.token_expired',
  'auth.key_revoked',
  'scope.missing',
  'version_conflict',
  'rate_limited',
  'idempotency.key_reused',
  'idempotency.in_flight',
  'dependency.unavailable',
  'response.malformed',
  'plan.limit_reached',
  'meeting.not_found',
  'request.invalid',
];

/** The sources of this package, where a usage error says what to do instead; what is filled in later is left out. */
const writtenSteps = () =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => readFileSync(join(import.meta.dirname, name), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && !/`chancery [^`]*\$\{/.test(line))
    .map((line) => line.replaceAll('\\`', '`'));

describe('the next step after a failure', () => {
  const failureOf = (code: string) => new ChanceryError({ code, message: 'Do it otherwise.', status: 400 });
  const operation = (id: string) => operations.find((each) => each.id === id) as Operation;
  const stepOf = (code: string, id: string) => nextStepOf(failureOf(code), operations, operation(id)) ?? '';
  const commandsIn = (step: string) =>
    [...step.matchAll(/`(chancery [^`]+)`/g)].map(([, command = '']) => command);

  it('names only commands that there are, with arguments that they take', async () => {
    let reached: string[] = [];
    const program = parsingProgram((command) => reached.push(pathOf(command).join(' ')));
    const steps = codes.flatMap((code) => operations.map(({ id }) => stepOf(code, id)));
    const outOfReach =
      nextStepOf(new ConnectionError({ code: 'connection', message: 'No answer.' }), operations, null) ?? '';
    const commands = new Set([...steps, outOfReach, ...writtenSteps()].flatMap(commandsIn));
    const wrong: string[] = [];

    for (const command of commands) {
      reached = [];
      const words = command.replace('<scopes>', 'members.read').split(' ').slice(1);
      const isHelp = words.at(-1) === '--help';
      const fault = await program.parseAsync(words, { from: 'user' }).then(
        () => (reached.length === 1 ? null : 'runs nothing'),
        (error: Error & { code?: string }) =>
          isHelp && error.code === 'commander.helpDisplayed' ? null : error.message,
      );
      if (fault !== null) wrong.push(`${command}: ${fault}`);
    }

    expect(wrong).to.deep.equal([]);
    expect(commands.size).to.be.greaterThan(150);
  });

  it('says to a key which command takes it, and to a member which takes members', () => {
    expect(stepOf('auth.access_token_required', 'listMembers')).to.equal(
      'This takes a member, not an API key: run `chancery auth login`. With a key, use `chancery integrations members list`',
    );
    expect(stepOf('auth.access_token_required', 'suspendMember')).to.equal(
      'This takes a member, not an API key: run `chancery auth login`.',
    );
    expect(stepOf('auth.api_key_required', 'createIntegrationMeeting'))
      .to.include('set CHANCERY_API_KEY')
      .and.include('As a member, use `chancery meetings create`');
  });

  it('says to sign in where nobody is signed in, with what the command takes', () => {
    expect(stepOf('auth.required', 'listMembers')).to.equal(
      'Nobody is signed in here: run `chancery auth login`.',
    );
    expect(stepOf('auth.required', 'createIntegrationMeeting')).to.equal(
      'Nobody is signed in here: set CHANCERY_API_KEY.',
    );
    expect(stepOf('auth.required', 'getHealth')).to.equal(
      'Nobody is signed in here: run `chancery auth login`, or set CHANCERY_API_KEY.',
    );
  });

  it('says how to prove who signs where the session was not proven lately', () => {
    expect(stepOf('attestation.reauthentication_failed', 'finalizeEntry')).to.include(
      'run `chancery auth reauthenticate --password`',
    );
  });

  it('is the same for a member and a key in front of a service', async () => {
    const line = await commandLine(() => failure(401, 'auth.access_token_required'));
    const { stderr, exitCode } = await line.chancery(['members', 'list'], {
      operations,
      env: { CHANCERY_API_KEY: 'chan_live_x' },
    });
    await line.close();
    expect(exitCode).to.equal(3);
    expect(stderr).to.include('use `chancery integrations members list`');
  });
});
