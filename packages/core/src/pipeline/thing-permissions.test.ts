import { expect } from 'chai';
import { type Role, reachOf, roles } from '../kernel/access.ts';
import type { UseCase } from '../kernel/declaration.ts';
import { isFailure } from '../kernel/errors.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import { listed, requirePermission } from '../kernel/thing-permission.ts';
import { type CaseRole, caseRoles, duties } from '../records/index.ts';
import { useCases } from './declarations.ts';
import {
  accessStandings,
  accountingStandings,
  amendmentStandings,
  caseStandings,
  consentStandings,
  disclosureStandings,
  documentStandings,
  emergencyStandings,
  entryStandings,
  expectedByInput,
  expectedOnAccounting,
  expectedOnAmendments,
  expectedOnCases,
  expectedOnConsents,
  expectedOnDisclosures,
  expectedOnDocuments,
  expectedOnEmergencies,
  expectedOnEntries,
  expectedOnFolders,
  expectedOnGovernance,
  expectedOnGrants,
  expectedOnGuestList,
  expectedOnIntelligence,
  expectedOnInvitations,
  expectedOnLedger,
  expectedOnLifecycles,
  expectedOnMeetings,
  expectedOnMembers,
  expectedOnMerges,
  expectedOnProjects,
  expectedOnRenewals,
  expectedOnSubjects,
  expectedOnWork,
  expectedOwn,
  folderStandings,
  governanceStandings,
  ledgerStandings,
  lifecycleStandings,
  meetingStandings,
  mergeStandings,
  projectStandings,
  renewalStandings,
  subjectStandings,
  workStandings,
} from './testing/expected-permissions.ts';

const useCaseOf = (context: string, name: string): UseCase => {
  const found = useCases().find((entry) => entry.context === context && entry.name === name);
  if (found === undefined) throw new Error(`no use case ${context}.${name}`);
  return found.useCase;
};

/** Of a person the permissions look at the id and the role. */
const personOf = (role: Role, userId = 'usr_caller'): UserPrincipal =>
  ({
    kind: 'user',
    userId,
    membership: { role, status: 'active', hasSecondFactor: false, secondFactorSince: null },
  }) as UserPrincipal;

/** `Y` if the permissions on the thing let the call through, `-` if they refuse it. */
function markOf(useCase: UseCase, found: unknown, input: object, user: UserPrincipal): string {
  const reach = reachOf(useCase.access, user.membership?.role ?? 'guest');
  try {
    requirePermission(useCase.may, found, input, { user, reach });
    return 'Y';
  } catch (error) {
    if (isFailure(error) && error.code === 'permission.denied') return '-';
    throw error;
  }
}

const roleNamed = (name: string): Role => roles.find((role) => role === name) ?? 'guest';

/** What somebody with this case role, or without one, is to a case. */
const standingAs = (caseRole: CaseRole | null) => ({ caseRole, isBlocked: false, grants: [] });

/** What of the input the permission looks at, for the title. */
const saying = (input: Readonly<Record<string, unknown>>): string =>
  Object.entries(input)
    .map(([field, value]) => ` with ${field} ${String(value)}`)
    .join('');

