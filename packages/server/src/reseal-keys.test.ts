import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  openPglite,
  type SealedValue,
  sealedValues,
  signingKeyStore,
} from '@chancery/adapters-persistence';
import {
  aFile,
  enrolTotp,
  grace,
  postgresDatabase,
  repeating,
  signatureOf,
  storedPackage,
  type World,
  webhookTestContext,
  world,
} from '@chancery/adapters-persistence/testing';
import {
  generateSigningKey,
  JoseTokenSigner,
  MasterKeyRing,
  RootedKeyRing,
  RotatingTokenSigner,
} from '@chancery/adapters-services';
import { operate, records } from '@chancery/core';
import { utf8 } from '@chancery/core/internal';
import { expect } from 'chai';
import { resealKeys } from './reseal-keys.ts';
import { commandOutput } from './testing/host-command.ts';

const keyOf = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;
const [older, newer] = [keyOf('older'), keyOf('newer')];

/** The ring of an installation with these master keys; its root secret is always the same here. */
function ringOf(masterKeys: string): RootedKeyRing {
  const ring = new RootedKeyRing(new MasterKeyRing(masterKeys));
  ring.useOpened({ secret: new Uint8Array(32).fill(9), pepperId: 'root2', formerPeppers: [] });
  return ring;
}

/** What a key of the vault seals; the command seals that key again in its folder, and leaves these as they are. */
const underVaultKeys = [
  'record_entries.error_reason_sealed',
  'record_entry_versions.content_sealed',
  'record_entry_versions.change_summary_sealed',
  'encounters.text_sealed',
  'follow_ups.text_sealed',
  'record_entry_submissions.document_sealed',
  'record_entry_submissions.reason_sealed',
  'record_addenda.document_sealed',
  'amendments.request_sealed',
  'amendments.decision_sealed',
  'record_attachments.caption_sealed',
  'record_attachment_texts.text_sealed',
  'release_packages.content_sealed',
  'intelligence_runs.review_comment_sealed',
  'intelligence_findings.proposed_sealed',
  'intelligence_findings.edited_sealed',
];

/** A database that the command opens by itself, so the test closes it meanwhile if only one process may have it. */
const kinds = {
  async PGlite(folder: string) {
    const open = () => openPglite(join(folder, 'database'));
    const first = await open();
    await first.migrate();
    return {
      first,
      environment: {},
      meanwhile: (now: Database) => now.close(),
      again: open,
      end: async () => undefined,
    };
  },
  async PostgreSQL() {
    const first = await postgresDatabase();
    const url = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = String(first.name);
    return {
      first,
      environment: { CHANCERY_DATABASE_URL: url.href },
      meanwhile: async (_: Database) => undefined,
      again: async () => first,
      end: () => first.close(),
    };
  },
};

