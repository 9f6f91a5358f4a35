import { viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { isOutForSigning } from '../attachments/linked-bytes.ts';
import type { RecordsPorts } from '../ports.ts';
import { recordTemplateStates } from '../templates/template.ts';
import type { PromotionKind } from './promotion.ts';

/** Something that a part of a case can be made of. */
export interface IntegrationOption {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** When it took place, came or was changed last. */
  readonly occurredAt: Instant;
}

interface Asked {
  readonly words: readonly string[];
  readonly most: number;
}
type Context = RecordsPorts & HandlerContext;

/** What the workspace has of each kind as the caller sees it; each context decides about its own. */
export async function integrationOptions(
  asked: Asked,
  context: Context,
): Promise<Readonly<Record<PromotionKind, readonly IntegrationOption[]>>> {
  const [meeting, document, upload, project] = await Promise.all([
    meetingOptions(asked, context),
    documentOptions(asked, context),
    uploadOptions(asked, context),
    projectOptions(asked, context),
  ]);
  return { meeting, document, file_request_upload: upload, project };
}

async function meetingOptions({ words, most }: Asked, context: Context) {
  const found = await context.meetingReader.list(words, most, context);
  return found.map(({ id, title, status, at }) => ({ id, title, status, occurredAt: at }));
}

/** As many again are looked at, because what is out for signing cannot be taken. */
async function documentOptions({ words, most }: Asked, { documentLibrary, user }: Context) {
  const found = await documentLibrary.list(words, 2 * most, viewerOf(user));
  return found
    .filter((document) => !isOutForSigning(document))
    .slice(0, most)
    .map(({ id, name, status, updatedAt }) => ({ id, title: name, status, occurredAt: updatedAt }));
}

async function uploadOptions({ words, most }: Asked, context: Context) {
  const found = await context.fileRequestReader.accepted(words, most, context);
  return found.map(({ id, fileName, status, uploadedAt }) => ({
    ...{ id, title: fileName, status, occurredAt: uploadedAt },
  }));
}

async function projectOptions({ words, most }: Asked, context: Context) {
  const found = await context.projectReader.list(words, most, context);
  return found.map(({ id, name, status, updatedAt }) => ({ id, title: name, status, occurredAt: updatedAt }));
}

/** The templates of entries for the type of the case, of which an entry that is made of something can take one. */
export async function templateOptions(
  { words, most, caseType }: Asked & { readonly caseType: string },
  { recordTemplates }: Pick<RecordsPorts, 'recordTemplates'>,
): Promise<readonly IntegrationOption[]> {
  const filter = { status: recordTemplateStates.begin('active'), entryType: null, caseType, words };
  const found = await recordTemplates.list(filter, null, most);
  return found
    .slice(0, most)
    .map(({ id, name, status, updatedAt }) => ({ id, title: name, status, occurredAt: updatedAt }));
}
