import { identity, versionConflict } from '@chancery/core';
import { foldEmail } from '@chancery/core/internal';
import { instant, int, nullable, text, textKey } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { instantText } from '../kernel/instant-text.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { deleteAccount, eraseAccount } from './account-erasure.ts';

type AccountColumns = Omit<identity.Account, 'hasPassword' | 'hasSecondFactor' | 'identities'> & {
  emailFold: string | null;
};

export const AccountRow = new EntitySchema<AccountColumns>({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id: textKey(),
    email: nullable(text()),
    emailFold: nullable(text()),
    emailVerifiedAt: nullable(instant()),
    emailSupersededAt: nullable(instant()),
    pendingEmail: nullable(text()),
    displayName: text(),
    avatarUrl: nullable(text()),
    jobTitle: nullable(text()),
    locale: text(),
    timeZone: text(),
    status: text(),
    deviceEpoch: int(),
    unverifiedPurgeAt: nullable(instant()),
    lastSignInAt: nullable(instant()),
    deactivatedAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

interface PasswordColumns {
  userId: string;
  hash: string;
  changedAt: string;
}

export const PasswordRow = new EntitySchema<PasswordColumns>({
  name: 'PasswordCredential',
  tableName: 'password_credentials',
  columns: { userId: textKey(), hash: text(), changedAt: instant() },
});

/** The identities come as JSON, because a person has few of them and is read often. */
const linkedIdentities = `coalesce((
           select jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider, 'providerEmail', i.provider_email,
             'isPrivateRelay', i.is_private_relay, 'linkedAt', ${instantText('i.linked_at')}, 'lastUsedAt', ${instantText('i.last_used_at')}) order by i.linked_at, i.id)
           from external_identities i where i.user_id = a.id), '[]')`;

const selection = `
  select a.id, a.email, a.email_verified_at "emailVerifiedAt", a.email_superseded_at "emailSupersededAt", a.pending_email "pendingEmail", a.display_name "displayName",
         a.avatar_url "avatarUrl", a.job_title "jobTitle", a.locale, a.time_zone "timeZone", a.status, a.device_epoch "deviceEpoch",
         a.unverified_purge_at "unverifiedPurgeAt", a.last_sign_in_at "lastSignInAt", a.deactivated_at "deactivatedAt",
         p.hash is not null "hasPassword", a.created_at "createdAt", a.updated_at "updatedAt", a.version,
         case when p.suspended_at is null then p.hash end "passwordHash",
         exists (select from factors f where f.user_id = a.id and f.status = 'active') "hasSecondFactor",
         ${linkedIdentities} identities
  from accounts a left join password_credentials p on p.user_id = a.id`;

export const accountRepository = (sql: Sql): identity.AccountRepository => ({
  ...lookUps(sql),
  ...ofAll(sql),
  ...changes(sql),
  ...ends(sql),
  ...credentials(sql),
});

/** Adds and finds accounts. */
function lookUps(
  sql: Sql,
): Pick<
  identity.AccountRepository,
  'add' | 'get' | 'ownerOf' | 'oldestClaimantOf' | 'withPassword' | 'lockWithPassword'
> {
  const accounts = table(sql, AccountRow);
  const passwords = table(sql, PasswordRow);
  return {
    async add({ hasPassword: _, hasSecondFactor: __, identities: ___, ...account }, passwordHash) {
      const emailFold = account.email === null ? null : foldEmail(account.email);
      const isOwner = emailFold !== null && account.emailVerifiedAt !== null;
      if (isOwner) await lockAddress(sql, emailFold);
      // Only an account that is verified from the start can collide with another owner of its address.
      await accounts.insert({ ...account, emailFold }).catch(asTaken);
      if (isOwner) await supersedeClaims(sql, emailFold, account.createdAt);
      if (passwordHash !== null)
        await passwords.insert({ userId: account.id, hash: passwordHash, changedAt: account.createdAt });
    },
    async get(id) {
      const found = await one(sql, 'a.id = $1', id);
      if (found === null) throw identity.accountGone();
      return found.account;
    },
    ownerOf: (email) =>
      one(
        sql,
        "a.email_fold = $1 and a.email_verified_at is not null and a.status <> 'deactivated'",
        foldEmail(email),
      ),
    oldestClaimantOf: (email) =>
      one(
        sql,
        `a.email_fold = $1 and a.email_verified_at is null and a.status <> 'deactivated'
         order by a.email_superseded_at is not null, a.status = 'active' desc, a.created_at, a.id limit 1`,
        foldEmail(email),
      ),
    withPassword: (id) => one(sql, 'a.id = $1', id),
    lockWithPassword: (id) => lockedWithPassword(sql, id),
  };
}

/** Looks at all accounts of the installation. */
function ofAll(sql: Sql): Pick<identity.AccountRepository, 'oldest' | 'idsBehind'> {
  return {
    async oldest(limit) {
      const found = await sql<identity.Account & { passwordHash: string | null }>(
        `${selection} order by a.created_at, a.id limit $1`,
        [limit],
      );
      return found.map(({ passwordHash: _, ...account }) => account);
    },
    idsBehind: (id, limit) =>
      sql.column<string>(
        `select id from accounts where status <> 'deactivated' and ($1::text is null or id > $1) order by id limit $2`,
        [id, limit],
      ),
  };
}

async function lockedWithPassword(sql: Sql, id: string): Promise<identity.AccountWithPassword | null> {
  // Both in one packet; the second sees what whoever held the lock has written.
  const [, account] = await Promise.all([
    sql('select user_id from password_credentials where user_id = $1 for update', [id]),
    one(sql, 'a.id = $1', id),
  ]);
  return account;
}

/** Changes of profile, status and verification. */
function changes(
  sql: Sql,
): Pick<
  identity.AccountRepository,
  'rehash' | 'verifyEmail' | 'takeAddressNotice' | 'saveProfile' | 'setStatus' | 'raiseDeviceEpoch'
> {
  const accounts = table(sql, AccountRow);
  const passwords = table(sql, PasswordRow);
  return {
    async rehash(id, hash) {
      await passwords.update({ userId: id }, { hash });
    },
    async verifyEmail(id, at) {
      const [emailFold] = await sql.column('select email_fold from accounts where id = $1', [id]);
      if (emailFold === undefined) return;
      await lockAddress(sql, emailFold);
      // Two claimants may verify at once: the unique index lets one of them own the address (AUT-6).
      await sql(
        `update accounts set email_verified_at = $2, email_superseded_at = null, unverified_purge_at = null, updated_at = $2,
           version = version + 1
         where id = $1 and email_verified_at is null`,
        [id, at],
      ).catch(asTaken);
      await supersedeClaims(sql, emailFold, at);
    },
    takeAddressNotice: (id, at, since) =>
      sql.did(
        'update accounts set address_notice_at = $2 where id = $1 and (address_notice_at is null or address_notice_at <= $3::timestamptz)',
        [id, at, since],
      ),
    async saveProfile(account) {
      const { displayName, avatarUrl, jobTitle, locale, timeZone, updatedAt } = account;
      const after = { ...account, version: account.version + 1 };
      const saved = await accounts.update(
        { id: account.id, version: account.version },
        { displayName, avatarUrl, jobTitle, locale, timeZone, updatedAt, version: after.version },
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    async setStatus(id, before, after, at) {
      const changed = await sql.changed(
        'update accounts set status = $3, updated_at = $4, version = version + 1 where id = $1 and status = $2',
        [id, before, after, at],
      );
      if (changed === 0) throw identity.accountInvalidState();
    },
    async raiseDeviceEpoch(id, at) {
      await sql('update accounts set device_epoch = device_epoch + 1, updated_at = $2 where id = $1', [
        id,
        at,
      ]);
    },
  };
}

/** The end of accounts. */
function ends(
  sql: Sql,
): Pick<
  identity.AccountRepository,
  'erase' | 'farewell' | 'forgetFarewell' | 'unverifiedSince' | 'lockUnverified' | 'purge'
> {
  return {
    erase: (id, farewell, at) => eraseAccount(sql, id, farewell, at),
    async farewell(id) {
      const [row] = await sql<{ sealed: Uint8Array | null }>(
        'select farewell_sealed sealed from accounts where id = $1',
        [id],
      );
      return row?.sealed ?? null;
    },
    async forgetFarewell(id) {
      await sql('update accounts set farewell_sealed = null where id = $1', [id]);
    },
    unverifiedSince: (now, limit) =>
      sql.column(
        `select id from accounts
         where unverified_purge_at <= $1::timestamptz and email_verified_at is null and status <> 'deactivated'
         order by unverified_purge_at, id limit $2`,
        [now, limit],
      ),
    async lockUnverified(id, now) {
      const rows = await sql(
        `select id from accounts
         where id = $1 and unverified_purge_at <= $2::timestamptz and email_verified_at is null and status <> 'deactivated' for update`,
        [id, now],
      );
      return rows.length === 1;
    },
    purge: (id) => deleteAccount(sql, id),
  };
}

/** Changes of password and address. */
function credentials(
  sql: Sql,
): Pick<
  identity.AccountRepository,
  'signedIn' | 'changePassword' | 'suspendPassword' | 'pendEmail' | 'changeEmail'
> {
  const accounts = table(sql, AccountRow);
  return {
    async signedIn(id, at) {
      await accounts.update({ id }, { lastSignInAt: at });
    },
    async changePassword(id, hash, at) {
      await sql(
        `insert into password_credentials (user_id, hash, changed_at) values ($1, $2, $3)
         on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at, suspended_at = null`,
        [id, hash, at],
      );
    },
    async suspendPassword(id, at) {
      await sql('update password_credentials set suspended_at = $2 where user_id = $1', [id, at]);
    },
    async pendEmail(id, email, at) {
      await sql(
        'update accounts set pending_email = $2, updated_at = $3, version = version + 1 where id = $1 and pending_email is distinct from $2',
        [id, email, at],
      );
    },
    async changeEmail(id, email, at) {
      await lockAddress(sql, foldEmail(email));
      await sql(
        `update accounts set email = $2, email_fold = $3, email_verified_at = $4, email_superseded_at = null, pending_email = null,
           unverified_purge_at = null, updated_at = $4, version = version + 1
         where id = $1 and status <> 'deactivated'`,
        [id, email, foldEmail(email), at],
      ).catch(asTaken);
      await supersedeClaims(sql, foldEmail(email), at);
    },
  };
}

/** Whoever becomes the owner of an address ends the claims of others on it, so two of them take turns. */
const lockAddress = (sql: Sql, emailFold: string) => lockName(sql, `address:${emailFold}`);

/**
 * The claims of others end (AUT-6). Those that are made later learn nothing: that an address has an owner is no news for a
 * stranger (AUT-2).
 */
async function supersedeClaims(sql: Sql, emailFold: string, at: string): Promise<void> {
  await sql(
    `update accounts set email_superseded_at = $2, updated_at = $2, version = version + 1
     where email_fold = $1 and email_verified_at is null and email_superseded_at is null and status <> 'deactivated'`,
    [emailFold, at],
  );
}

async function one(sql: Sql, condition: string, value: string): Promise<identity.AccountWithPassword | null> {
  const [row] = await sql<identity.Account & { passwordHash: string | null }>(
    `${selection} where ${condition}`,
    [value],
  );
  if (row === undefined) return null;
  const { passwordHash, ...account } = row;
  return { account, passwordHash };
}

/** The unique index on the address lets only one account own it. */
function asTaken(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
  throw isTaken ? identity.emailTaken({ cause: error }) : error;
}
