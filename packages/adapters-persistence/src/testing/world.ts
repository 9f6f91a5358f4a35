import { randomBytes } from 'node:crypto';
import {
  aesRecordCipher,
  billing,
  builtInPlans,
  type Caller,
  type Chancery,
  type ChanceryPorts,
  createChancery,
  createWorker,
  defaultSettings,
  momentTimeZoneRules,
  type Role,
  type Settings,
  systemIds,
  systemRandom,
  type Worker,
} from '@chancery/core';
import type { Database } from '../kernel/data-source.ts';
import { jobStore } from '../kernel/jobs.ts';
import { analyzeGrown } from '../kernel/statistics.ts';
import { unitOfWork } from '../kernel/unit-of-work.ts';
import { watchingRefusals } from './declared-refusals.ts';
import {
  CountingHasher,
  FixedClock,
  MemoryBlobs,
  OpenRates,
  OpenThrottle,
  PlainCheckpointSigner,
  PlainConference,
  PlainKeyRing,
  PlainLinkTokens,
  PlainPdfInspector,
  PlainScanner,
  PlainTokenSigner,
  PlainTypes,
  plainWebhookSigner,
  RecordedCheckpoints,
  RecordedEgress,
  RecordedMail,
  RecordedSms,
  silentQueue,
} from './doubles.ts';
import { PlainPasskeys, PlainTotp } from './factor-doubles.ts';
import { MemoryKeyVault } from './memory-key-vault.ts';
import { type PlainIntelligences, plainIntelligences } from './plain-intelligence.ts';
import { PlainOidc } from './plain-oidc.ts';
import { PlainTextExtractor } from './plain-text-extractor.ts';
import { PlainRecordPdfComposer } from './record-doubles.ts';
import {
  noTimestamps,
  PlainAnchorFinder,
  PlainPdfSealer,
  PlainSealKeys,
  PlainSignatureImages,
  PlainSigningPdfComposer,
  plainDisclosures,
  plainPhoneNumbers,
} from './signing-doubles.ts';
import { openMigratedPglite } from './snapshot.ts';
import { watchingTransactions } from './transaction-watch.ts';

let shared: Promise<Database> | undefined;
let worlds = 0;
/** Read once: nothing of it changes, and reading takes half a millisecond. */
const timeZones = momentTimeZoneRules();

/** One migrated PGlite for the whole process; each test works in a workspace of its own. */
export function sharedDatabase(): Promise<Database> {
  shared ??= openMigratedPglite();
  return shared;
}

// A hook of the whole run, where there is one: the first test does not wait for the database that all of them share.
(globalThis as { before?: (hook: () => Promise<unknown>) => void }).before?.(() => sharedDatabase());

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly workspaceId: string;
  /** A caller signed in as this person. */
  readonly session: Caller;
  readonly membershipId: string;
}

export interface Happening {
  readonly type: string;
  readonly facts: Record<string, unknown>;
  readonly target: { kind: string; id: string };
}

