import { expect } from 'chai';
import type { Route } from '../contract/routes.ts';
import { allRoutes } from '../routes/index.ts';
import { bodyFor, pathOf, type Things, thingsOf, validBodies } from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

/** Changes that a caller may make only of what they read, by the context that declares them. */
const stale: readonly string[] = [
  'updateMe',
  'updateWorkspace',
  'updateSettings',
  'closeWorkspace',
  'reopenWorkspace',
  'resendInvitation',
  'revokeInvitation',
  'updateMember',
  'suspendMember',
  'reactivateMember',
  'removeMember',
  'updateProject',
  'archiveProject',
  'restoreProject',
  'setProjectMember',
  'removeProjectMember',
  'updateApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'changePlan',
  'cancelSubscription',
  'resumeSubscription',
  'abortUploadSession',
  'completeUploadSession',
  'updateWebhookEndpoint',
  'rotateWebhookSecret',
  'startMeeting',
  'endSession',
  'decideOnAdmission',
  'updateMeeting',
  'cancelMeeting',
  'updateOccurrence',
  'updateMeetingInvitation',
  'revokeMeetingInvitation',
  'resendMeetingInvitation',
  'decideRegistration',
  'deleteMeetingTemplate',
];

describe('a change of what has moved on since it was read', () => {
  let here: Served;
  let things: Things;
  let slug: string;
  before(async () => {
    here = await served();
    things = await thingsOf(here);
    const order = { planCode: 'team', interval: 'month' } as const;
    await here.chancery.billing.createCheckout(order, here.owner.session);
    slug = (await here.chancery.workspace.getWorkspace({}, here.owner.session)).workspace.slug;
  });
  after(() => here.close());

  const bodyOf = (route: Route): object => ({
    ...validBodies[route.name]?.(things),
    ...(route.name === 'closeWorkspace' ? { confirmSlug: slug } : {}),
    ...(route.name === 'changePlan' ? { planCode: 'business' } : {}),
  });

  for (const route of allRoutes.filter(({ name }) => stale.includes(name))) {
    for (const way of ['expectedVersion', 'If-Match'] as const)
      it(`${route.name} is refused by ${way}, with the current version, and changes nothing`, async () => {
        const before = (await here.happened()).length;
        const { expectedVersion: _, ...body } = bodyOf(route) as { expectedVersion?: number };
        const {
          status,
          headers,
          body: answer,
        } = await here.call(`${route.method} ${pathOf(route, things)}` as 'GET /', {
          token: here.owner.session.credential ?? '',
          ...(way === 'If-Match'
            ? { ...bodyFor(route, body), headers: { 'If-Match': '"99999"' } }
            : bodyFor(route, { ...body, expectedVersion: 99_999 })),
        });

        expect([status, answer.error?.code]).to.deep.equal([412, 'version_conflict']);
        expect(answer.error.details[0]).to.include({
          path: '/body/expectedVersion',
          code: 'version_conflict',
        });
        expect(answer.error.details[0].message).to.equal(
          `The current version is ${headers.get('etag')?.slice(1, -1)}.`,
        );
        expect((await here.happened()).length).to.equal(before);
      });
  }
});
