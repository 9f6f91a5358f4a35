import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { own } from '../../kernel/thing-permission.ts';
import { meetingTemplateInvalidState, meetingTemplateNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { meetingTemplateArchived } from './events.ts';
import { archived, isVisibleTo, type MeetingTemplate } from './template.ts';
import { MeetingTemplateView, meetingTemplateView } from './views.ts';

export const deleteMeetingTemplate = command({
  summary: 'Delete a template',
  description:
    'Your own templates; owners and admins also delete those of the workspace. Meetings made from the template stay.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  always: true,
  input: z.strictObject({
    templateId: id().describe('The id of the template.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ template: MeetingTemplateView }),
  errors: [meetingTemplateNotFound, meetingTemplateInvalidState],

  async find({ templateId }, { templates, user }) {
    const template = await templates.get(templateId);
    if (!isVisibleTo(template, user.userId)) throw meetingTemplateNotFound();
    return template;
  },
  may: own('meeting template', (template: MeetingTemplate) => template.ownerUserId),
  version: (template) => template.version,

  async run(_, { found, templates, now, workspaceId, emit }) {
    const template = await templates.save(archived(found, now));
    const { id: templateId, scope, version, name } = template;
    emit(meetingTemplateArchived, { templateId, scope, version, name });
    return { template: meetingTemplateView(template, workspaceId) };
  },
});
