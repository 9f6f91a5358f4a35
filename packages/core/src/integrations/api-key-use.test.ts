import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { apiKeyPrefix } from '../kernel/api-key-format.ts';
import type { KeyPrincipal } from '../kernel/principal.ts';
import type { UnitOfWork } from '../pipeline/unit-of-work.ts';
import { ApiKeyUse } from './api-key-use.ts';

const at = (second: number) => `2026-11-23T12:00:${String(second).padStart(2, '0')}.000Z`;

async function twoSecrets() {
  const { chancery, owner, apiKey, ports } = await world();
  const { id, secret: old } = await apiKey();
  const { secret: fresh } = await chancery.integrations.rotateApiKey({ apiKeyId: id }, owner.session);
  // Only the key and the prefix of a principal are noted.
  const principal = (secret: string) =>
    ({ apiKeyId: id, keyPrefix: apiKeyPrefix(secret) ?? '' }) as KeyPrincipal;
  const shown = async () => {
    const { apiKey: key } = await chancery.integrations.getApiKey({ apiKeyId: id }, owner.session);
    return {
      lastUsedAt: key.lastUsedAt,
      lastUsedIp: key.lastUsedIp,
      secrets: key.secrets.map(({ lastUsedAt }) => lastUsedAt),
      version: key.version,
    };
  };
  const use = (unitOfWork: UnitOfWork = ports.unitOfWork) => new ApiKeyUse({ unitOfWork, log: ports.log });
  const rename = (name: string) => chancery.integrations.updateApiKey({ apiKeyId: id, name }, owner.session);
  return { old: principal(old), fresh: principal(fresh), shown, use, rename, ports };
}

describe('ApiKeyUse', () => {
  it('KEY-4: writes what was noted within sixty seconds', async () => {
    const time = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let writes = 0;
      const uses = new ApiKeyUse({
        unitOfWork: {
          run: async () => {
            writes += 1;
          },
        },
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      });
      uses.start();
      uses.note({ apiKeyId: 'key', keyPrefix: 'prefix' } as KeyPrincipal, '203.0.113.1', at(0));
      await time.tickAsync(60_000);

      expect(writes).to.equal(1);
      await uses.stop();
    } finally {
      time.restore();
    }
  });

  it('KEY-4: shows the last use of each secret and of the key, without a new version', async () => {
    const { old, fresh, shown, use } = await twoSecrets();
    const uses = use();
    uses.note(fresh, '203.0.113.1', at(10));
    uses.note(old, '203.0.113.2', at(30));
    uses.note(old, '203.0.113.3', at(20));
    expect((await shown()).lastUsedAt).to.equal(null);

    await uses.flush();

    expect(await shown()).to.deep.equal({
      lastUsedAt: at(30),
      lastUsedIp: '203.0.113.2',
      secrets: [at(10), at(30)],
      version: 2,
    });
  });

  it('KEY-4: only moves forward, whichever process writes last, and a change of the key leaves it alone', async () => {
    const { old, shown, use, rename } = await twoSecrets();
    const [here, there] = [use(), use()];
    here.note(old, '203.0.113.1', at(40));
    there.note(old, '203.0.113.2', at(20));

    await here.flush();
    await there.flush();
    await rename('Other');

    expect(await shown()).to.deep.equal({
      lastUsedAt: at(40),
      lastUsedIp: '203.0.113.1',
      secrets: [null, at(40)],
      version: 3,
    });
  });

  it('KEY-4: no request fails while the database is away, and what was noted is written the next time', async () => {
    const { old, fresh, shown, use, ports } = await twoSecrets();
    let away = true;
    const uses = use({
      run: (...args) => (away ? Promise.reject(new Error('away')) : ports.unitOfWork.run(...args)),
    });
    uses.note(old, '203.0.113.1', at(10));
    uses.note(fresh, '203.0.113.1', at(15));
    await uses.flush();
    uses.note(old, '203.0.113.4', at(50));

    away = false;
    await uses.stop();

    expect(await shown()).to.deep.include({
      lastUsedAt: at(50),
      lastUsedIp: '203.0.113.4',
      secrets: [at(15), at(50)],
    });
  });

  it('KEY-4: many uses are written in one transaction, and no use needs none', async () => {
    const { old, fresh, use, ports } = await twoSecrets();
    let transactions = 0;
    const uses = use({
      run: (...args) => {
        transactions += 1;
        return ports.unitOfWork.run(...args);
      },
    });
    for (let second = 0; second < 50; second += 1)
      uses.note(second % 2 ? old : fresh, '203.0.113.1', at(second));

    await uses.flush();
    await uses.flush();

    expect(transactions).to.equal(1);
  });
});
