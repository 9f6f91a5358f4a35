import { failureOf, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('the membership participant of uploads', () => {
  it('UPL-10: open uploads end with the membership, their storage is free and their bytes are deleted; completed ones stay', async () => {
    const { sent, completed, chancery, owner, person, usage, keys, worker, sql, happened } =
      await uploadingWorld();
    const member = await person('member');
    const [open, done] = [
      await sent({}, undefined, member.session),
      await completed({}, undefined, member.session),
    ];

    expect(await failureOf(chancery.workspace.removeMember({ userId: member.id }, owner.session))).to.equal(
      'none',
    );

    const rows = await sql<{ id: string; status: string; name: string }>(
      'select id, status, file_name name from upload_sessions where created_by_user_id = $1 order by id',
      [member.id],
    );
    expect(rows).to.deep.equal([
      { id: open, status: 'aborted', name: '' },
      { id: done, status: 'completed', name: 'Annual report.pdf' },
    ]);
    expect(await usage()).to.deep.equal({ used: 600_000, reserved: 0 });
    expect((await happened()).map(({ type }) => type)).to.include('upload.aborted');
    await worker.drain();
    expect(await keys()).to.deep.equal([`up/${done}/whole`]);
  });
});
