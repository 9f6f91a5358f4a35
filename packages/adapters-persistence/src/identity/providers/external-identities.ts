import type { identity } from '@chancery/core';
import { boolean, bytes, instant, key, nullable, text } from '../../kernel/columns.ts';
import { EntitySchema } from '../../kernel/entity-schema.ts';
import { lockName } from '../../kernel/name-lock.ts';
import type { Sql } from '../../kernel/sql.ts';
import { table } from '../../kernel/table.ts';

export const ExternalIdentityRow = new EntitySchema<identity.ExternalIdentity>({
  name: 'ExternalIdentity',
  tableName: 'external_identities',
  columns: {
    id: key(),
    userId: text(),
    provider: text(),
    issuer: text(),
    subject: text(),
    clientId: text(),
    providerEmail: nullable(text()),
    isPrivateRelay: boolean(),
    refreshTokenSealed: nullable(bytes()),
    linkedAt: instant(),
    lastUsedAt: nullable(instant()),
  },
});

export function externalIdentityRepository(sql: Sql): identity.ExternalIdentityRepository {
  const identities = table(sql, ExternalIdentityRow);
  return {
    lock: (issuer, subject) => lockName(sql, `identity:${issuer}\n${subject}`),
    bySubject: (issuer, subject) => identities.find({ issuer, subject }),
    async ofPerson(userId) {
      const all = await identities.findAll({ userId });
      return all.sort((a, b) => (a.linkedAt + a.id < b.linkedAt + b.id ? -1 : 1));
    },
    add: (identity) => identities.insert(identity),
    async used({ id, providerEmail, isPrivateRelay, refreshTokenSealed, clientId, lastUsedAt }) {
      await identities.update(
        { id },
        { providerEmail, isPrivateRelay, refreshTokenSealed, clientId, lastUsedAt },
      );
    },
    remove: async (id) => (await identities.delete({ id })) === 1,
  };
}
