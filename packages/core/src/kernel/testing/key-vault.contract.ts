import { expect } from 'chai';
import type { KeyVault } from '../key-vault.ts';

const workspace = 'workspace_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const other = 'workspace_bbbbbbbbbbbbbbbbbbbbbbbbbb';

export interface OpenKeyVault {
  readonly vault: KeyVault;
  /** The same keys, as another process finds them. */
  again(): KeyVault;
  close(): Promise<void>;
}

/** Holds every promise of `KeyVault`. `open` makes an empty one. */
export function keyVaultContract(adapterName: string, open: () => Promise<OpenKeyVault>): void {
  describe(`KeyVault on ${adapterName}`, () => {
    let here: OpenKeyVault;
    beforeEach(async () => {
      here = await open();
    });
    afterEach(() => here.close());
    const one = async (workspaceId = workspace) => (await here.vault.make(workspaceId, 1))[0] ?? '';

    it('makes as many keys as are asked for, each of 32 bytes and its own', async () => {
      const ids = await here.vault.make(workspace, 5);

      const keys = await Promise.all(ids.map((id) => here.vault.open(workspace, id)));
      expect(new Set(ids).size).to.equal(5);
      expect(keys.map((key) => key?.length)).to.deep.equal([32, 32, 32, 32, 32]);
      expect(new Set(keys.map((key) => Buffer.from(key ?? []).toString('hex'))).size).to.equal(5);
    });

    it('opens a key again with the same bytes, in another process too', async () => {
      const id = await one();

      const key = await here.vault.open(workspace, id);

      expect(await here.vault.open(workspace, id)).to.deep.equal(key);
      expect(await here.again().open(workspace, id)).to.deep.equal(key);
    });

    it('lists what there is of a workspace', async () => {
      const ids = await here.vault.make(workspace, 3);
      await here.vault.make(other, 1);
      await here.vault.destroy(workspace, ids[0] ?? '');

      const listed: string[] = [];
      for await (const id of here.vault.list(workspace)) listed.push(id);

      expect(listed.sort()).to.deep.equal(ids.slice(1).sort());
    });

    it('never opens a destroyed key again, in no process, and says that it is destroyed', async () => {
      const [id = '', kept = ''] = await here.vault.make(workspace, 2);
      await here.vault.open(workspace, id);

      await here.vault.destroy(workspace, id);
      await here.vault.destroy(workspace, id);

      expect(await here.vault.open(workspace, id)).to.equal(null);
      expect(await here.again().open(workspace, id)).to.equal(null);
      expect(await here.vault.isDestroyed(workspace, id)).to.equal(true);
      expect(await here.vault.isDestroyed(workspace, kept)).to.equal(false);
      expect(await here.vault.open(workspace, kept)).to.have.length(32);
    });

    it('gives no key to another workspace, and throws for one that there is not', async () => {
      const id = await one();
      const refused = (workspaceId: string, keyId: string) =>
        here.vault.open(workspaceId, keyId).then(
          () => 'opened',
          (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
        );

      expect(await refused(other, id)).to.equal('KeyVaultAway');
      expect(await refused(workspace, '01900000-0000-7000-8000-000000000000')).to.equal('KeyVaultAway');
      expect(await refused(workspace, '../escape')).to.equal('KeyVaultAway');
    });

    it('ends all keys of a workspace at once, and makes none for it any more', async () => {
      const id = await one();
      const elsewhere = await one(other);

      await here.vault.destroyAll(workspace);
      await here.vault.destroyAll(workspace);

      expect(await here.vault.open(workspace, id)).to.equal(null);
      expect(await here.again().isDestroyed(workspace, id)).to.equal(true);
      expect(await here.vault.open(other, elsewhere)).to.have.length(32);
      expect(await here.vault.make(workspace, 1).catch(({ name }: Error) => name)).to.equal('KeyVaultAway');
    });

    it('makes one and the same workspace ready for several at once', async () => {
      const made = await Promise.all([1, 2, 3, 4].map(() => here.vault.make(workspace, 2)));

      const keys = await Promise.all(made.flat().map((id) => here.again().open(workspace, id)));
      expect(keys.every((key) => key?.length === 32)).to.equal(true);
    });

    it('answers a probe', () => here.vault.probe());
  });
}
