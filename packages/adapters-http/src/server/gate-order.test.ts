import { noon, type World, world } from '@chancery/adapters-persistence/testing';
import type { UseCase } from '@chancery/core';
import { plusDays, plusMinutes } from '@chancery/core/internal';
import { expect } from 'chai';
import type { Method } from '../contract/routes.ts';
import { gatedEndpoint, TellingRates, TellingThrottle } from '../testing/gated-endpoint.ts';

/** All that a gate looks at, as it is while every gate is open; a gate is shut by changing its part of it. */
interface Approach {
  readonly body: Record<string, unknown>;
  wire: (text: string) => string;
  announcedBytes: number | null;
  idempotencyKey: string;
  token: 'good' | 'expired';
  readonly closedBuckets: Set<string>;
  session: { revokedAt: string | null; authenticatedAt: string; createdAt: string };
  member: { status: string; role: string };
  workspace: { status: string; settings: Record<string, unknown> };
  readonly overrides: { code: string; value: boolean | number }[];
  emailVerified: boolean;
  key: {
    hash: 'good' | 'other';
    revokedAt: string | null;
    expiresAt: string | null;
    ranges: string[];
    scopes: string[];
  };
}

const openApproach = (nonce: number): Approach => ({
  body: { exists: true, mine: true, invitees: 1, open: true, expectedVersion: 1 },
  wire: (text) => text,
  announcedBytes: null,
  idempotencyKey: `key-${nonce}`,
  token: 'good',
  closedBuckets: new Set(),
  session: { revokedAt: null, authenticatedAt: noon, createdAt: noon },
  member: { status: 'active', role: 'owner' },
  workspace: {
    status: 'active',
    settings: {
      allowedSignInMethods: ['password'],
      sessionMaxAgeHours: 720,
      secondFactorRoles: [],
      apiKeysEnabled: true,
    },
  },
  overrides: [{ code: 'api_requests_per_minute', value: 600 }],
  emailVerified: true,
  key: { hash: 'good', revokedAt: null, expiresAt: null, ranges: [], scopes: ['members.read'] },
});

/** A gate: what it answers while it is shut, and what shuts it. */
interface Gate {
  readonly gate: string;
  readonly answers: string;
  /** Requests that never come to it. */
  readonly except?: readonly ('query' | 'key')[];
  shut(approach: Approach): void;
}

const yesterday = plusDays(noon, -1);
const settings = (approach: Approach, changed: object) => Object.assign(approach.workspace.settings, changed);
const takenKey = 'taken';

const ofTheWire: readonly Gate[] = [
  {
    gate: 'the size of the body',
    answers: 'request.too_large',
    except: ['query'],
    shut: (approach) => Object.assign(approach, { announcedBytes: 2 * 1024 * 1024 }),
  },
  {
    gate: 'well-formed JSON',
    answers: 'request.malformed_json',
    except: ['query'],
    shut: (approach) => Object.assign(approach, { wire: (text: string) => text.slice(0, -1) }),
  },
  {
    gate: 'the throttle by address',
    answers: 'rate_limited 11',
    shut: ({ closedBuckets }) => closedBuckets.add('gated_network'),
  },
];

