import { endingOf, failureOf, sharing } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { documentInvalidState } from '../errors.ts';
import { offers } from '../offers.ts';
import { command } from '../ports.ts';

/** Voids as another context does: in a transaction that holds the document, and that may still fail. */
const voidRound = command({
  summary: 'Void a round',
  access: { owner: 'any' },
  input: z.strictObject({ documentId: id(), fails: z.boolean().default(false) }),
  output: z.object({}),
  errors: [documentInvalidState],
  async run({ documentId, fails }, context) {
    await context.documents.get(documentId, 'for update');
    await offers.documentShareEnds.make(() => context).voided(documentId, context.user.userId, context);
    if (fails) throw documentInvalidState();
    return {};
  },
});

describe('shares that end with something else', () => {
  it('SHR-8: voiding ends the active shares of the document, in its own transaction', async () => {
    const { chancery, upload, share, open, content, read, owner, told } = await sharing();
    const [{ id: documentId }, { id: other }] = [await upload(), await upload()];
    const tokens = [(await share({ documentId })).token, (await share({ documentId })).token];
    const { token: untouched } = await share({ documentId: other });
    const voiding = (fails: boolean) =>
      failureOf(chancery.execute('voidRound', voidRound, { documentId, fails }, owner.session));

    expect(await voiding(true)).to.equal('document.invalid_state');
    expect(await Promise.all(tokens.map((token) => endingOf(open(token))))).to.deep.equal(['none', 'none']);

    expect(await voiding(false)).to.equal('none');
    for (const token of tokens)
      expect([await endingOf(open(token)), await endingOf(content(token))]).to.deep.equal(
        Array(2).fill('link.gone document_voided'),
      );
    expect(await endingOf(open(untouched))).to.equal('none');
    const { document, shares } = await read(documentId);
    expect(document.shareCount).to.equal(0);
    expect(shares.map(({ revokeReason, revokedByUserId }) => [revokeReason, revokedByUserId])).to.deep.equal(
      Array(2).fill(['document_voided', owner.id]),
    );
    expect((await told()).filter(([type]) => type === 'share.revoked')).to.deep.equal(
      Array(2).fill(['share.revoked', { reason: 'document_voided' }]),
    );
  });

  it('a share whose time is over has expired, whatever happens to its document after that', async () => {
    const { upload, share, open, documents, owner, clock, told } = await sharing();
    const { id: documentId } = await upload();
    const { token } = await share({ documentId, expiresAt: '2026-11-23T13:00:00.000Z' });
    clock.advance({ hours: 2 });
    await documents.trashDocument({ documentId }, owner.session);
    expect(await endingOf(open(token))).to.equal('link.gone expired');
    expect((await told()).at(-1)).to.deep.equal(['share.expired', {}]);
  });

  it('ACC-5: of those who looked at what a former member shared, address and program are erased, and that they looked stays', async () => {
    const { chancery, upload, share, content, read, person, owner, worker, sql } = await sharing();
    const bo = await person('admin', 'Bo');
    const { id: documentId } = await upload();
    const [his, hers] = [await share({ documentId }, bo), await share({ documentId })];
    await content(his.token);
    await content(hers.token);
    // The workspace of their own that everybody here begins with.
    const closeWorkspaceIds = (
      await sql<{ id: string }>(
        `select workspace_id id from memberships where user_id = $1 and workspace_id <> $2`,
        [bo.id, owner.workspaceId],
      )
    ).map(({ id }) => id);
    await chancery.identity.deactivateAccount(
      { confirm: 'DELETE', password: 'correct horse battery staple', closeWorkspaceIds } as never,
      bo.session,
    );
    await worker.drain();
    const { shares } = await read(documentId);
    const viewsOf = (shareId: string) => shares.find(({ id: of }) => of === shareId)?.views;
    const at = '2026-11-23T12:00:00.000Z';
    expect(viewsOf(his.share.id)).to.deep.equal([{ at, ip: null, userAgent: null, action: 'downloaded' }]);
    expect(viewsOf(hers.share.id)).to.deep.equal([
      { at, ip: '198.51.100.9', userAgent: 'Reader/1.0', action: 'downloaded' },
    ]);
  });

  it('PLT-22: the links of a closed workspace are gone, and those of one that is suspended still show what was shared', async () => {
    const { upload, share, open, content, sql, workspaceId } = await sharing();
    const { id: documentId } = await upload();
    const { token } = await share({ documentId });
    const outcomes = async (status: string) => {
      await sql('update workspaces set status = $2 where id = $1', [workspaceId, status]);
      return [await endingOf(open(token)), await endingOf(content(token))];
    };
    expect(await outcomes('suspended')).to.deep.equal(['none', 'none']);
    expect(await outcomes('closed')).to.deep.equal(Array(2).fill('link.gone workspace_closed'));
  });
});
