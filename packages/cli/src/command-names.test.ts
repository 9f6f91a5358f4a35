import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { pastOf } from './changes.ts';
import { commandPathOf, pathByRule } from './command-names.ts';
import { formerNamesOf, withCurrentName } from './former-names.ts';
import { kebabCase } from './names.ts';

describe('the names of commands', () => {
  const named = (id: string, tag: string, path: string) => pathByRule({ id, tag, path }).join(' ');

  it('are the nouns of the path and the verb of the name', () => {
    expect([
      named('listMeetings', 'meetings', '/api/v1/meetings'),
      named('listMeetingInvitations', 'meetings', '/api/v1/meetings/{meetingId}/invitations'),
      named('suspendMember', 'workspace', '/api/v1/workspace/members/{userId}/suspend'),
      named('closeWorkspace', 'workspace', '/api/v1/workspace/close'),
      named('getWorkspace', 'workspace', '/api/v1/workspace'),
      named('acceptInvitation', 'workspace', '/api/v1/workspace-invitations/{token}/accept'),
      named('rotateWebhookSecret', 'webhooks', '/api/v1/workspace/webhook-endpoints/{id}/rotate-secret'),
      named('exportAttendance', 'meetings', '/api/v1/meetings/{meetingId}/attendance.csv'),
      named('signInWithPasskey', 'identity', '/api/v1/auth/factors/passkeys/sign-in'),
      named('passkeyRegistrationOptions', 'identity', '/api/v1/auth/factors/passkeys/options'),
      named('listIntegrationMembers', 'workspace', '/api/v1/integrations/workspace/members'),
    ]).to.deep.equal([
      'meetings list',
      'meetings invitations list',
      'members suspend',
      'workspace close',
      'workspace get',
      'invitations accept',
      'webhooks endpoints rotate-secret',
      'meetings attendance export',
      'auth factors passkeys sign-in',
      'auth factors passkeys options',
      'integrations members list',
    ]);
  });

  const paths = operations.map((operation) => commandPathOf(operation).join(' '));

  it('are given once, and no command is a group too', () => {
    const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
    const groups = paths.filter((path) => paths.some((other) => other.startsWith(`${path} `)));
    expect({ twice, groups }).to.deep.equal({ twice: [], groups: [] });
  });

  it('are declared only where the rule gives another', () => {
    const needless = operations.filter(
      (operation) => operation.command !== undefined && operation.command === pathByRule(operation).join(' '),
    );
    expect(needless.map(({ id }) => id)).to.deep.equal([]);
    expect(operations.filter(({ command }) => command !== undefined).length).to.be.greaterThan(20);
  });

  it('have a past tense for what a change says', () => {
    const verbs = new Set(operations.map(({ id }) => kebabCase(id).split('-')[0] ?? ''));
    const wrong = [...verbs].map(pastOf).filter((past) => !/^[A-Z][a-z]+(d|n|t|ft)( in for)?$/.test(past));
    expect(wrong.filter((past) => !['Began', 'Read'].includes(past))).to.deep.equal([]);
    expect(['create', 'cancel', 'deny', 'set', 'admit', 'submit'].map(pastOf)).to.deep.equal([
      'Created',
      'Cancelled',
      'Denied',
      'Set',
      'Admitted',
      'Submitted',
    ]);
  });
});

describe('former names', () => {
  const takesValue = (flag: string) => flag === '--profile';
  const current = (line: string) =>
    withCurrentName(line.split(' '), formerNamesOf(operations), takesValue).join(' ');

  it('become the current ones, wherever options of every command stand', () => {
    expect([
      current('meetings create-meeting --title Board'),
      current('--profile work workspace create-project --name X'),
      current('workspace --json list-members'),
      current('help integrations rotate-api-key'),
      current('login --email ada@b.example'),
      current('meetings invite m1 --email ada@b.example'),
    ]).to.deep.equal([
      'meetings create --title Board',
      '--profile work projects create --name X',
      'members list --json',
      'help api-keys rotate',
      'auth login --email ada@b.example',
      'meetings invitations create m1 --email ada@b.example',
    ]);
  });

  it('never take a word that is an argument, a value or a current name', () => {
    for (const line of [
      'meetings get login',
      '--profile login meetings list',
      'meetings create --title login',
      'identity login',
      'meetings list',
    ])
      expect(current(line)).to.equal(line);
  });
});