const ofPeople: readonly Gate[] = [
  {
    gate: 'authentication',
    answers: 'auth.token_expired',
    shut: (approach) => Object.assign(approach, { token: 'expired' }),
  },
  {
    gate: 'the session',
    answers: 'auth.session_revoked',
    shut: ({ session }) => Object.assign(session, { revokedAt: yesterday }),
  },
  {
    gate: 'the membership',
    answers: 'member.suspended',
    shut: ({ member }) => Object.assign(member, { status: 'suspended' }),
  },
  {
    gate: 'the sign-in method',
    answers: 'workspace.sign_in_method_not_allowed',
    shut: (approach) => settings(approach, { allowedSignInMethods: ['passkey'] }),
  },
  {
    gate: 'the age of the session',
    answers: 'workspace.session_too_old',
    shut(approach) {
      settings(approach, { sessionMaxAgeHours: 1 });
      approach.session.createdAt = yesterday;
    },
  },
  {
    gate: 'the second factor',
    answers: 'workspace.second_factor_required',
    shut: (approach) =>
      settings(approach, { secondFactorRoles: ['owner', 'guest'], secondFactorGraceDays: 0 }),
  },
  {
    gate: 'the status of the workspace',
    answers: 'workspace.not_active',
    except: ['query'],
    shut: ({ workspace }) => Object.assign(workspace, { status: 'suspended' }),
  },
  {
    gate: 'the throttle by session',
    answers: 'rate_limited 12',
    shut: ({ closedBuckets }) => closedBuckets.add('session'),
  },
  {
    gate: 'the throttle by workspace',
    answers: 'rate_limited 13',
    shut: ({ closedBuckets }) => closedBuckets.add('workspace'),
  },
];

const ofKeys: readonly Gate[] = [
  {
    gate: 'authentication',
    answers: 'auth.key_unknown',
    shut: ({ key }) => Object.assign(key, { hash: 'other' }),
  },
  {
    gate: 'the revocation of the key',
    answers: 'auth.key_revoked',
    shut: ({ key }) => Object.assign(key, { revokedAt: yesterday }),
  },
  {
    gate: 'the end of the key',
    answers: 'auth.key_expired',
    shut: ({ key }) => Object.assign(key, { expiresAt: yesterday }),
  },
  {
    gate: 'the addresses of the key',
    answers: 'auth.address_not_allowed',
    shut: ({ key }) => Object.assign(key, { ranges: ['192.0.2.0/24'] }),
  },
  {
    gate: 'the status of the workspace',
    answers: 'workspace.not_active',
    shut: ({ workspace }) => Object.assign(workspace, { status: 'suspended' }),
  },
  {
    gate: 'keys switched off',
    answers: 'workspace.api_keys_disabled',
    shut: (approach) => settings(approach, { apiKeysEnabled: false }),
  },
  {
    gate: 'the plan of keys',
    answers: 'plan.feature_not_included (api_integrations)',
    shut: ({ overrides }) => overrides.push({ code: 'api_integrations', value: false }),
  },
  {
    gate: 'the throttle by key',
    answers: 'rate_limited 14',
    shut: ({ closedBuckets }) => closedBuckets.add('key'),
  },
  {
    gate: 'the throttle by the workspace of the key',
    answers: 'rate_limited 15',
    shut: ({ closedBuckets }) => closedBuckets.add('key_workspace'),
  },
];

const ofTheEndpoint: readonly Gate[] = [
  {
    gate: 'the schema',
    answers: 'request.invalid',
    shut: ({ body }) => Object.assign(body, { invitees: -1 }),
  },
  {
    gate: 'the idempotency key',
    answers: 'idempotency.key_reused',
    except: ['query'],
    shut: (approach) => Object.assign(approach, { idempotencyKey: takenKey }),
  },
  {
    gate: 'existence',
    answers: 'thing.not_found',
    shut: ({ body }) => Object.assign(body, { exists: false }),
  },
  {
    gate: 'the permission on the thing',
    answers: 'permission.denied (thing)',
    except: ['key'],
    shut: ({ body }) => Object.assign(body, { mine: false }),
  },
  {
    gate: 'the verified address',
    answers: 'auth.email_unverified',
    shut: (approach) => Object.assign(approach, { emailVerified: false }),
  },
  {
    gate: 'recent proof of the credential',
    answers: 'auth.reauthentication_required',
    except: ['key'],
    shut: ({ session }) => Object.assign(session, { authenticatedAt: plusMinutes(noon, -20) }),
  },
  {
    gate: 'the plan’s feature',
    answers: 'plan.feature_not_included (webinars)',
    shut: ({ overrides }) => overrides.push({ code: 'webinars', value: false }),
  },
  {
    gate: 'the plan’s limit',
    answers: 'plan.limit_reached',
    shut: ({ overrides }) => overrides.push({ code: 'meeting_invitees', value: 0 }),
  },
  {
    gate: 'the expected version',
    answers: 'version_conflict',
    shut: ({ body }) => Object.assign(body, { expectedVersion: 99 }),
  },
  {
    gate: 'the state',
    answers: 'thing.invalid_state',
    shut: ({ body }) => Object.assign(body, { open: false }),
  },
];

