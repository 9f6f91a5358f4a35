import { foldEmail, identity } from '@chancery/core';
import { EntitySchema } from 'typeorm';
import { instant, int, nullable, text, textKey } from '../kernel/columns.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type AccountColumns = Omit<identity.Account, 'hasPassword'> & { emailFold: string | null };

export const AccountRow = new EntitySchema<AccountColumns>({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id: textKey(),
    email: nullable(text()),
    emailFold: nullable(text()),
    emailVerifiedAt: nullable(instant()),
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

const selection = `
  select a.id, a.email, a.email_verified_at "emailVerifiedAt", a.pending_email "pendingEmail", a.display_name "displayName",
         a.avatar_url "avatarUrl", a.job_title "jobTitle", a.locale, a.time_zone "timeZone", a.status, a.device_epoch "deviceEpoch",
         a.unverified_purge_at "unverifiedPurgeAt", a.last_sign_in_at "lastSignInAt", a.deactivated_at "deactivatedAt",
         p.hash is not null "hasPassword", a.created_at "createdAt", a.updated_at "updatedAt", a.version, p.hash "passwordHash"
  from accounts a left join password_credentials p on p.user_id = a.id`;

export function accountRepository(sql: Sql): identity.AccountRepository {
  const accounts = table(sql, AccountRow);
  const passwords = table(sql, PasswordRow);
  async function one(condition: string, value: string): Promise<identity.AccountWithPassword | null> {
    const [row] = await sql<identity.Account & { passwordHash: string | null }>(
      `${selection} where ${condition}`,
      [value],
    );
    if (row === undefined) return null;
    const { passwordHash, ...account } = row;
    return { account, passwordHash };
  }

  return {
    async add({ hasPassword: _, ...account }, passwordHash) {
      await accounts.insert({
        ...account,
        emailFold: account.email === null ? null : foldEmail(account.email),
      });
      if (passwordHash !== null)
        await passwords.insert({ userId: account.id, hash: passwordHash, changedAt: account.createdAt });
    },
    async get(id) {
      const found = await one('a.id = $1', id);
      if (found === null) throw identity.accountGone();
      return found.account;
    },
    ownerOf: (email) =>
      one(
        "a.email_fold = $1 and a.email_verified_at is not null and a.status <> 'deactivated'",
        foldEmail(email),
      ),
    newestClaimantOf: (email) =>
      one(
        "a.email_fold = $1 and a.email_verified_at is null and a.status <> 'deactivated' order by a.created_at desc limit 1",
        foldEmail(email),
      ),
    withPassword: (id) => one('a.id = $1', id),
    async lockWithPassword(id) {
      await sql('select user_id from password_credentials where user_id = $1 for update', [id]);
      return one('a.id = $1', id);
    },
    async rehash(id, hash) {
      await passwords.update({ userId: id }, { hash });
    },
    async verifyEmail(id, at) {
      // Two claimants may verify at once: the unique index lets one of them own the address (AUT-6).
      await sql(
        `update accounts set email_verified_at = $2, unverified_purge_at = null, updated_at = $2, version = version + 1
         where id = $1 and email_verified_at is null`,
        [id, at],
      ).catch((error: unknown) => {
        throw isTaken(error) ? identity.emailTaken({ cause: error }) : error;
      });
    },
    async takeAddressNotice(id, at, since) {
      const taken = await sql.changed(
        'update accounts set address_notice_at = $2 where id = $1 and (address_notice_at is null or address_notice_at <= $3::timestamptz)',
        [id, at, since],
      );
      return taken === 1;
    },
    async signedIn(id, at) {
      await accounts.update({ id }, { lastSignInAt: at });
    },
  };
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
