import { expect } from 'chai';
import { isFailure } from './errors.ts';
import type { UserPrincipal } from './principal.ts';
import { onlyWhen, own, permissionsOn, requirePermission, type ThingPermission } from './thing-permission.ts';

const none: readonly string[] = [];
const nothingAtAll = { always: none, perhaps: none };
const onCase = permissionsOn(
  'case',
  { write: ['contributor', 'lead'], close: ['case_lead'] },
  {
    ofRoles: { owner: nothingAtAll, admin: nothingAtAll, member: nothingAtAll, guest: nothingAtAll },
    standingsOf: () => none,
    words: { contributor: 'is a contributor of the case', lead: 'leads the case' },
  },
);

/** What a member reads who is nothing to the thing. */
function refusalOf(permission: ThingPermission<unknown, unknown>): string {
  // Of a person the permissions look at the id.
  const user = { kind: 'user', userId: 'usr_caller' } as UserPrincipal;
  try {
    requirePermission(permission, {}, {}, { user, reach: 'own' });
  } catch (error) {
    if (isFailure(error) && error.code === 'permission.denied') return error.message;
    throw error;
  }
  return 'none';
}

describe('a refused permission on a thing', () => {
  it('names who may, as the permission declares it, and no role in the workspace', () => {
    expect(refusalOf(onCase('write'))).to.equal(
      'This is only for whoever is a contributor of the case or leads the case.',
    );
    expect(refusalOf(onCase('close'))).to.equal('This is only for whoever is case-lead of the case.');
  });

  it('says in which case it is asked for', () => {
    const when = onlyWhen('the case is archived', () => true, onCase('write'));
    expect(refusalOf(when)).to.equal(
      'When the case is archived, this is only for whoever is a contributor of the case or leads the case.',
    );
  });

  it('says that what is somebody else’s is not one’s own', () => {
    expect(refusalOf(own('file_request', () => 'usr_other'))).to.equal(
      'Your role in this workspace allows this only for what is your own, which this file request is not.',
    );
  });

  it('is worded as the kind of thing words it, where it does', () => {
    const worded = { ...onCase('write'), message: 'Ask its organizer.' };
    expect(refusalOf(worded)).to.equal('Ask its organizer.');
  });
});
