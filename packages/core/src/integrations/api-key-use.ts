import { CollectedNotes, type NotePorts } from '../kernel/collected-notes.ts';
import type { KeyPrincipal } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { ApiKeyRepository, ApiKeyUseNote } from './ports.ts';

interface Written {
  readonly integrations: { readonly apiKeys: Pick<ApiKeyRepository, 'noteUse'> };
}

/** Notes when each secret was last used (KEY-4), written once a minute. */
export class ApiKeyUse extends CollectedNotes<ApiKeyUseNote, Written> {
  constructor(ports: NotePorts<Written>) {
    super(ports, {
      name: 'uses',
      unwritten: 'last use of API keys not written; trying again',
      flushEveryMilliseconds: 60_000,
      databaseRole: 'worker',
      keyOf: ({ keyPrefix }) => keyPrefix,
      write: (uses, { integrations }) => integrations.apiKeys.noteUse(uses),
    });
  }

  /** Called for every request that a key was admitted for; it touches memory only. */
  note({ keyPrefix, apiKeyId }: KeyPrincipal, address: string, at: Instant): void {
    this.keep({ keyPrefix, apiKeyId, at, address });
  }
}
