import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemIds, systemRandom } from '@chancery/core';
import { keyVaultContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { FileKeyVault } from './file-key-vault.ts';
import { MasterKeyRing } from './master-key-ring.ts';

const older = `older:${randomBytes(32).toString('base64')}`;
const newer = `newer:${randomBytes(32).toString('base64')}`;
const workspaceId = 'workspace_aaaaaaaaaaaaaaaaaaaaaaaaaa';

async function opened(masterKeys = older) {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-keys-'));
  let now = '2026-05-04T09:30:00.000Z';
  const again = (keys = masterKeys) =>
    new FileKeyVault({
      folder,
      keyRing: new MasterKeyRing(keys),
      random: systemRandom,
      ids: systemIds,
      clock: { now: () => now },
    });
  const close = () => rm(folder, { recursive: true, force: true });
  const at = (instant: string) => {
    now = instant;
  };
  return { folder, vault: again(), again, close, at };
}

keyVaultContract('files', () => opened());

describe('FileKeyVault', () => {
  it('keeps no key in the clear, and opens none under another master key', async () => {
    const { folder, vault, again, close } = await opened();
    try {
      const [id = ''] = await vault.make(workspaceId, 1);
      const key = Buffer.from((await vault.open(workspaceId, id)) ?? []);
      const path = join(folder, workspaceId, id.slice(-2), id);

      expect((await readFile(path)).includes(key)).to.equal(false);
      const failure = await again(newer)
        .open(workspaceId, id)
        .catch((error: Error) => error.name);
      expect(failure).to.equal('KeyVaultAway');
      await writeFile(path, Buffer.alloc(60));
      expect(
        await again()
          .open(workspaceId, id)
          .catch((error: Error) => error.name),
      ).to.equal('KeyVaultAway');
    } finally {
      await close();
    }
  });

  it('wraps the keys of workspaces anew under the first master key, and then needs no other', async () => {
    const { vault, again, close } = await opened();
    try {
      const [id = ''] = await vault.make(workspaceId, 1);
      const key = await vault.open(workspaceId, id);

      const both = again(`${newer},${older}`);
      const wrong = await again(newer).reseal();
      expect(wrong).to.deep.equal({ read: 1, resealed: 0, unreadable: [workspaceId] });
      expect(await both.reseal()).to.deep.equal({ read: 1, resealed: 1, unreadable: [] });
      expect(await both.reseal()).to.deep.equal({ read: 1, resealed: 0, unreadable: [] });

      expect(await again(newer).open(workspaceId, id)).to.deep.equal(key);
    } finally {
      await close();
    }
  });

  it('remembers an opened key for a minute and not longer, and a destroyed one not at all', async () => {
    const { folder, vault, again, close, at } = await opened();
    try {
      const [id = '', gone = ''] = await vault.make(workspaceId, 2);
      await vault.open(workspaceId, id);
      await vault.open(workspaceId, gone);
      await rm(join(folder, workspaceId, id.slice(-2), id));
      await again().destroy(workspaceId, gone);

      expect(await vault.open(workspaceId, gone)).to.equal(null);
      at('2026-05-04T09:31:00.000Z');
      expect(await vault.open(workspaceId, id)).to.have.length(32);
      at('2026-05-04T09:31:00.001Z');
      expect(await vault.open(workspaceId, id).catch(({ name }: Error) => name)).to.equal('KeyVaultAway');
    } finally {
      await close();
    }
  });
});
