import { expect } from 'chai';
import { type ApplicationClient, applicationClient, Chancery } from './index.ts';
import { serviceDouble, success } from './testing/service-double.ts';

describe('applicationClient', () => {
  it('INT-6, INT-7: calls each endpoint of the integration API by a short name, with the key', async () => {
    const service = await serviceDouble(() => success({}));
    const { integration } = applicationClient({ baseUrl: service.baseUrl, apiKey: 'chan_live_0123abcd_x' });
    const meetingId = '01900000-0000-7000-8000-00000000000a';

    await integration.workspace();
    await integration.members();
    await integration.projects();
    await integration.meetings.list({ externalReference: 'deal 7' });
    await integration.meetings.create({ title: 'A', scheduledStartAt: '2027-03-15T08:00:00Z' });
    await integration.meetings.get({ meetingId });
    await integration.meetings.update({ meetingId, title: 'B' });
    await integration.meetings.cancel({ meetingId });
    await service.close();

    const base = '/api/v1/integrations/workspace';
    expect(
      service.requests.map(
        ({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query}` : ''}`,
      ),
    ).to.deep.equal([
      `GET ${base}`,
      `GET ${base}/members`,
      `GET ${base}/projects`,
      `GET ${base}/meetings?externalReference=deal+7`,
      `POST ${base}/meetings`,
      `GET ${base}/meetings/${meetingId}`,
      `PATCH ${base}/meetings/${meetingId}`,
      `POST ${base}/meetings/${meetingId}/cancel`,
    ]);
    expect(new Set(service.requests.map(({ headers }) => headers.authorization))).to.deep.equal(
      new Set(['Bearer chan_live_0123abcd_x']),
    );
  });

  it('KEY-7: has nothing for people in its type, while the whole client keeps every name', () => {
    type ForPeople = 'webhooks' | 'identity' | 'meetings' extends keyof ApplicationClient ? true : false;
    const hasNothingForPeople: ForPeople = false;

    expect(hasNothingForPeople).to.equal(false);
    const whole = new Chancery({ baseUrl: 'http://127.0.0.1', apiKey: 'x' });
    expect(whole.meetings.listIntegrationMeetings).to.be.a('function');
  });
});
