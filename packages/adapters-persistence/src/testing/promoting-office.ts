import { aFile } from './library.ts';
import { sessionOfMeeting } from './meeting-rooms.ts';
import { noteOffice } from './note-office.ts';
import { aStranger } from './world.ts';

type Office = Awaited<ReturnType<typeof noteOffice>>;
type Input = Parameters<Office['records']['promoteRecordSource']>[0];

/** An office with a document, a file of a client, a project and meetings to make something of. */
export async function promotingOffice() {
  const here = await noteOffice();
  const { records, chancery, cy, owner, aCase } = here;
  const promote = (input: Partial<Input> & Pick<Input, 'sourceKind' | 'sourceId' | 'target'>, as = cy) =>
    records.promoteRecordSource({ caseId: aCase.id, ...input }, as.session);
  const aDocument = async (input: object = {}) =>
    (
      await chancery.documents.uploadDocument(
        { file: aFile('deed.pdf', '%PDF-1.7 deed'), name: 'The deed', ...input },
        owner.session,
      )
    ).document;
  /** The id of a file that a client sent to Cy, and that Cy accepted if that is asked for. */
  const fromClient = async (accepted: boolean) => {
    const { fileRequests } = chancery;
    const asked = {
      ...{ clientName: 'Grace Hopper', clientEmail: 'grace@example.org', title: 'Papers' },
      items: [{ name: 'Passport', acceptedTypes: ['pdf' as const] }],
    };
    const { request } = await fileRequests.createFileRequest(asked, cy.session);
    const { url } = await fileRequests.sendFileRequest(
      { requestId: request.id, delivery: 'link' },
      cy.session,
    );
    const client = aStranger({ address: '198.51.100.20', userAgent: 'Phone/1.0' });
    await fileRequests.uploadClientFile(
      {
        ...{ token: url?.split('#token=')[1] ?? '', itemId: request.items[0]?.id ?? '' },
        file: aFile('passport.pdf', '%PDF-1.7 passport'),
      },
      client,
    );
    const [row] = await here.sql<{ id: string }>('select id from client_uploads where request_id = $1', [
      request.id,
    ]);
    const uploadId = row?.id ?? '';
    if (accepted) await fileRequests.reviewClientUpload({ uploadId, decision: 'accept' }, cy.session);
    return uploadId;
  };
  const aMeeting = async (over: object = {}, as = cy) =>
    (
      await chancery.meetings.createMeeting(
        {
          ...{
            title: 'Review [of] <b>papers</b>',
            visibility: 'workspace',
            timeZone: 'Europe/Berlin',
            durationMinutes: 30,
          },
          ...{ scheduledStartAt: new Date(Date.parse(here.clock.now()) + 600_000).toISOString(), ...over },
        },
        as.session,
      )
    ).meeting;
  /** The same after it was held for eight minutes. */
  const held = async () => {
    const { id: meetingId } = await aMeeting();
    await chancery.meetings.startMeeting({ meetingId }, cy.session);
    here.clock.advance({ minutes: 8 });
    const sessionId = await sessionOfMeeting(here, meetingId);
    await chancery.meetings.endSession({ sessionId }, cy.session);
    await here.sql(
      `insert into attendance (id, workspace_id, meeting_id, session_id, person_key, display_name, role,
         first_joined_at, last_left_at, duration_seconds, intervals, present)
       select gen_random_uuid(), workspace_id, meeting_id, id, 'guest:1', 'Cleo', 'attendee',
         started_at, ended_at, 480, '[]', false from meeting_occurrences where id = $1`,
      [sessionId],
    );
    return meetingId;
  };
  return { ...here, promote, aDocument, fromClient, aMeeting, held };
}
