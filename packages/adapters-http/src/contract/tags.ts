import type { Contexts } from '@chancery/core';

/** What each group of operations is about; a context without a sentence does not compile. */
const descriptions: Readonly<Record<keyof Contexts | 'health', string>> = {
  identity: 'Accounts: how people prove who they are, and the sessions that follow.',
  workspace: 'Workspaces with their members, invitations, projects and settings.',
  integrations: 'API keys, and what applications do with them.',
  billing: 'Plans, what a workspace may do, and payment.',
  uploads: 'Uploads of large files in chunks, over connections that break.',
  webhooks: 'Addresses that events are sent to, and what became of each delivery.',
  meetings: 'Meetings, series, rooms and webinars: who is invited, who is let in and who was there.',
  documents: 'The library: folders, documents with versions that never change, the trash, and who sees what.',
  fileRequests: 'Requests to people outside to send files, and what becomes of these files.',
  signing: 'Documents out for signature: who signs them, in which order, and what has become of it.',
  lifecycle:
    'How long documents are valid and kept: their types, policies and dates, and who keeps them in force.',
  records:
    'Records: the subjects that they are about, and what they are labelled, so that only some read them.',
  governance:
    'What a workspace decides about its records: consents, disclosure, access for a time, and how long they are kept.',
  health: 'Whether the service runs, and whether what it needs is there.',
};

export const tagNamed = (name: string) => ({
  name,
  description: descriptions[name as keyof typeof descriptions],
});