for (const kind of ['PGlite', 'PostgreSQL'] as const)
  describe(`keys reseal on ${kind}`, () => {
    let folder: string;
    let place: Awaited<ReturnType<(typeof kinds)[typeof kind]>>;
    let database: Database;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'chancery-'));
      place = await kinds[kind](folder);
      database = place.first;
    });
    after(async () => {
      if (kind === 'PGlite') await database.close();
      await place.end();
      await rm(folder, { recursive: true });
    });

    /** Runs the command as the host does with these master keys. */
    async function reseal(masterKeys: string) {
      await place.meanwhile(database);
      const outcome = await commandOutput(() =>
        resealKeys({
          CHANCERY_DATA_DIR: folder,
          CHANCERY_MASTER_KEY: masterKeys,
          CHANCERY_LOG_LEVEL: 'silent',
          ...place.environment,
        }),
      );
      database = await place.again();
      return outcome;
    }
    const both = `${newer},${older}`;
    /** Returns every sealed value by its place, opened with these master keys, and how many depend on an older key. */
    async function opened(masterKeys: string) {
      const [ring, present] = [new MasterKeyRing(masterKeys), new MasterKeyRing(both)];
      const values = sealedValues(database);
      const found = new Map<string, string>();
      let waiting = 0;
      for (const name of values.places)
        for await (const _ of values.through(name, (value) => {
          found.set(value.name, Buffer.from(ring.open(value.sealed, value.bound)).toString('hex'));
          if (present.needsReseal(value.sealed)) waiting += 1;
          return null;
        }));
      return { found, waiting };
    }

    it('seals again with the first key what an older one sealed, and changes nothing else', async () => {
      const { places } = sealedValues(database);
      const made = await everythingSealed(database, ringOf(`${older},${newer}`));
      const { found, waiting } = await opened(both);
      expect(
        places.filter((name) => ![...found.keys()].some((at) => at.startsWith(`${name} `))),
      ).to.deep.equal([]);

      const first = await reseal(both);
      const second = await reseal(both);

      expect(await opened(newer)).to.deep.equal({ found, waiting: 0 });
      const read = found.size;
      expect(first).to.deep.include({
        code: 0,
        answer: { read, unreadable: 0, examples: [], resealed: waiting },
      });
      expect(first.said).to.match(/^chancery: factors\.secret_sealed: 1 sealed again$/m);
      expect(second).to.deep.include({
        code: 0,
        answer: { read, unreadable: 0, examples: [], resealed: 0 },
      });
      // A request from before is answered as under the older key, and the ledger still verifies.
      const after = await world({
        database,
        ports: { keyRing: ringOf(newer), tokens: made.tokens },
      });
      expect(await made.repeat(after)).to.equal(made.secret);
      const [verdict] = await after.sql<{ bad: string | null }>(
        `select verdict.first_bad_seq "bad"
         from set_config('app.workspace', $1, true) ledger, lateral audit_verify(ledger, 1, null) verdict`,
        [made.workspaceId],
      );
      expect(verdict?.bad).to.equal(null);
    });

    it('continues where it was interrupted', async () => {
      await everythingSealed(database, ringOf(`${older},${newer}`));
      const { found, waiting } = await opened(both);
      const ring = new MasterKeyRing(both);
      const anew = ({ sealed, bound }: SealedValue) =>
        ring.needsReseal(sealed) ? ring.seal(ring.open(sealed, bound), bound) : null;
      // This run ends after its second batch of one value.
      let done = 0;
      for await (const { written } of sealedValues(database).through(
        'one_time_tokens.sealed_token',
        anew,
        1,
      )) {
        done += written;
        if (done === 2) break;
      }

      const { code, answer } = await reseal(both);

      expect(code).to.equal(0);
      expect(answer).to.deep.include({ read: found.size, resealed: waiting - 2 });
      expect(await opened(newer)).to.deep.equal({ found, waiting: 0 });
    });

    it('reports what no key of the list opens, leaves it, and seals the rest', async () => {
      const { factorId } = await everythingSealed(database, ringOf(`${older},${newer}`));
      const other = new MasterKeyRing(keyOf('lost'));
      await database.pool.query('update factors set secret_sealed = $2 where id = $1', [
        factorId,
        Buffer.from(other.seal(utf8('x'), `totp:${factorId}`)),
      ]);

      const { code, answer, said } = await reseal(both);

      expect(code).to.equal(5);
      expect(answer).to.deep.include({ unreadable: 1, examples: [`factors.secret_sealed ${factorId}`] });
      expect(said).to.match(/sealed with a key that is not in the list/);
      await database.pool.query('delete from factors where id = $1', [factorId]);
      expect((await opened(newer)).waiting).to.equal(0);
    });

    it('knows every sealed column of the database', async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        `select table_name || '.' || column_name "name" from information_schema.columns
         where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'sealed'`,
      );

      const columns = rows.map(({ name }) => name);
      expect(columns).to.include.members(underVaultKeys);
      expect(sealedValues(database).places).to.include.members(
        columns.filter((name) => !underVaultKeys.includes(name)),
      );
    });
  });

