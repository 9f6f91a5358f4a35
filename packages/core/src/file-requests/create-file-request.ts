import { z } from 'zod';
import { placeRefusals } from '../documents/index.ts';
import { exampleValues } from '../kernel/example-values.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { caseNotFound, fileRequestTemplateNotFound, fileRequestTooMany } from './errors.ts';
import { aboutRequest, fileRequestCreated } from './events.ts';
import { shownRequest } from './found-request.ts';
import { localDays } from './local-days.ts';
import { newRequest, requirePlaces, requireRoomForAnother } from './new-request.ts';
import { command } from './ports.ts';
import { itemsExample, newRequestFields } from './request-fields.ts';
import { sentRequest } from './sent-request.ts';
import { FileRequestView } from './views.ts';

const [title, clientName] = ['Documents for your tax return', 'Grace Hopper'];

export const createFileRequest = command({
  summary: 'Prepare a request for files',
  description:
    'A draft is seen by nobody outside until you send it. What you leave out comes from the template if you name one. With send the client is mailed the link at once.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: {
    command: 'file-requests create',
    example: { clientName, title, items: itemsExample },
  },
  feature: 'client_file_requests',
  outside: ({ send }) => send,
  input: z
    .strictObject({
      ...newRequestFields,
      send: z.boolean().default(false).describe('Whether the client is mailed the link at once.'),
    })
    .meta({ examples: [{ title, clientName, clientEmail: exampleValues.email, items: itemsExample }] }),
  output: z.object({ request: FileRequestView }),
  errors: [mailBudgetUsed, fileRequestTooMany, fileRequestTemplateNotFound, caseNotFound, ...placeRefusals],

  async run({ send, templateId: chosen, ...input }, context) {
    const { fileRequests, fileRequestTemplates, emit } = context;
    const template = chosen == null ? null : await fileRequestTemplates.get(chosen);
    if (chosen != null && (template === null || template.archived)) throw fileRequestTemplateNotFound();
    const days = await localDays(context);
    const draft = await newRequest(input, template, days, context);
    await requirePlaces(draft.folderId, draft.items, context);
    await requireRoomForAnother(context);

    await fileRequests.add(draft);
    emit(fileRequestCreated, {
      ...aboutRequest(draft),
      title: draft.title,
      clientName: draft.clientName,
      clientEmail: draft.clientEmail,
      items: draft.items.length,
      templateId: draft.templateId,
    });
    if (!send) return { request: await shownRequest(draft, context) };
    const { request } = await sentRequest(
      draft,
      { cause: 'send', delivery: 'email', message: null },
      context,
    );
    return { request: await shownRequest(request, context) };
  },
});
