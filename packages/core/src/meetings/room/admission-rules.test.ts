import { expect } from 'chai';
import { admissionPolicies, meetingRoles } from '../meeting.ts';
import { admissionIdentities } from './admission.ts';
import { type AdmissionRequest, decideAdmission, type Verdict } from './admission-rules.ts';

/** Every value of every condition of table 6.2. */
const domain: { readonly [K in keyof AdmissionRequest]: readonly AdmissionRequest[K][] } = {
  entry: ['none', 'closed', 'open'],
  link: ['none', 'good', 'gone'],
  isWebinar: [false, true],
  identity: admissionIdentities,
  isInvited: [false, true],
  passcode: ['unset', 'missing', 'wrong', 'throttled', 'right'],
  role: meetingRoles,
  history: ['none', 'removed_or_denied', 'denied_for_good'],
  mayBeSomebodyRemoved: [false, true],
  session: ['live', 'early', 'closed'],
  isLocked: [false, true],
  isFull: [false, true],
  policy: admissionPolicies,
  admission: ['open', 'members', 'invited', 'hosts'],
  hasDeclined: [false, true],
};

/** The page's table, written as it stands there: number, condition, result. */
const rows: readonly (readonly [
  number | '9a',
  (request: AdmissionRequest) => boolean,
  string | ((request: AdmissionRequest) => string),
])[] = [
  [1, (k) => k.entry === 'none', 'meeting.not_found'],
  [2, (k) => k.entry === 'closed', 'meeting.not_joinable'],
  [3, (k) => k.link === 'gone', 'link.gone'],
  [
    4,
    (k) => k.isWebinar && !['member', 'invitation', 'registration'].includes(k.identity),
    'registration.required',
  ],
  [
    5,
    (k) =>
      (k.identity === 'anonymous' || (k.identity === 'member' && !k.isInvited)) &&
      ['missing', 'wrong', 'throttled'].includes(k.passcode),
    ({ passcode }) =>
      passcode === 'missing'
        ? 'meeting.passcode_required'
        : passcode === 'wrong'
          ? 'meeting.passcode_invalid'
          : 'rate_limited',
  ],
  [
    6,
    (k) => k.role === 'host' || k.role === 'co_host',
    (k) =>
      k.session === 'live'
        ? 'admitted'
        : k.identity === 'member'
          ? 'occurrence.not_started'
          : 'waiting_for_host not_started',
  ],
  [
    7,
    (k) => k.history !== 'none',
    (k) => (k.history === 'denied_for_good' ? 'denied' : 'waiting removed_before'),
  ],
  [8, (k) => k.identity === 'anonymous' && k.mayBeSomebodyRemoved, 'waiting removed_before'],
  [9, (k) => k.session === 'closed', 'waiting_for_host not_started'],
  ['9a', (k) => k.isLocked, 'waiting locked'],
  [10, (k) => k.isFull, 'waiting full'],
  [11, (k) => k.policy === 'waiting_room', 'waiting invitation_policy'],
  [12, (k) => k.policy === 'trusted_bypass', 'admitted'],
  [13, (k) => k.admission === 'open', 'admitted'],
  [14, (k) => k.admission === 'members' && k.identity !== 'anonymous', 'admitted'],
  [
    15,
    (k) => k.admission === 'invited' && (k.identity === 'registration' || (k.isInvited && !k.hasDeclined)),
    'admitted',
  ],
  [16, () => true, 'waiting policy'],
];

const textOf = (verdict: Verdict): string =>
  verdict.kind === 'refused'
    ? verdict.failure.code
    : [verdict.kind, 'reason' in verdict ? verdict.reason : []].flat().join(' ');

/** Shows every request there is. It is one object that changes, because there are millions of them. */
function forEveryRequest(look: (request: AdmissionRequest) => void): void {
  const names = Object.keys(domain) as (keyof AdmissionRequest)[];
  const chosen: Record<string, unknown> = {};
  const from = (index: number): void => {
    const name = names[index];
    if (name === undefined) {
      look(chosen as unknown as AdmissionRequest); // every name has been given a value of its own domain
      return;
    }
    for (const value of domain[name]) {
      chosen[name] = value;
      from(index + 1);
    }
  };
  from(0);
}

describe('decideAdmission', () => {
  it('MTG-52: gives what the first matching row of table 6.2 says, for every identity, policy and state', () => {
    const met = new Map(rows.map(([number]) => [number, 0]));

    forEveryRequest((request) => {
      const [number, , result] = rows.find(([, matches]) => matches(request)) ?? [0, null, ''];
      met.set(number, (met.get(number) ?? 0) + 1);
      const expected = typeof result === 'string' ? result : result(request);
      if (textOf(decideAdmission(request)) !== expected)
        expect.fail(
          `row ${number} says ${expected}, not ${textOf(decideAdmission(request))}: ${JSON.stringify(request)}`,
        );
    });

    expect([...met.values()].every((times) => times > 0)).to.equal(true);
    expect(met.size).to.equal(17);
  });

  const atTheDoor: AdmissionRequest = {
    entry: 'open',
    link: 'none',
    isWebinar: false,
    identity: 'anonymous',
    isInvited: false,
    passcode: 'unset',
    role: 'attendee',
    history: 'none',
    mayBeSomebodyRemoved: false,
    session: 'live',
    isLocked: false,
    isFull: false,
    policy: 'inherit',
    admission: 'hosts',
    hasDeclined: false,
  };

  it('MTG-53: admits nobody except hosts under the policy hosts, however early they came', () => {
    for (const identity of admissionIdentities)
      expect(
        textOf(decideAdmission({ ...atTheDoor, identity, isInvited: identity !== 'anonymous' })),
      ).to.equal('waiting policy');
  });

  it('MTG-54: admits a returning host while only guests are there, even if the room is full', () => {
    for (const isFull of [false, true])
      expect(
        textOf(decideAdmission({ ...atTheDoor, identity: 'member', isInvited: true, role: 'host', isFull })),
      ).to.equal('admitted');
  });

  it('MTG-58: requires no passcode of an invitee with a token, an approved registrant, or an invited member who is signed in', () => {
    const request: AdmissionRequest = { ...atTheDoor, passcode: 'missing', admission: 'open' };

    expect(
      textOf(decideAdmission({ ...request, identity: 'invitation', isInvited: true, link: 'good' })),
    ).to.equal('admitted');
    expect(textOf(decideAdmission({ ...request, identity: 'registration', link: 'good' }))).to.equal(
      'admitted',
    );
    expect(textOf(decideAdmission({ ...request, identity: 'member', isInvited: true }))).to.equal('admitted');
    expect(textOf(decideAdmission({ ...request, identity: 'member' }))).to.equal('meeting.passcode_required');
    expect(textOf(decideAdmission(request))).to.equal('meeting.passcode_required');
  });

  it('MTG-46: someone who declined may still ask to enter, and then waits', () => {
    const declined: AdmissionRequest = {
      ...atTheDoor,
      identity: 'invitation',
      isInvited: true,
      admission: 'invited',
      hasDeclined: true,
    };

    expect(textOf(decideAdmission(declined))).to.equal('waiting policy');
  });
});
