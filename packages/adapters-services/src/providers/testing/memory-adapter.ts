import type { Adapter, AdapterPayload } from 'oidc-provider';

/** What one loopback provider stores until it ends. Nothing expires, because no test waits that long. */
export const memoryAdapter = () => {
  const rows = new Map<string, AdapterPayload>();
  return (name: string): Adapter => {
    const key = (id: string) => `${name}:${id}`;
    return {
      async upsert(id, payload) {
        rows.set(key(id), payload);
      },
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => [...rows.values()].find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = rows.get(key(id));
        if (payload !== undefined) rows.set(key(id), { ...payload, consumed: Math.floor(Date.now() / 1000) });
      },
      async destroy(id) {
        rows.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of rows) if (payload.grantId === grantId) rows.delete(id);
      },
    };
  };
};
