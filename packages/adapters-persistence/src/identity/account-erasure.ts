import { formerMember, identity } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

/**
 * What is deleted with an account that is deactivated (ACC-3), in the transaction that ends it: everything that the
 * identity tables hold about a person except the account itself, whose id stays (ACC-4). A table that keeps more about a
 * person adds its line here. `$1` is the user's id. The password goes first, because a sign-in locks it too: one of the
 * two waits for the other.
 */
const erasures = [
  'delete from password_credentials where user_id = $1',
  // Only invitations to an address that the person owned: one who merely claims an address cannot delete another's.
  `select chancery_forget_invitations_to(email_fold) from accounts
   where id = $1 and email_fold is not null and email_verified_at is not null`,
  'delete from one_time_tokens where user_id = $1',
  'delete from factors where user_id = $1',
  'delete from recovery_codes where user_id = $1',
  'delete from auth_challenges where user_id = $1',
  'delete from webauthn_ceremonies where user_id = $1',
  'delete from factor_attempts where user_id = $1',
  'delete from factor_resets where user_id = $1',
  'delete from external_identities where user_id = $1',
  'delete from auth_flows where user_id = $1',
  'update sessions set device_name = null, user_agent = null, ip_address = null, rotation_salt = null where user_id = $1',
] as const;

const deactivate = transition(identity.accountStates, 'deactivate');

/** Changes the account and with it the copies in memberships. `$2` is the instant, `$3` the name from now on, `$4` the sealed farewell. */
const accountErasure = `
  update accounts
  set status = ${deactivate.to}, deactivated_at = $2, updated_at = $2, version = version + 1, device_epoch = device_epoch + 1,
      display_name = $3, email = null, email_fold = null, email_verified_at = null, pending_email = null, avatar_url = null,
      job_title = null, unverified_purge_at = null, address_notice_at = null, farewell_sealed = $4
  where id = $1 and status in ${deactivate.from}`;

/** Ends the account with all that it holds of the person (ACC-3); `farewell` is kept for the last mail, if one is due. */
export async function eraseAccount(
  sql: Sql,
  id: string,
  farewell: Uint8Array | null,
  at: string,
): Promise<void> {
  for (const erasure of erasures) await sql(erasure, [id]);
  await sql(accountErasure, [id, at, formerMember, farewell === null ? null : Buffer.from(farewell)]);
}

/** Deletes the account with all that belongs to it, if nothing else refers to it. */
export async function deleteAccount(sql: Sql, id: string): Promise<void> {
  for (const erasure of erasures) await sql(erasure, [id]);
  await sql('delete from sessions where user_id = $1', [id]);
  await sql('delete from accounts where id = $1', [id]);
}