const theRole: Gate = {
  gate: 'the role',
  answers: 'permission.denied',
  shut: ({ member }) => Object.assign(member, { role: 'guest' }),
};
const theScope: Gate = {
  gate: 'the scope',
  answers: 'scope.missing',
  shut: ({ key }) => Object.assign(key, { scopes: [] }),
};
const theThrottleOfTheEndpoint: Gate = {
  gate: 'the throttle of the endpoint',
  answers: 'rate_limited 16',
  shut: ({ closedBuckets }) => closedBuckets.add('gated_caller'),
};

const gatesOfPeople = [...ofTheWire, ...ofPeople, theThrottleOfTheEndpoint, theRole, ...ofTheEndpoint];
const gatesOfKeys = [...ofTheWire, ...ofKeys, theThrottleOfTheEndpoint, theScope, ...ofTheEndpoint];

/** What is shut, and which of it must answer. */
const pairsOf = (gates: readonly Gate[]) =>
  gates.flatMap((earlier, at) => gates.slice(at + 1).map((later) => ({ earlier, later })));

/** The throttle of the endpoint counts valid input alone, so nobody can break it and the schema at once. */
const canBothBeShut = ({ earlier, later }: { earlier: Gate; later: Gate }): boolean =>
  !(earlier === theThrottleOfTheEndpoint && later.answers === 'request.invalid');

type Credential = 'token' | 'key';

/** Brings the world to what an approach says and asks the endpoint. */
async function asker(
  made: World,
  [throttle, requestRates]: readonly [TellingThrottle, TellingRates],
  kind: UseCase['kind'],
  credential: Credential,
  method: Method,
) {
  const { owner, ports, sql, workspaceId, clock, apiKey } = made;
  const access = credential === 'key' ? { scope: 'members.read' as const } : { owner: 'any' as const };
  const endpoint = await gatedEndpoint(made, { kind, access, method });
  const good = owner.session.credential ?? '';
  const claims = await ports.tokens.verify(good, clock.now());
  if (typeof claims === 'string') throw new Error(`the token of the owner is ${claims}`);
  const expired = await ports.tokens.sign({ ...claims, exp: claims.exp - 3600 });
  const key = credential === 'key' ? await apiKey() : null;
  const [secrets] = await sql<{ hash: string }>(
    'select secret_hash hash from api_key_secrets where api_key_id = $1',
    [key?.id ?? '0190a000-0000-7000-8000-000000000000'],
  );

  async function arrange(approach: Approach) {
    const { session, member, workspace, overrides, emailVerified } = approach;
    for (const { closed } of [throttle, requestRates]) {
      closed.clear();
      for (const bucket of approach.closedBuckets) closed.add(bucket);
    }
    await sql(
      'update workspaces set status = $2, settings = settings || $3::jsonb, plan_terms = $4 where id = $1',
      [
        workspaceId,
        workspace.status,
        JSON.stringify(workspace.settings),
        JSON.stringify({
          overrides: overrides.map((override) => ({ ...override, reason: '', expiresAt: null })),
        }),
      ],
    );
    await sql('update memberships set status = $2, role = $3 where id = $1', [
      owner.membershipId,
      member.status,
      member.role,
    ]);
    await sql(
      'update sessions set revoked_at = $2, authenticated_at = $3, created_at = $4, last_seen_at = $5 where user_id = $1',
      [owner.id, session.revokedAt, session.authenticatedAt, session.createdAt, noon],
    );
    await sql('update accounts set email_verified_at = $2 where id = $1', [
      owner.id,
      emailVerified ? noon : null,
    ]);
    if (key !== null) await arrangeKey(key.id, approach.key);
  }

  async function arrangeKey(id: string, { hash, revokedAt, expiresAt, ranges, scopes }: Approach['key']) {
    await sql(
      'update api_keys set revoked_at = $2, expires_at = $3, allowed_ip_ranges = $4, scopes = $5 where id = $1',
      [id, revokedAt, expiresAt, ranges, scopes],
    );
    await sql('update api_key_secrets set secret_hash = $2 where api_key_id = $1', [
      id,
      hash === 'good' ? secrets?.hash : 'ab'.repeat(32),
    ]);
  }

  const ask = async (approach: Approach) => {
    await arrange(approach);
    return endpoint.answerTo({
      credential: key?.secret ?? (approach.token === 'good' ? good : expired),
      idempotencyKey: approach.idempotencyKey,
      body: approach.wire(JSON.stringify(approach.body)),
      announcedBytes: approach.announcedBytes,
    });
  };
  return { ask, endpoint };
}

