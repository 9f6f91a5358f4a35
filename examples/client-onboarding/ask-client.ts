import type { Chancery } from '@chancery/sdk';

export interface Client {
  readonly name: string;
  readonly email: string;
}

const templateName = 'Client onboarding';
/** What every client is asked for, each with the key of the type that it is filed as. */
const papers = [
  { name: 'Passport or identity card', type: 'passport', acceptedTypes: ['pdf', 'image'], maxFiles: 2 },
  { name: 'Signed mandate', type: 'contract', acceptedTypes: ['pdf', 'word'], maxFiles: 1 },
  {
    name: 'Insurance certificate',
    description: 'If you have one.',
    type: 'insurance_certificate',
    acceptedTypes: ['pdf'],
    required: false,
  },
] as const;

/** Makes a folder for the client and a request from the template, and prints the link by which the client sends the papers. */
export async function askClient(chancery: Chancery, client: Client): Promise<void> {
  const templateId = await onboardingTemplate(chancery);
  const folderId = await folderOf(chancery, client.name);
  const { request } = await chancery.fileRequests.createFileRequest(
    { templateId, folderId, clientName: client.name, clientEmail: client.email },
    // Repeated after a crash, the call makes no second request.
    { idempotencyKey: `onboarding-${client.email}` },
  );

  // With `delivery: 'email'` Chancery would mail the link itself.
  const { url } = await chancery.fileRequests.sendFileRequest({ requestId: request.id, delivery: 'link' });
  console.log(`request ${request.id}`);
  console.log(`${client.name} sends the papers by ${url}`);
}

/** The id of the template, which is made when the first client is asked. */
async function onboardingTemplate(chancery: Chancery): Promise<string> {
  for await (const template of chancery.fileRequests.listFileRequestTemplatesAll())
    if (template.name === templateName) return template.id;

  const types = new Map<string, string>();
  for await (const { key, id } of chancery.lifecycle.listDocumentTypesAll()) types.set(key, id);
  const { template } = await chancery.fileRequests.createFileRequestTemplate({
    name: templateName,
    title: 'Welcome: what we need from you',
    message: 'A photograph with your phone is enough, if every word can be read.',
    items: papers.map(({ type, acceptedTypes, ...paper }) => ({
      ...paper,
      acceptedTypes: [...acceptedTypes],
      documentTypeId: types.get(type) ?? null,
    })),
    dueInDays: 14,
    reminders: { firstAfterDays: 3, everyDays: 7, max: 3 },
  });
  return template.id;
}

/** The id of the folder that has the name of the client. */
export async function folderOf(chancery: Chancery, name: string): Promise<string> {
  const { folders } = await chancery.documents.listDocuments({ sort: 'name', limit: 200 });
  const known = folders.find((folder) => folder.name === name);
  return known?.id ?? (await chancery.documents.createDocumentFolder({ name })).folder.id;
}