/** Makes one value in each place: by the use cases that seal them, or directly if those would take many steps. */
async function everythingSealed(database: Database, keyRing: RootedKeyRing) {
  const here: World = await world({ database, ports: { keyRing } });
  const { chancery, owner, sql, clock, workspaceId } = here;
  const things = webhookTestContext(here);
  const { webhook } = await things.register();
  await chancery.webhooks.rotateWebhookSecret({ endpointId: webhook.id }, owner.session);
  await chancery.workspace.createInvitation({ email: 'grace@example.org', role: 'guest' }, owner.session);
  const { document } = await chancery.documents.uploadDocument({ file: aFile('a.pdf') }, owner.session);
  await chancery.documents.createDocumentShare(
    { documentId: document.id, recipientEmail: 'grace@example.org' },
    owner.session,
  );
  await chancery.fileRequests.createFileRequest(
    {
      clientName: 'Grace',
      clientEmail: 'grace@example.org',
      title: 'Tax',
      items: [{ name: 'Bill' }],
      send: true,
    },
    owner.session,
  );
  const identifiers = [{ type: 'passport' as const, system: 'urn:passports', value: 'C01X00T47' }];
  const { subject } = await chancery.records.createSubject(
    { displayName: 'Grace', identifiers },
    owner.session,
  );
  // As its key is if it was made before anything was sealed for it: what is added waits under the key ring.
  await sql('update record_keys set public_key = null where scope_id = $1', [subject.id]);
  await chancery.records.addSubjectIdentifier(
    { subjectId: subject.id, type: 'passport', system: 'urn:passports', value: 'C02X00T48' },
    owner.session,
  );
  await consentedOnce(here, keyRing, subject.id);
  await releasedOnce(here, keyRing, subject.id);
  await operate(
    chancery.ports,
    records.ports,
    workspaceId,
    (work) => records.rotateSigningKey(workspaceId, work),
    'app',
  );
  const { factorId } = await enrolTotp(here, owner);
  const wanted = { name: 'Key', scopes: ['workspace.read' as const] };
  const ask = repeating(owner.session, 'once');
  const { secret } = await chancery.integrations.createApiKey(wanted, ask);
  await chancery.identity.forgotPassword({ email: owner.email }, { ...ask, credential: null });
  const now = clock.now();
  const ofRoot = (number: number) => Buffer.from(keyRing.seal(new Uint8Array(32), `key-root:${number}`));
  await sql(
    `insert into key_root (number, pepper_id, secret_sealed, pepper_sealed, created_at, replaced_at)
     values (1, 'derived', null, $2, $1, $1), (2, 'root2', $3, null, $1, null) on conflict do nothing`,
    [now, ofRoot(1), ofRoot(2)],
  );
  await sql(
    `insert into one_time_tokens (id, purpose, user_id, email, token_hash, sealed_token, expires_at, created_at)
     select t.id, 'verify_email', $1, 'a@example.com', t.id::text, t.sealed, $2, $2
     from unnest($3::uuid[], $4::bytea[]) t (id, sealed)`,
    [owner.id, now, ...byHand(here, keyRing, 'one-time-token', 3)],
  );
  const signer = new RotatingTokenSigner({
    signer: new JoseTokenSigner('https://api.example.com', [
      { ...(await generateSigningKey()), status: 'active' },
    ]),
    store: signingKeyStore(database),
    keyRing,
    accessTokenSeconds: 600,
    algorithm: 'EdDSA',
  });
  await signer.load(now);
  await sql('update accounts set farewell_sealed = $2 where id = $1', [
    owner.id,
    Buffer.from(keyRing.seal(utf8('{}'), `account-farewell:${owner.id}`)),
  ]);
  const one = (label: string) => byHand(here, keyRing, label, 1).map(([first]) => first);
  await sql(
    `insert into external_identities (id, user_id, provider, issuer, subject, client_id, is_private_relay, refresh_token_sealed, linked_at)
     values ($3, $1, 'apple', 'i', $1, 'c', false, $4, $2)`,
    [owner.id, now, ...one('identity')],
  );
  await sql(
    `insert into detached_tokens (id, provider, client_id, refresh_token_sealed, remove_after) values ($2, 'apple', 'c', $3, $1)`,
    [now, ...one('identity')],
  );
  const [flowId, secrets] = one('auth-flow');
  await sql(
    `insert into auth_flows (id, provider, state_hash, secrets_sealed, redirect_to, cookie_hash, intent, created_at, expires_at, proof_sealed)
     values ($2::uuid, 'apple', $2::uuid::text, $3, '/', 'c', 'sign_in', $1, $1, $4)`,
    [now, flowId, secrets, Buffer.from(keyRing.seal(utf8('{}'), `auth-proof:${flowId}`))],
  );
  await sql(
    `insert into billing_events (id, processor_event_id, type, received_at, status, payload_sealed, object_id)
     values ($2::uuid, $2::uuid::text, 't', $1, 'ignored', $3, 'o')`,
    [now, ...one('billing_event')],
  );
  const [rootId, rootSealed] = one('seal-root');
  await sql(
    `insert into seal_roots (id, algorithm, certificate, private_sealed, valid_from, valid_until, created_at)
     values ($2, 'ec', '', $3, $1, $1::timestamptz + interval '1 day', $1)`,
    [now, rootId, rootSealed],
  );
  await sql(
    `insert into seal_leaves (id, workspace_id, root_id, owner_name, algorithm, certificate, private_sealed, valid_from, valid_until, created_at)
     values ($4, $2, $3, '', 'ec', '', $5, $1, $1::timestamptz + interval '1 day', $1)`,
    [now, workspaceId, rootId, ...one('seal-leaf')],
  );
  await sql(`insert into audit_logs (ledger_id) values ($1) on conflict do nothing`, [workspaceId]);
  await sql(
    `insert into audit_log_keys (id, ledger_id, key_id, vkey, private_sealed, created_at) values ($3, $2, 'k', 'v', $4, $1)`,
    [now, workspaceId, ...one('audit-log-key')],
  );
  await signedOnce(here, keyRing, now);
  await identifiedOnce(here);
  return {
    workspaceId,
    secret,
    factorId,
    tokens: here.ports.tokens,
    /** Repeats the same request with the keys that the world has now. */
    repeat: async (after: World) => (await after.chancery.integrations.createApiKey(wanted, ask)).secret,
  };
}