const walks: readonly { kind: UseCase['kind']; credential: Credential; method: Method }[] = [
  { kind: 'command', credential: 'token', method: 'POST' },
  { kind: 'action', credential: 'token', method: 'POST' },
  { kind: 'query', credential: 'token', method: 'GET' },
  { kind: 'command', credential: 'key', method: 'POST' },
];

describe('the order of the gates', () => {
  for (const { kind, credential, method } of walks)
    describe(`of a ${kind} that is called with a ${credential}`, () => {
      const gates = (credential === 'key' ? gatesOfKeys : gatesOfPeople).filter(
        ({ except = [] }) =>
          !(kind === 'query' && except.includes('query')) &&
          !(credential === 'key' && except.includes('key')),
      );
      let nonce = 0;
      let asking: Awaited<ReturnType<typeof asker>>;

      before(async () => {
        const [throttle, requestRates] = [new TellingThrottle(), new TellingRates()];
        const made = await world({
          settings: { emailVerification: 'required' },
          ports: { throttle, requestRates },
        });
        asking = await asker(made, [throttle, requestRates], kind, credential, method);
        // The key is taken by a request that no other one repeats.
        const first = openApproach(0);
        expect(
          await asking.ask({ ...first, idempotencyKey: takenKey, body: { ...first.body, invitees: 2 } }),
        ).to.equal('passed');
      });
      after(() => asking.endpoint.close());

      const answeredWith = (...shut: readonly Gate[]) => {
        nonce += 1;
        const approach = openApproach(nonce);
        for (const gate of shut) gate.shut(approach);
        return asking.ask(approach);
      };

      it('PLT-1: each gate refuses by itself what it stands for, and an approach that is open at each passes', async () => {
        const answers: string[] = [];
        for (const gate of gates) answers.push(await answeredWith(gate));

        expect(answers).to.deep.equal(gates.map(({ answers: code }) => code));
        expect(await answeredWith()).to.equal('passed');
      });

      if (kind === 'action')
        it('PLT-1: what an action does outside begins only when every gate as far as the plan’s feature is open', async () => {
          const inTime = gates.slice(
            0,
            gates.findIndex(({ gate }) => gate === 'the plan’s limit'),
          );
          const done = asking.endpoint.preparations();
          for (const gate of inTime) await answeredWith(gate);

          expect(asking.endpoint.preparations()).to.equal(done);
          await answeredWith();
          expect(asking.endpoint.preparations()).to.equal(done + 1);
        });

      for (const earlier of gates.slice(0, -1))
        it(`PLT-1: ${earlier.gate} answers before each gate that comes after it`, async () => {
          const later = pairsOf(gates).filter((pair) => pair.earlier === earlier && canBothBeShut(pair));
          const answers: string[] = [];
          for (const pair of later)
            answers.push(`${await answeredWith(earlier, pair.later)}, not ${pair.later.gate}`);

          expect(answers).to.deep.equal(later.map((pair) => `${earlier.answers}, not ${pair.later.gate}`));
        });
    });
});
