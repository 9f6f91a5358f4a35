import { expect } from 'chai';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

describe('lifecycle 13, walk-through 2: who decides the date', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory();
  });
  after(() => story?.close());

  it('the nearest assignment wins, until there is none and the document needs a date', async () => {
    const { installation, signedIn } = story;
    const { ada } = await signedIn();
    const { type } = await ada.lifecycle.createDocumentType({ name: 'Lease of a shop' });
    const { folder: outer } = await ada.documents.createDocumentFolder({ name: 'Leases' });
    const { folder: inner } = await ada.documents.createDocumentFolder({
      name: 'Shops',
      parentId: outer.id,
    });
    const file = new Blob(['What the lease says.'], { type: 'text/plain' });
    const { document } = await ada.documents.uploadDocument({ file, name: 'lease.txt', folderId: inner.id });
    const documentId = document.id;
    await ada.lifecycle.configureDocumentLifecycle({ documentId, typeId: type.id });

    const policyOf = async (name: string, fixedDate: string) =>
      (await ada.lifecycle.createExpirationPolicy({ name, basis: 'fixed_date', fixedDate })).policy;
    const assigned = async (policyId: string, scope: 'workspace' | 'type' | 'folder', targetId?: string) =>
      (
        await ada.lifecycle.assignExpirationPolicy({
          policyId,
          scope,
          ...(targetId === undefined ? {} : { targetId }),
        })
      ).assignment;
    const policies = {
      workspace: await policyOf('Of the workspace', '2041-01-01'),
      type: await policyOf('Of the type', '2042-01-01'),
      outer: await policyOf('Of the outer folder', '2043-01-01'),
      inner: await policyOf('Of the inner folder', '2044-01-01'),
      document: await policyOf('Of the document', '2045-01-01'),
    };
    const everywhere = await assigned(policies.workspace.id, 'workspace');
    const ofType = await assigned(policies.type.id, 'type', type.id);
    const ofOuter = await assigned(policies.outer.id, 'folder', outer.id);
    await assigned(policies.inner.id, 'folder', inner.id);

    const decides = async () => {
      await installation.mails();
      const { winner, trace } = await ada.lifecycle.getPolicyPrecedence({ documentId });
      const { lifecycle } = await ada.lifecycle.getDocumentLifecycle({ documentId });
      expect(trace.filter(({ applies }) => applies).map(({ policyId }) => policyId)).to.deep.equal(
        winner === null ? [] : [winner.policyId],
      );
      return [winner?.policyName ?? null, lifecycle.expiresOn];
    };
    expect(await decides()).to.deep.equal(['Of the inner folder', '2044-01-01']);

    await ada.lifecycle.updateExpirationPolicy({ policyId: policies.inner.id, status: 'archived' });
    expect(await decides()).to.deep.equal(['Of the outer folder', '2043-01-01']);
    const { trace } = await ada.lifecycle.getPolicyPrecedence({ documentId });
    expect(trace.map(({ scope, targetName, reason }) => [scope, targetName, reason])).to.deep.equal([
      ['document', 'lease.txt', 'no_assignment'],
      ['folder', 'Shops', 'policy_archived'],
      ['folder', 'Leases', 'wins'],
      ['type', 'Lease of a shop', 'outranked'],
      ['workspace', null, 'outranked'],
    ]);

    const own = { documentId, typeId: type.id, policyId: policies.document.id };
    await ada.lifecycle.configureDocumentLifecycle(own);
    expect(await decides()).to.deep.equal(['Of the document', '2045-01-01']);
    await ada.lifecycle.configureDocumentLifecycle({ ...own, policyId: null });
    expect(await decides()).to.deep.equal(['Of the outer folder', '2043-01-01']);

    const unassign = (policyId: string, { id: assignmentId }: { readonly id: string }) =>
      ada.lifecycle.unassignExpirationPolicy({ policyId, assignmentId });
    await unassign(policies.outer.id, ofOuter);
    expect(await decides()).to.deep.equal(['Of the type', '2042-01-01']);
    await unassign(policies.type.id, ofType);
    expect(await decides()).to.deep.equal(['Of the workspace', '2041-01-01']);
    await unassign(policies.workspace.id, everywhere);
    expect(await decides()).to.deep.equal([null, null]);
    const { lifecycle } = await ada.lifecycle.getDocumentLifecycle({ documentId });
    expect(lifecycle.status).to.equal('needs_date');
  });
});