describe('permissions on things, by every standing', () => {
  for (const { endpoint, input = {}, marks } of expectedOnMeetings)
    it(`MTG-97: ${endpoint}${saying(input)} is for the standings of the table`, () => {
      const found = meetingStandings.map((standing) => ({
        accessRoles: [standing],
        visible: { accessRoles: [standing] },
      }));
      const useCase = useCaseOf('meetings', endpoint);

      expect(found.map((each) => markOf(useCase, each, input, personOf('member'))).join('')).to.equal(marks);
    });

  for (const [guestListVisibility, marks] of Object.entries(expectedOnGuestList))
    it(`MTG-49: a guest list for ${guestListVisibility} is read by the standings of the table`, () => {
      const useCase = useCaseOf('meetings', 'listMeetingInvitations');
      const found = meetingStandings.map((standing) => ({
        meeting: { settings: { guestListVisibility } },
        accessRoles: [standing],
      }));

      expect(found.map((each) => markOf(useCase, each, {}, personOf('member'))).join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnProjects)
    it(`PRJ-4: ${endpoint}${saying(input)} is for the standings of the table`, () => {
      const useCase = useCaseOf('workspace', endpoint);
      const outcomes = projectStandings.map((standing) => {
        const isManager = standing === 'owner' || standing === 'admin';
        const members =
          isManager || standing === 'onlooker' ? [] : [{ userId: 'usr_caller', role: standing }];
        return markOf(useCase, { members }, input, personOf(isManager ? standing : 'member'));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { context = 'documents', endpoint, input = {}, status = 'active', marks } of expectedOnDocuments)
    it(`PLT-1: ${endpoint}${saying(input)} of a document that is ${status} is for the standings of the table`, () => {
      const useCase = useCaseOf(context, endpoint);
      const outcomes = documentStandings.map((standing) => {
        const found = {
          status,
          ownerUserId: standing === 'doc owner' ? 'usr_caller' : 'usr_other',
          // A guest only reads, whatever the list says.
          accessList: ['editor', 'guest'].includes(standing) ? [{ userId: 'usr_caller', level: 'edit' }] : [],
        };
        const role = roles.find((known) => known === standing) ?? 'member';
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnLifecycles)
    it(`PLT-1: ${endpoint}${saying(input)} is for the standings of the table`, () => {
      const useCase = useCaseOf('lifecycle', endpoint);
      const outcomes = lifecycleStandings.map((standing) => {
        const ownedBy = (owner: string) => ({
          ownerUserId: standing === owner ? 'usr_caller' : 'usr_other',
        });
        const about = { document: ownedBy('doc owner'), lifecycle: ownedBy('lifecycle owner') };
        const role = roles.find((known) => known === standing) ?? 'member';
        return markOf(useCase, { ...about, inLifecycle: about }, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnRenewals)
    it(`PLT-1: ${endpoint}${saying(input)} is for the standings of the table`, () => {
      const useCase = useCaseOf('lifecycle', endpoint);
      const outcomes = renewalStandings.map((standing) => {
        const personAs = (known: string) => (standing === known ? 'usr_caller' : 'usr_other');
        const found = {
          document: { ownerUserId: personAs('doc owner') },
          lifecycle: { ownerUserId: personAs('lifecycle owner') },
          renewal: { ownerUserId: personAs('case owner'), submittedByUserId: personAs('submitter') },
        };
        const role = roles.find((known) => known === standing) ?? 'member';
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, status = 'active', marks } of expectedOnSubjects)
    it(`PLT-1: ${endpoint}${saying(input)} of a subject that is ${status} is for the standings of the table`, () => {
      const useCase = useCaseOf('records', endpoint);
      const outcomes = subjectStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const isCreator = standing.startsWith('creator');
        const hasCase = standing !== 'creator' && standing !== 'onlooker';
        const found = {
          subject: { status },
          reader: { role, duties: standing === 'records manager' ? ['records_manager'] : [] },
          standing: {
            isCreator,
            cases: hasCase ? [standingAs(caseRoles.find((known) => known === standing) ?? null)] : [],
          },
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks, status = 'active' } of expectedOnCases)
    it(`PLT-1: ${endpoint}${saying(input)} of a case that is ${status} is for the standings of the table`, () => {
      const useCase = useCaseOf('records', endpoint);
      const outcomes = caseStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const found = {
          case: { status },
          reader: { role, duties: standing === 'records manager' ? ['records_manager'] : [] },
          standing: standingAs(caseRoles.find((known) => known === standing) ?? null),
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnWork)
    it(`PLT-1: ${endpoint}${saying(input)} is for the standings of the table`, () => {
      const useCase = useCaseOf('records', endpoint);
      const outcomes = workStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const caseRole =
          ['viewer', 'reviewer', 'contributor', 'lead'].find((known) => known === standing) ?? null;
        const personIn = (wanted: string) => (standing === wanted ? 'usr_caller' : 'usr_other');
        const found = {
          reader: { role, duties: [] },
          standing: { caseRole, isBlocked: false, grants: [] },
          encounter: { createdByUserId: personIn('creator') },
          followUp: { ownerUserId: personIn('assignee') },
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnIntelligence)
    it(`PLT-1: ${endpoint}${saying(input)} is for the standings of the table of cases`, () => {
      const useCase = useCaseOf('governance', endpoint);
      const outcomes = workStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const caseRole =
          ['viewer', 'reviewer', 'contributor', 'lead'].find((known) => known === standing) ?? null;
        const found = { reader: { role, duties: [] }, standing: { caseRole, isBlocked: false, grants: [] } };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnConsents)
    it(`PLT-1: ${endpoint}${saying(input)} is for the standings of the table of consents`, () => {
      const useCase = useCaseOf('governance', endpoint);
      const outcomes = consentStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const caseRole = caseRoles.find((known) => known === standing) ?? null;
        const found = {
          reader: { role, duties: standing === 'privacy officer' ? ['privacy_officer'] : [] },
          standing: {
            isCreator: standing === 'creator',
            cases: caseRole === null ? [] : [standingAs(caseRole)],
          },
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnDisclosures)
    it(`PLT-1: ${endpoint}${saying(input)} is for the standings of the table of disclosures`, () => {
      const useCase = useCaseOf('governance', endpoint);
      const outcomes = disclosureStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const caseRole = standing === 'preparer' ? 'contributor' : standing;
        const personIn = (wanted: string) => (standing.startsWith(wanted) ? 'usr_caller' : 'usr_other');
        const found = {
          reader: {
            ...{ role, userId: 'usr_caller' },
            duties: standing === 'privacy officer' ? ['privacy_officer'] : [],
          },
          standing: standingAs(caseRoles.find((known) => known === caseRole) ?? null),
          authorization: { createdByUserId: personIn('requester') },
          released: { preparedByUserId: personIn('preparer') },
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, marks } of expectedOnGrants)
    it(`PLT-1: ${endpoint} is for the standings of the table of grants`, () => {
      const outcomes = accessStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const person = personOf(role);
        const is = (wanted: string) => (standing === wanted ? person.userId : 'usr_other');
        const found = {
          grant: { createdByUserId: is('grantor'), granteeUserId: is('grantee') },
          leads: [is('lead')],
          reader: { role, duties: standing === 'privacy officer' ? ['privacy_officer'] : [] },
        };
        return markOf(useCaseOf('governance', endpoint), found, {}, person);
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, marks } of expectedOnAccounting)
    it(`PLT-1: ${endpoint} is for the standings of the table of the accounting`, () => {
      const useCase = useCaseOf('governance', endpoint);
      const outcomes = accountingStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const duties = ['auditor', 'privacy officer'].includes(standing) ? [standing.replace(' ', '_')] : [];
        const found = { reader: { role, duties }, leads: standing === 'lead' };
        return markOf(useCase, found, {}, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, marks } of expectedOnEmergencies)
    it(`PLT-1: ${endpoint} is for the standings of the table of emergencies`, () => {
      const outcomes = emergencyStandings.map((standing) =>
        markOf(
          useCaseOf('governance', endpoint),
          { standings: [standing, 'onlooker'] },
          {},
          personOf('owner'),
        ),
      );

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, marks } of expectedOnMerges)
    it(`REC-12: ${endpoint} is for the standings of the table`, () => {
      const useCase = useCaseOf('records', endpoint);
      const seen = (caseRole: string | null) => ({ isSeen: true, isOpen: true, caseRole });
      const outcomes = mergeStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const leads = standing.startsWith('lead');
        const caseRole = leads ? 'lead' : standing === 'contributor' ? 'contributor' : null;
        const reader = { role, duties: [] };
        const onCase = { caseRole, isBlocked: false };
        const stood = {
          reader,
          standing: {
            isCreator: standing === 'creator of both',
            cases: caseRole === null ? [] : [onCase],
          },
        };
        const others = {
          'lead of one of two cases': [seen('viewer')],
          'lead who sees no other case': [
            { ...seen(null), isSeen: false },
            { ...seen('viewer'), isOpen: false },
          ],
        };
        const cases = [
          ...(caseRole === null ? [] : [seen(caseRole)]),
          ...((others as Record<string, object[]>)[standing] ?? []),
        ];
        return markOf(useCase, { ...stood, merged: stood, cases }, {}, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, marks } of expectedOnEntries)
    it(`PLT-1: ${endpoint} with ${JSON.stringify(input)} is for the standings of the table`, () => {
      const useCase = useCaseOf('records', endpoint);
      const outcomes = entryStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const isAuthor = standing === 'author';
        const caseRole = isAuthor ? 'contributor' : (caseRoles.find((known) => known === standing) ?? null);
        const found = {
          case: { status: 'active' },
          entry: { authorUserId: isAuthor ? 'usr_caller' : 'usr_other' },
          reader: { role, duties: standing === 'records manager' ? ['records_manager'] : [] },
          standing: standingAs(caseRole),
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, input = {}, status = 'requested', marks } of expectedOnAmendments)
    it(`PLT-1: ${endpoint} with ${JSON.stringify(input)} on what is ${status} is for the standings of the table`, () => {
      const useCase = useCaseOf('records', endpoint);
      const outcomes = amendmentStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const isRequester = standing === 'requester';
        const caseRole = isRequester ? 'viewer' : (caseRoles.find((known) => known === standing) ?? null);
        const found = {
          amendment: { status, requestedByUserId: isRequester ? 'usr_caller' : 'usr_other' },
          reader: { role, duties: standing === 'records manager' ? ['records_manager'] : [] },
          standing: standingAs(caseRole),
        };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { context = 'governance', endpoint, input = {}, marks } of expectedOnGovernance)
    it(`PLT-1: ${endpoint}${Object.keys(input).map((field) => ` with ${field}`)} is for the standings of the table of governance`, () => {
      const useCase = useCaseOf(context, endpoint);
      const outcomes = governanceStandings.map((standing) => {
        const isRole = roles.some((known) => known === standing);
        const role = isRole ? roleNamed(standing) : 'member';
        const found = { reader: { role, duties: isRole ? [] : [standing.replace(' ', '_')] } };
        return markOf(useCase, found, input, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, marks } of expectedOnLedger)
    it(`PLT-1: ${endpoint} is for the standings of the tables of the ledger`, () => {
      const useCase = useCaseOf('records', endpoint);
      const outcomes = ledgerStandings.map((standing) => {
        const role = roles.find((known) => known === standing) ?? 'member';
        const hasDuty = duties.some((duty) => duty === standing.replace(' ', '_'));
        const reader = { role, duties: hasDuty ? [standing.replace(' ', '_')] : [] };
        return markOf(useCase, { reader, leads: standing === 'lead' }, {}, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { endpoint, marks } of expectedOnFolders)
    it(`PLT-1: ${endpoint} is for the standings of the table`, () => {
      const useCase = useCaseOf('documents', endpoint);
      const outcomes = folderStandings.map((standing) => {
        const createdByUserId = standing === 'creator' ? 'usr_caller' : 'usr_other';
        const role = roles.find((known) => known === standing) ?? 'member';
        return markOf(useCase, { createdByUserId }, {}, personOf(role));
      });

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const endpoint of ['updateMember', 'suspendMember', 'reactivateMember', 'removeMember'])
    for (const caller of roles)
      it(`WSP-2: ${endpoint} by ${caller} reaches the roles of the table`, () => {
        const useCase = useCaseOf('workspace', endpoint);
        const outcomes = roles.map((role) =>
          markOf(useCase, { id: 'usr_other', role }, { role: 'guest' }, personOf(caller)),
        );

        expect(outcomes.join('')).to.equal(expectedOnMembers[caller]);
      });

  for (const caller of roles)
    it(`WSP-2: updateMember by ${caller} gives the roles of the table, and everybody may leave`, () => {
      const given = roles.map((role) =>
        markOf(
          useCaseOf('workspace', 'updateMember'),
          { id: 'usr_other', role: 'guest' },
          { role },
          personOf(caller),
        ),
      );
      const leaving = roles.map((role) =>
        markOf(useCaseOf('workspace', 'removeMember'), { id: 'usr_caller', role }, {}, personOf(caller)),
      );

      expect(given.join('')).to.equal(expectedOnMembers[caller]);
      expect(leaving.join('')).to.equal('YYYY');
    });

  for (const endpoint of ['updateMember', 'suspendMember', 'reactivateMember'])
    it(`WSP-2: ${endpoint} is for oneself only if one's role reaches one's own`, () => {
      const useCase = useCaseOf('workspace', endpoint);
      const outcomes = roles.map((role) =>
        markOf(useCase, { id: 'usr_caller', role }, { role: 'guest' }, personOf(role)),
      );

      expect(outcomes.join('')).to.equal('Y---');
    });

  for (const [invitePolicy, callers] of Object.entries(expectedOnInvitations))
    for (const [caller, marks] of Object.entries(callers))
      for (const endpoint of ['createInvitation', 'resendInvitation', 'revokeInvitation'])
        it(`WSP-3: ${endpoint} by ${caller} under the policy ${invitePolicy} is for the roles of the table`, () => {
          const useCase = useCaseOf('workspace', endpoint);
          const outcomes = roles.map((role) =>
            markOf(
              useCase,
              { role, settings: { invitePolicy }, projects: [] },
              {},
              personOf(roleNamed(caller)),
            ),
          );

          expect(outcomes.join('')).to.equal(marks);
        });

  it('WSP-8: invitations are listed by managers, and by members if the policy is members', () => {
    const outcomes = Object.keys(expectedOnInvitations).map((invitePolicy) =>
      (['owner', 'admin', 'member', 'guest'] as const)
        .map((caller) =>
          markOf(
            useCaseOf('workspace', 'listInvitations'),
            { role: 'member', settings: { invitePolicy } },
            {},
            personOf(caller),
          ),
        )
        .join(''),
    );

    expect(outcomes).to.deep.equal(['YY--', 'YY--', 'YYY-']);
  });

  it('PRJ-4: people are invited into projects by those who lead every one of them, and by managers', () => {
    const as = (role: string) => ({ members: role === 'onlooker' ? [] : [{ userId: 'usr_caller', role }] });
    const invited = (projects: readonly object[], caller: Role) =>
      markOf(
        useCaseOf('workspace', 'createInvitation'),
        { role: 'guest', settings: { invitePolicy: 'members' }, projects },
        {},
        personOf(caller),
      );
    const standings = ['lead', 'contributor', 'viewer', 'onlooker'];
    const outcomes = (['owner', 'admin', 'member'] as const).map((caller) => [
      standings.map((standing) => invited([as(standing)], caller)).join(''),
      standings.map((standing) => invited([as('lead'), as(standing)], caller)).join(''),
    ]);

    expect(outcomes).to.deep.equal([
      ['YYYY', 'YYYY'],
      ['YYYY', 'YYYY'],
      ['Y---', 'Y---'],
    ]);
  });

  for (const { context, endpoint, input = {}, marks } of expectedByInput)
    it(`PLT-1: ${endpoint}${saying(input)} is for the roles of the table`, () => {
      const useCase = useCaseOf(context, endpoint);
      const outcomes = roles.map((role) => markOf(useCase, { visible: null }, input, personOf(role)));

      expect(outcomes.join('')).to.equal(marks);
    });

  for (const { context, endpoint } of expectedOwn)
    it(`PLT-1: ${endpoint} is for the owner of the thing if the access says own, and for no other`, () => {
      const useCase = useCaseOf(context, endpoint);
      for (const role of roles) {
        const reach = reachOf(useCase.access, role);
        if (reach === null) continue;
        const mark = (userId: string) =>
          markOf(useCase, { ownerUserId: userId }, { userId }, personOf(role, 'usr_caller'));

        expect([mark('usr_caller'), mark('usr_other')], role).to.deep.equal([
          'Y',
          reach === 'any' ? 'Y' : '-',
        ]);
      }
    });

  it('PLT-1: every permission on a thing that a use case declares is in a table written by hand', () => {
    const tabled = new Set([
      ...expectedOnMeetings.map(({ endpoint }) => endpoint),
      'listMeetingInvitations',
      ...expectedOnProjects.map(({ endpoint }) => endpoint),
      ...expectedOnDocuments.map(({ endpoint }) => endpoint),
      ...expectedOnFolders.map(({ endpoint }) => endpoint),
      ...expectedOnLifecycles.map(({ endpoint }) => endpoint),
      ...expectedOnRenewals.map(({ endpoint }) => endpoint),
      ...expectedOnSubjects.map(({ endpoint }) => endpoint),
      ...expectedOnCases.map(({ endpoint }) => endpoint),
      ...expectedOnMerges.map(({ endpoint }) => endpoint),
      ...expectedOnEntries.map(({ endpoint }) => endpoint),
      ...expectedOnAmendments.map(({ endpoint }) => endpoint),
      ...expectedOnWork.map(({ endpoint }) => endpoint),
      ...expectedOnIntelligence.map(({ endpoint }) => endpoint),
      ...expectedOnConsents.map(({ endpoint }) => endpoint),
      ...expectedOnDisclosures.map(({ endpoint }) => endpoint),
      ...expectedOnAccounting.map(({ endpoint }) => endpoint),
      ...expectedOnGovernance.map(({ endpoint }) => endpoint),
      ...expectedOnLedger.map(({ endpoint }) => endpoint),
      ...expectedOnGrants.map(({ endpoint }) => endpoint),
      ...expectedOnEmergencies.map(({ endpoint }) => endpoint),
      ...['updateMember', 'suspendMember', 'reactivateMember', 'removeMember'],
      ...['createInvitation', 'resendInvitation', 'revokeInvitation', 'listInvitations'],
      ...expectedByInput.map(({ endpoint }) => endpoint),
      ...expectedOwn.map(({ endpoint }) => endpoint),
    ]);
    const declared = useCases()
      .filter(({ useCase }) => listed(useCase.may).length > 0)
      .map(({ name }) => name);

    expect([...tabled]).to.have.members(declared);
  });

  it('PLT-1: a role that says own is held to it by a permission, or by what can be found', () => {
    const foundAsOwn = /^(uploads\..*|workspace\.(list|resend|revoke)Invitations?)$/;
    const unheld = useCases()
      .filter(({ useCase }) => roles.some((role) => reachOf(useCase.access, role) === 'own'))
      .filter(({ context, name }) => !foundAsOwn.test(`${context}.${name}`))
      .filter(({ useCase }) => listed(useCase.may).every(({ action }) => action !== 'own'));

    expect(unheld.map(({ name }) => name)).to.deep.equal([]);
  });
});
