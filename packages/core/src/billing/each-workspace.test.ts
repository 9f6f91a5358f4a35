import { expect } from 'chai';
import { eachWorkspace } from './each-workspace.ts';

/** Works in these workspaces, of which some fail; returns those in which the work was done, and what was thrown. */
async function worked(workspaceIds: readonly string[], failing: readonly string[]) {
  const done: string[] = [];
  const error = await eachWorkspace(workspaceIds, async (workspaceId) => {
    if (failing.includes(workspaceId)) throw new Error(`${workspaceId} is broken`);
    done.push(workspaceId);
  }).catch((thrown: AggregateError) => thrown);
  return { done, error: error?.message ?? null };
}

describe('eachWorkspace', () => {
  it('BIL-12: one workspace that fails holds back no other, and fails the job, so that it is tried again', async () => {
    expect(await worked(['a', 'b', 'c'], ['b'])).to.deep.equal({
      done: ['a', 'c'],
      error: '1 of 3 workspaces failed.',
    });
    expect(await worked(['a', 'b'], [])).to.deep.equal({ done: ['a', 'b'], error: null });
  });
});
