import type { SealKeyStore, StoredSealLeaf, StoredSealRoot } from '@chancery/core';

/** A store of keys in one process; the real store runs its own tests. */
export function keysInHand(): SealKeyStore {
  let roots: readonly StoredSealRoot[] = [];
  const leaves = new Map<string, StoredSealLeaf>();
  return {
    roots: async () => roots,
    async addRoot(root, after) {
      if ((roots.at(-1)?.id ?? null) === after) roots = [...roots, root];
      return roots;
    },
    leaf: async (workspaceId) => leaves.get(workspaceId) ?? null,
    leaves: async () => [...leaves.values()],
    async replaceLeaf(leaf, before) {
      const present = leaves.get(leaf.workspaceId);
      if (present !== undefined && present.id !== before) return present;
      leaves.set(leaf.workspaceId, leaf);
      return leaf;
    },
  };
}
