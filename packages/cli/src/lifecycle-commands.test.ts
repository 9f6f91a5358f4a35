import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { aFile } from '../../adapters-persistence/src/testing/library.ts';
import { run } from './run.ts';

describe('chancery documents lifecycle', () => {
  let api: Served;
  before(async () => {
    api = await served();
  });
  after(() => api.close());

  const set = (args: readonly string[], over: { fetch?: typeof fetch } = {}) => call('set', args, over);
  async function call(word: string, args: readonly string[], over: { fetch?: typeof fetch } = {}) {
    const [out, err]: string[][] = [[], []];
    const exitCode = await run(['documents', 'lifecycle', word, ...args], {
      operations,
      env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
      homeDirectory: '/nowhere',
      hostName: 'laptop',
      stdout: { write: (text) => out?.push(String(text)) },
      stderr: { write: (text) => err?.push(String(text)) },
      readInput: async () => '',
      ask: async () => '',
      fetch: over.fetch ?? fetch,
      loadHost: async () => null,
    });
    return { exitCode, stdout: out?.join('') ?? '', stderr: err?.join('') ?? '' };
  }
  /** A document of which all is said that can be. */
  async function configured() {
    const { chancery, owner } = api;
    const { lifecycle, documents } = chancery;
    const { document } = await documents.uploadDocument({ file: aFile('lease.pdf') }, owner.session);
    const { type } = await lifecycle.createDocumentType({ name: `Lease ${document.id}` }, owner.session);
    const { policy } = await lifecycle.createExpirationPolicy(
      { name: `Leases ${document.id}`, basis: 'document_date' },
      owner.session,
    );
    const said = {
      typeId: type.id,
      ownerUserId: owner.id,
      issuedOn: '2026-01-01',
      effectiveOn: '2026-02-01',
      statedExpiresOn: '2027-02-28',
      noExpiration: false,
      identifiers: [{ kind: 'contract_number' as const, value: 'L-42', evidenceId: null }],
    };
    await lifecycle.configureDocumentLifecycle(
      { documentId: document.id, policyId: policy.id, ...said },
      owner.session,
    );
    const read = async () =>
      (await lifecycle.getDocumentLifecycle({ documentId: document.id }, owner.session)).lifecycle;
    return { documentId: document.id, said, policyId: policy.id, read };
  }

  it('status shows what is said of a document, and what its dates come to at another instant', async () => {
    const { documentId, read } = await configured();
    const before = await read();

    const today = await call('status', [documentId, '--json']);
    const later = await call('status', [documentId, '--as-of', '2027-03-01T12:00:00Z', '--json']);

    expect([today.exitCode, later.exitCode, later.stderr]).to.deep.equal([0, 0, '']);
    expect(JSON.parse(today.stdout).lifecycle).to.deep.include({ documentId, status: before.status });
    expect(JSON.parse(later.stdout).calculation).to.include({ id: null, status: 'expired' });
    expect(await read()).to.deep.equal(before);
  });

  it('LIF-30: changes what is named, and leaves all else that is said about the document', async () => {
    const { documentId, said, policyId, read } = await configured();

    const { exitCode, stdout, stderr } = await set([
      documentId,
      '--stated-expires-on',
      '2028-02-29',
      '--json',
    ]);

    expect([exitCode, stderr]).to.deep.equal([0, '']);
    expect(JSON.parse(stdout).lifecycle).to.deep.include({ ...said, statedExpiresOn: '2028-02-29' });
    const after = await read();
    expect(after).to.deep.include({ ...said, statedExpiresOn: '2028-02-29' });
    expect([after.policy?.id, after.policy?.scope]).to.deep.equal([policyId, 'document']);
  });

  it('LIF-30: keeps a policy of the document that is archived, and clears what is named as none', async () => {
    const { documentId, policyId, read } = await configured();
    const { lifecycle } = api.chancery;
    await lifecycle.updateExpirationPolicy({ policyId, status: 'archived' }, api.owner.session);

    const { exitCode, stderr } = await set([documentId, '--owner-user-id', 'null', '--issued-on', 'null']);

    expect([exitCode, stderr]).to.deep.equal([0, '']);
    expect(await read()).to.include({ ownerUserId: null, issuedOn: null, statedExpiresOn: '2027-02-28' });
    await lifecycle.updateExpirationPolicy({ policyId, status: 'active' }, api.owner.session);
    expect((await read()).policy?.id ?? policyId).to.equal(policyId);
    const { trace } = await lifecycle.getPolicyPrecedence({ documentId }, api.owner.session);
    expect(trace[0]?.policyId).to.equal(policyId);
  });

  it('LIF-30: changes nothing if somebody else was faster, and says what they changed', async () => {
    const { documentId, said, policyId, read } = await configured();
    let isFirst = true;
    /** Somebody states another date once this command has read the old one. */
    const overtaken: typeof fetch = async (input, init) => {
      if (init?.method === 'PUT' && isFirst) {
        isFirst = false;
        await api.chancery.lifecycle.configureDocumentLifecycle(
          { documentId, ...said, policyId, statedExpiresOn: '2027-03-31' },
          api.owner.session,
        );
      }
      return fetch(input, init);
    };

    const { exitCode, stderr } = await set([documentId, '--issued-on', '2026-01-15'], { fetch: overtaken });

    expect(exitCode).to.equal(6);
    expect(stderr).to.include(
      'Somebody else has changed statedExpiresOn from "2027-02-28" to "2027-03-31".\n',
    );
    expect(stderr).to.include('version_conflict:');
    expect(await read()).to.include({ issuedOn: '2026-01-01', statedExpiresOn: '2027-03-31' });
  });
});
