import { failureOf, faultsOf, noon, type Person, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const start = '2026-11-30T09:00:00Z';

async function office() {
  const here = await world();
  const bo = await here.person('member', 'Bo');
  const { meetings } = here.chancery;
  const make = (input: Partial<Parameters<typeof meetings.createMeetingTemplate>[0]> = {}, as: Person = bo) =>
    meetings.createMeetingTemplate({ name: 'Review', ...input }, as.session);
  const names = async (scope: 'personal' | 'workspace' | 'all', as: Person = bo) =>
    (await meetings.listMeetingTemplates({ scope }, as.session)).templates.map(({ name }) => name);
  return { ...here, meetings, bo, make, names };
}

describe('meeting templates', () => {
  it('store what is given, with the rule in canonical form', async () => {
    const { make, bo, workspaceId, happened } = await office();

    const { template } = await make({
      title: 'Weekly review',
      durationMinutes: 45,
      recurrenceRule: 'rrule:byday=mo;freq=weekly;interval=1',
      settings: { muteOnEntry: true },
      invitees: [{ email: 'cleo@client.example', displayName: 'Cleo' }],
    });

    const { id, createdAt: _, updatedAt: __, ...kept } = template;
    expect(kept).to.deep.equal({
      workspaceId,
      name: 'Review',
      scope: 'personal',
      ownerUserId: bo.id,
      title: 'Weekly review',
      description: '',
      durationMinutes: 45,
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
      settings: { muteOnEntry: true },
      webinar: null,
      invitees: [
        { userId: null, email: 'cleo@client.example', displayName: 'Cleo', role: 'attendee', required: true },
      ],
      status: 'active',
      version: 1,
    });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'meeting_template.created',
      facts: { scope: 'personal' },
      target: { kind: 'meeting_template', id },
    });
  });

  it('copy a meeting, and given fields replace copied ones', async () => {
    const { make, meetings, bo, owner } = await office();
    const { meeting } = await meetings.createMeeting(
      {
        title: 'Talk',
        description: 'Slides',
        meetingType: 'webinar',
        scheduledStartAt: start,
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
        settings: { muteOnEntry: true },
        webinar: {
          capacity: 5,
          registrationClosesAt: start,
          questions: [{ label: 'Why?', type: 'short_text' }],
        },
        invitees: [{ userId: owner.id, role: 'co_host' }, { email: 'cleo@client.example' }],
      },
      bo.session,
    );

    const { template } = await make({ fromMeetingId: meeting.id, title: 'Talk again', durationMinutes: 30 });

    expect(template).to.deep.include({
      title: 'Talk again',
      description: 'Slides',
      durationMinutes: 30,
      recurrenceRule: 'FREQ=WEEKLY;COUNT=3',
      invitees: [
        { userId: owner.id, email: null, displayName: null, role: 'co_host', required: true },
        {
          userId: null,
          email: 'cleo@client.example',
          displayName: 'cleo@client.example',
          role: 'attendee',
          required: true,
        },
      ],
    });
    expect(template.settings.muteOnEntry).to.equal(true);
    expect(template.webinar).to.deep.include({
      capacity: 5,
      registrationClosesAt: null,
      questions: [{ label: 'Why?', type: 'short_text', required: false, options: [] }],
    });
  });

  it('refuse to copy a meeting that the caller may not duplicate, or that does not exist', async () => {
    const { make, meetings, owner, bo, person } = await office();
    const { meeting } = await meetings.createMeeting(
      { title: 'Talk', scheduledStartAt: start, invitees: [{ userId: bo.id }] },
      owner.session,
    );

    expect(await failureOf(make({ fromMeetingId: meeting.id }))).to.equal('permission.denied');
    const cleo = await person('member', 'Cleo');
    expect(await failureOf(make({ fromMeetingId: meeting.id }, cleo))).to.equal('meeting.not_found');
  });

  it('supply what the caller of createMeeting leaves out', async () => {
    const { make, meetings, bo } = await office();
    const { template } = await make({
      title: 'Weekly review',
      description: 'Numbers',
      durationMinutes: 45,
      recurrenceRule: 'FREQ=WEEKLY;COUNT=4',
      settings: { muteOnEntry: true },
      invitees: [{ email: 'cleo@client.example' }],
    });
    const from = (more: object) =>
      meetings.createMeeting({ templateId: template.id, scheduledStartAt: start, ...more }, bo.session);

    const { meeting, invitationCount } = await from({});
    const { meeting: named } = await from({
      title: 'Other',
      durationMinutes: 30,
      settings: { muteOnEntry: false },
    });

    expect(invitationCount).to.equal(1);
    expect(meeting).to.deep.include({
      title: 'Weekly review',
      description: 'Numbers',
      durationMinutes: 45,
      meetingType: 'recurring',
      templateId: template.id,
    });
    expect(meeting.settings.muteOnEntry).to.equal(true);
    expect(meeting.recurrence?.rrule).to.equal('FREQ=WEEKLY;COUNT=4');
    expect([named.title, named.durationMinutes, named.settings.muteOnEntry]).to.deep.equal([
      'Other',
      30,
      false,
    ]);
  });

  it('create a webinar if they were made from one', async () => {
    const { make, meetings, bo } = await office();
    const { template } = await make({
      webinar: { capacity: 3, questions: [{ label: 'Why?', type: 'short_text' }] },
    });

    const { meeting } = await meetings.createMeeting(
      { templateId: template.id, scheduledStartAt: start },
      bo.session,
    );

    expect(meeting.meetingType).to.equal('webinar');
    expect(meeting.webinar?.capacity).to.equal(3);
    expect(meeting.webinar?.questions.map(({ label }) => label)).to.deep.equal(['Why?']);
  });

  it('list personal templates only to their owner, those of the workspace to everybody, by name', async () => {
    const { make, names, owner, bo } = await office();
    await make({ name: 'Zebra' });
    await make({ name: 'Ähnlich', scope: 'workspace' }, owner);
    await make({ name: 'Bericht', scope: 'workspace' }, owner);
    await make({ name: 'Mine' }, owner);

    expect(await names('all', bo)).to.deep.equal(['Ähnlich', 'Bericht', 'Zebra']);
    expect(await names('all', owner)).to.deep.equal(['Ähnlich', 'Bericht', 'Mine']);
    expect(await names('personal', bo)).to.deep.equal(['Zebra']);
    expect(await names('workspace', bo)).to.deep.equal(['Ähnlich', 'Bericht']);
  });

  it('MTG-18: list the same on many pages as on one', async () => {
    const { make, meetings, bo, names } = await office();
    for (const name of ['b', 'A', 'c']) await make({ name });

    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await meetings.listMeetingTemplates(
        { limit: 1, ...(cursor ? { cursor } : {}) },
        bo.session,
      );
      walked.push(...page.templates.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);

    expect(walked).to.deep.equal(['A', 'b', 'c']);
    expect(await names('all')).to.deep.equal(walked);
  });

  it('have names that are unique in their scope, until they are deleted', async () => {
    const { make, meetings, bo, owner } = await office();
    const { template } = await make();

    expect(await failureOf(make({ name: 'REVIEW' }))).to.equal('meeting_template.duplicate_name');
    expect(await failureOf(make({}, owner))).to.equal('none');
    expect(await failureOf(make({ scope: 'workspace' }, owner))).to.equal('none');
    await meetings.deleteMeetingTemplate({ templateId: template.id }, bo.session);
    expect(await failureOf(make())).to.equal('none');
  });

  it('create no meeting once they are archived; meetings made from them stay', async () => {
    const { make, meetings, bo, names, sql } = await office();
    const { template } = await make();
    const made = { templateId: template.id, scheduledStartAt: start };
    const { meeting } = await meetings.createMeeting(made, bo.session);

    const { template: after } = await meetings.deleteMeetingTemplate({ templateId: template.id }, bo.session);

    expect([after.status, after.version]).to.deep.equal(['archived', 2]);
    expect(await names('all')).to.deep.equal([]);
    expect(await failureOf(meetings.createMeeting(made, bo.session))).to.equal('meeting_template.not_found');
    const again = meetings.deleteMeetingTemplate({ templateId: template.id }, bo.session);
    expect(await failureOf(again)).to.equal('meeting_template.invalid_state');
    const [row] = await sql('select template_id from meetings where id = $1', [meeting.id]);
    expect(row).to.deep.equal({ template_id: template.id });
  });

  it('MTG-97: of the workspace are created and deleted only by owners and admins', async () => {
    const { make, meetings, bo, owner, person } = await office();
    const admin = await person('admin');
    const remove = (templateId: string, as: Person) =>
      failureOf(meetings.deleteMeetingTemplate({ templateId }, as.session));
    const { template: shared } = await make({ scope: 'workspace' }, owner);
    const { template: own } = await make({ name: 'Own' });

    expect(await failureOf(make({ scope: 'workspace' }, bo))).to.equal('permission.denied');
    expect(await remove(shared.id, bo)).to.equal('permission.denied');
    expect(await remove(own.id, admin)).to.equal('meeting_template.not_found');
    expect(await remove(shared.id, admin)).to.equal('none');
    expect(await remove(own.id, bo)).to.equal('none');
  });

  it('MTG-96: of another workspace are not found', async () => {
    const { make, meetings, stranger } = await office();
    const { template } = await make();
    const mallory = await stranger();

    const removed = meetings.deleteMeetingTemplate({ templateId: template.id }, mallory.session);
    expect(await failureOf(removed)).to.equal('meeting_template.not_found');
    const used = meetings.createMeeting(
      { templateId: template.id, scheduledStartAt: start },
      mallory.session,
    );
    expect(await failureOf(used)).to.equal('meeting_template.not_found');
  });

  it('are limited to 200 for each person', async () => {
    const { make, sql, workspaceId, bo } = await office();
    await sql(
      `insert into meeting_templates (id, workspace_id, owner_user_id, scope, name, name_fold, title, description, duration_minutes, settings, invitees, status, created_at, updated_at, version)
       select gen_random_uuid(), $1, $2, 'personal', n::text, n::text, 'x', '', 60, '{}', '[]', 'active', timestamptz '${noon}', timestamptz '${noon}', 1 from generate_series(1, 200) n`,
      [workspaceId, bo.id],
    );

    expect(await failureOf(make())).to.equal('meeting_template.limit_reached');
  });

  it('refuse an invalid rule, and name its field', async () => {
    const { make } = await office();

    expect(await faultsOf(make({ recurrenceRule: 'FREQ=HOURLY' }))).to.deep.equal([
      '/recurrenceRule recurrence.unsupported_part',
    ]);
  });

  it('are not deleted for a version that is not the current one', async () => {
    const { make, meetings, bo } = await office();
    const { template } = await make();
    const remove = (expectedVersion: number) =>
      failureOf(meetings.deleteMeetingTemplate({ templateId: template.id, expectedVersion }, bo.session));

    expect(await remove(template.version + 1)).to.equal('version_conflict');
    expect(await remove(template.version)).to.equal('none');
  });
});