/** A round whose link has not been mailed yet, with a code and a signature. */
async function signedOnce({ chancery, owner, sql, ports }: World, keyRing: RootedKeyRing, now: string) {
  const { document } = await chancery.documents.uploadDocument({ file: aFile('letter.pdf') }, owner.session);
  const round = { documentId: document.id, signers: [grace], fields: [signatureOf('grace')] };
  const { signers } = await chancery.signing.sendDocument(round, owner.session);
  const [signerId, challengeId] = [signers[0]?.id ?? '', ports.ids.uuid7()];
  const sealed = (label: string) => Buffer.from(keyRing.seal(utf8('secret'), label));
  const material = sealed(`signature-material:${signerId}`);
  await sql(
    `insert into otp_challenges (id, workspace_id, signer_id, link_version, channel, code_hash, sealed_code, destination_masked,
       sent_at, expires_at, attempts, status)
     values ($1, $2, $3, 1, 'email', 'h', $4, 'm', $5, $5, 0, 'active')`,
    [challengeId, owner.workspaceId, signerId, sealed(`otp-challenge:${challengeId}`), now],
  );
  await sql(
    `insert into signature_materials (signer_id, workspace_id, round_id, signature_image_sealed, initials_image_sealed, facts_sealed,
       created_at)
     select id, workspace_id, round_id, $2, $2, $2, $3 from signers where id = $1`,
    [signerId, material, now],
  );
}

/** A consent whose link has not been mailed yet, with a drawn signature. */
async function consentedOnce({ owner, sql, ports, clock }: World, keyRing: RootedKeyRing, subjectId: string) {
  const id = ports.ids.uuid7();
  const sealed = (label: string) => Buffer.from(keyRing.seal(utf8('secret'), `${label}:${id}`));
  await sql(
    `insert into consents (id, workspace_id, subject_id, category, decision, status, scope, method, granted_by, statement_text,
       statement_sha256, effective_from, sealed_drawing, request_email, request_expires_at, token_hash, sealed_token,
       created_by_user_id, created_at, updated_at, version)
     values ($1::uuid, $2, $3, 'disclosure', 'permit', 'requested', '{}', 'portal', '{}', 't', 'h', $4, $5, 'a@example.com', $4,
       $1::uuid::text, $6, $7, $4, $4, 1)`,
    [
      id,
      owner.workspaceId,
      subjectId,
      clock.now(),
      sealed('consent-drawing'),
      sealed('consent-token'),
      owner.id,
    ],
  );
}

/** A package whose link has not been mailed yet, with terms that were accepted by a drawn signature. */
async function releasedOnce(here: World, keyRing: RootedKeyRing, subjectId: string) {
  const { chancery, owner, sql, ports, clock, workspaceId } = here;
  const { case: aCase } = await chancery.records.createCase(
    { title: 'Claim', caseType: 'general', subjectId },
    owner.session,
  );
  const { packageId } = await storedPackage(here, {
    ...{ subjectId, caseId: aCase.id, byUserId: owner.id },
    ...{ status: 'released', now: clock.now() },
  });
  const id = ports.ids.uuid7();
  const sealed = (label: string) => Buffer.from(keyRing.seal(utf8('secret'), `${label}:${id}`));
  await sql(
    `insert into portal_tokens (token_hash, workspace_id, package_id, recipient_key, status, sealed_token, created_at)
     values ($1::uuid::text, $2, $3, 'r', 'live', $4, $5)`,
    [id, workspaceId, packageId, sealed('portal-token'), clock.now()],
  );
  await sql(
    `insert into portal_decisions (id, workspace_id, package_id, decision, signer_name, relationship, sealed_drawing,
       statement_sha256, decided_at)
     values ($1, $2, $3, 'accept', 'Grace', 'recipient', $4, 'h', $5)`,
    [id, workspaceId, packageId, sealed('portal-drawing'), clock.now()],
  );
}

async function identifiedOnce({ chancery, owner }: World) {
  const { types } = await chancery.lifecycle.listDocumentTypes({}, owner.session);
  const documentTypeId = types.find(({ key }) => key === 'passport')?.id ?? '';
  const file = aFile('passport.pdf');
  const { document } = await chancery.documents.uploadDocument({ file, documentTypeId }, owner.session);
  const mrzLines = [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F3204153ZE184226B<<<<<16',
  ];
  const check = { documentId: document.id, mrzLines, claimed: { surname: 'Eriksson' } };
  await chancery.lifecycle.verifyDocumentIdentity(check, owner.session);
}

/** Ids, each with a sealed value. */
function byHand({ ports }: World, keyRing: RootedKeyRing, label: string, count: number) {
  const ids = Array.from({ length: count }, () => ports.ids.uuid7());
  return [ids, ids.map((id) => Buffer.from(keyRing.seal(utf8(label), `${label}:${id}`)))] as const;
}