export interface World {
  readonly chancery: Chancery;
  readonly ports: ChanceryPorts & {
    mail: RecordedMail;
    sms: RecordedSms;
    passwords: CountingHasher;
    totp: PlainTotp;
    passkeys: PlainPasskeys;
    throttle: OpenThrottle;
    blobs: MemoryBlobs;
    types: PlainTypes;
    scanner: PlainScanner;
    pdfInspector: PlainPdfInspector;
    signingPdfComposer: PlainSigningPdfComposer;
    anchorFinder: PlainAnchorFinder;
    recordPdfComposer: PlainRecordPdfComposer;
    textExtractor: PlainTextExtractor;
    intelligence: PlainIntelligences;
    sealKeys: PlainSealKeys;
    egress: RecordedEgress;
    checkpointSink: RecordedCheckpoints;
    linkTokens: PlainLinkTokens;
    conference: PlainConference;
    oidc: PlainOidc;
    requestRates: OpenRates;
    clock: FixedClock;
  };
  readonly clock: FixedClock;
  readonly database: Database;
  readonly worker: Worker;
  /** The owner of the test's workspace. */
  readonly owner: Person;
  readonly workspaceId: string;
  /** Another person in this workspace. */
  person(role: Role, name?: string): Promise<Person>;
  /** The owner of another workspace. */
  stranger(): Promise<Person>;
  /** A caller with this API key. */
  application(secret: string): Caller;
  /** A new key of the workspace with all or the given scopes. */
  apiKey(...scopes: string[]): Promise<{ id: string; secret: string; caller: Caller }>;
  /** The events in the ledger of the workspace since the world began, oldest first. */
  happened(): Promise<Happening[]>;
  /** Runs SQL as the database's own user, without any rule: to look, or to arrange what no use case makes. */
  sql<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

export const noon = '2026-11-23T12:00:00.000Z';

const nobody = (): Omit<Caller, 'credential'> => ({
  address: '203.0.113.7',
  userAgent: 'test',
  requestId: systemIds.uuid7(),
  correlationId: systemIds.uuid7(),
  idempotencyKey: null,
});

/** A caller without a credential. */
export const aStranger = (over: Partial<Caller> = {}): Caller => ({ credential: null, ...nobody(), ...over });
/** The same caller with an idempotency key. */
export const repeating = (caller: Caller, idempotencyKey: string): Caller => ({ ...caller, idempotencyKey });

/** The whole core on one migrated database, in a fresh workspace, with a clock that stands still. */
export async function world({
  settings = {},
  database: given,
  startsAt = noon,
  ports: over = {},
}: {
  settings?: Partial<Settings>;
  database?: Database;
  /** The instant that its clock shows; if a part of the test reads the clock of the machine, pass the instant of that. */
  startsAt?: string;
  ports?: Partial<ChanceryPorts>;
} = {}): Promise<World> {
  const database = given ?? (await sharedDatabase());
  if (given === undefined) {
    // What the tests before left undone is not this one's work.
    await database.pool.query('delete from jobs');
    // As a server does each minute: the tables of all tests of a process grow large.
    if (worlds % 10 === 0) await analyzeGrown(database);
    worlds += 1;
  }
  const clock = new FixedClock(startsAt);
  const keyRing = new PlainKeyRing();
  const ports = {
    clock,
    ids: systemIds,
    random: systemRandom,
    unitOfWork: unitOfWork(database),
    jobs: jobStore(database),
    queue: silentQueue,
    tokens: new PlainTokenSigner(),
    passwords: new CountingHasher(),
    blocklist: { check: () => null },
    totp: new PlainTotp(),
    passkeys: new PlainPasskeys(),
    keyRing,
    checkpointSigner: new PlainCheckpointSigner(keyRing),
    checkpointSink: new RecordedCheckpoints(),
    linkTokens: new PlainLinkTokens(),
    throttle: new OpenThrottle(),
    requestRates: new OpenRates(),
    timeZones,
    devices: { describe: () => 'Browser on OS' },
    conference: new PlainConference(),
    mail: new RecordedMail(),
    sms: new RecordedSms(),
    blobs: new MemoryBlobs(),
    types: new PlainTypes(),
    scanner: new PlainScanner(),
    pdfInspector: new PlainPdfInspector(),
    signingPdfComposer: new PlainSigningPdfComposer(),
    recordPdfComposer: new PlainRecordPdfComposer(),
    signatureImages: new PlainSignatureImages(),
    anchorFinder: new PlainAnchorFinder(),
    textExtractor: new PlainTextExtractor(),
    intelligence: plainIntelligences(),
    sealKeys: new PlainSealKeys(),
    pdfSealer: new PlainPdfSealer(),
    timestampAuthority: noTimestamps,
    disclosures: plainDisclosures,
    phoneNumbers: plainPhoneNumbers,
    recordCipher: aesRecordCipher(systemRandom),
    keyVault: new MemoryKeyVault(),
    egress: new RecordedEgress(),
    oidc: new PlainOidc(clock),
    webhookSigner: plainWebhookSigner,
    plans: builtInPlans,
    payments: new billing.EmbeddedBillingProcessor({
      clock,
      ids: systemIds,
      plans: over.plans ?? builtInPlans,
      collection: settings.billing?.collection === 'manual' ? 'manual' : 'none',
    }),
    probes: [],
    settings: { ...defaultSettings, checkAnswers: true, ...settings },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const watched = watchingTransactions({ ...ports, ...over });
  const chancery = watchingRefusals(createChancery(watched));

  const sql = async <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
    (await database.pool.query<R>(text, [...values])).rows;

  async function found(name: string): Promise<Person> {
    const email = `${name.toLowerCase()}.${randomBytes(6).toString('hex')}@example.com`;
    const session = await chancery.identity.registerAccount(
      { email, password: 'correct horse battery staple', displayName: name },
      aStranger(),
    );
    const workspaceId = session.workspace?.id ?? '';
    // By name, because there are thousands of people in a run, and to plan this takes longer than to run it.
    const { rows } = await database.pool.query<{ id: string }>({
      name: 'verified person of a test',
      text: `with verified as (update accounts set email_verified_at = created_at where id = $1)
             select id from memberships where user_id = $1 and workspace_id = $2`,
      values: [session.user.id, workspaceId],
    });
    return {
      id: session.user.id,
      email,
      displayName: name,
      workspaceId,
      membershipId: rows[0]?.id ?? '',
      session: aStranger({ credential: session.accessToken }),
    };
  }

  const owner = await found('Ada');
  const [begun] = await sql<{ seq: string }>('select last_seq seq from audit_head where ledger_id = $1', [
    owner.workspaceId,
  ]);
  // The mails of the registration do not concern the test.
  await sql('delete from jobs where workspace_id = $1', [owner.workspaceId]);

  /** Adds the person to the owner's workspace and signs them in there. */
  async function person(role: Role, name = `${role[0]?.toUpperCase()}${role.slice(1)}`): Promise<Person> {
    const guest = await found(name);
    const membershipId = systemIds.uuid7();
    await sql(
      `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, email, joined_at, updated_at, version)
       values ($1, $2, $3, $4, 'active', $5, $5, $6, $7, $7, 1)`,
      [membershipId, owner.workspaceId, guest.id, role, name, guest.email, clock.now()],
    );
    const claims = await ports.tokens.verify(guest.session.credential ?? '', clock.now());
    if (typeof claims === 'string') throw new Error(`The session of ${name} is ${claims}`);
    const credential = await ports.tokens.sign({ ...claims, wid: owner.workspaceId });
    return { ...guest, membershipId, workspaceId: owner.workspaceId, session: aStranger({ credential }) };
  }

  const application = (secret: string) => aStranger({ credential: secret });
  return {
    chancery,
    ports,
    clock,
    database,
    owner,
    person,
    application,
    sql,
    workspaceId: owner.workspaceId,
    worker: createWorker(watched),
    stranger: () => found('Mallory'),
    async apiKey(...scopes) {
      const wanted =
        scopes.length > 0
          ? scopes
          : ['workspace.read', 'members.read', 'meetings.read', 'projects.read', 'meetings.write'];
      const { apiKey, secret } = await chancery.integrations.createApiKey(
        { name: 'Application', scopes: wanted as never },
        owner.session,
      );
      return { id: apiKey.id, secret, caller: application(secret) };
    },
    async happened() {
      const rows = await sql<{ payload: Uint8Array }>(
        'select payload from audit_event where ledger_id = $1 and seq > $2 order by seq',
        [owner.workspaceId, begun?.seq ?? 0],
      );
      return rows.map(({ payload }) => {
        const event = JSON.parse(Buffer.from(payload).toString('utf8'));
        return {
          type: event.action,
          facts: event.facts,
          target: { kind: event.target.kind, id: event.target.id },
        };
      });
    },
  };
}

/** The session that a sign-in returned; throws if it asks for a second factor. */
export function sessionOf<A extends { readonly tokenType: string }>(
  answer: A,
): Extract<A, { readonly tokenType: 'Bearer' }> {
  if (answer.tokenType !== 'Bearer') throw new Error('The sign-in asks for a second factor');
  // The line above has just checked which of the two it is.
  return answer as Extract<A, { readonly tokenType: 'Bearer' }>;
}

/** The code of the failure, or `none`. Anything but a Failure is thrown on. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure' && 'code' in error) return String(error.code);
    throw error;
  }
}

/** The detail codes of a 400, each with its pointer: `/title field.required`. */
export async function faultsOf(promise: Promise<unknown>): Promise<string[]> {
  try {
    await promise;
    return [];
  } catch (error) {
    if (error instanceof Error && 'details' in error && Array.isArray(error.details))
      return error.details.map(({ path, code }) => `${path} ${code}`);
    throw error;
  }
}
