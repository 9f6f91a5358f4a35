import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { Purpose, StatedLabels } from '../access/labels.ts';
import type { SeenCase } from '../cases/seen-case.ts';
import { begun } from '../entries/begun-entry.ts';
import { sealOf } from '../entries/case-key.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { addedDraft } from '../entries/new-draft.ts';
import { defaultsOf, definitionsOf, type GivenContent, withGiven } from '../entries/written-sections.ts';
import type { RecordsPorts } from '../ports.ts';
import { bodySection, isWriting, longestOfKind, type SectionDefinition } from '../templates/section.ts';
import { occurredAtOf } from './promoted-encounter.ts';
import type { MeetingPart } from './promotion.ts';
import { meetingParts } from './promotion.ts';
import type { PromotionSource } from './promotion-source.ts';
import { fileText, meetingText } from './source-text.ts';
import { sourceWordsOf } from './source-words.ts';

interface Asked {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly title?: string | undefined;
  readonly templateId?: string | undefined;
  readonly encounterId?: string | undefined;
  readonly include?: readonly MeetingPart[] | undefined;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = RecordsPorts & WritingContext & { readonly prepared: { readonly key: OpenedKey | null } };

/** The draft that says what the source is, and which state of it was taken. */
export async function promotedEntry(
  asked: Asked,
  source: PromotionSource,
  { promotionId, found }: { readonly promotionId: string; readonly found: SeenCase },
  context: Context,
): Promise<RecordEntry> {
  const { templateId, encounterId, include, ...given } = asked;
  const template = templateId === undefined ? null : await context.recordTemplates.get(templateId);
  const entry = await begun(
    context.newId(),
    {
      ...given,
      title: given.title ?? source.title,
      entryType: template?.entryType ?? 'note',
      encounterId: encounterId ?? null,
      templateId,
      occurredAt: occurredAtOf(source.meeting, context),
      ...{ coSignFromUserId: null, replacesArtifactId: null },
      source: {
        ...{ promotionId, kind: source.kind, sourceId: source.id },
        ...{ sourceVersion: source.version, sourceSha256: source.sha256 },
      },
    },
    found,
    context,
  );
  const definitions = await definitionsOf(entry, context);
  const text = textOf(source, include ?? meetingParts, context.user.locale);
  const content = {
    ...{ title: entry.title, occurredAt: entry.occurredAt, encounterId: entry.encounterId },
    sections: withGiven(definitions, defaultsOf(definitions), bodyIn(definitions, text)),
  };
  await addedDraft(entry, content, sealOf(context.prepared.key, context), context);
  return entry;
}

function textOf(
  { meeting, file, version }: PromotionSource,
  include: readonly MeetingPart[],
  locale: string,
): string {
  const words = sourceWordsOf(locale);
  if (meeting !== null) return meetingText(meeting, include, words);
  if (file === null) return '';
  const { title, sha256, source } = file;
  return fileText({ title, sha256, version, isOfClient: source === 'file_request' }, words);
}

/** The text stands in the section `body`; a template without one begins with its own words, and the entry names its source. */
function bodyIn(definitions: readonly SectionDefinition[], text: string): GivenContent {
  const body = definitions.find(({ key, kind }) => key === bodySection.key && isWriting(kind));
  if (body === bodySection) return { body: text };
  if (body === undefined || !isWriting(body.kind)) return {};
  if ([...text].length > (body.maxLength ?? longestOfKind[body.kind]))
    throw invalidField('/templateId', 'field.invalid', 'Its section body is too short for the source.');
  return { sections: { body: text } };
}
