import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { foldEmail, multiline, shown, text } from '../../kernel/shapes.ts';
import { type Confidentiality, confidentialities, masksHeadedBy } from '../access/labels.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { query, type RecordsPorts } from '../ports.ts';
import { identifierMac, macOf, normalisedIdentifier } from './identifiers.ts';
import { mostWithheld, type SubjectFilter, subjectCursor } from './ports.ts';
import { searchedWords } from './searched-words.ts';
import { shownSubjects } from './shown-subject.ts';
import { subjectStates } from './subject.ts';
import { purposeOfUse } from './subject-fields.ts';
import { SubjectView } from './views.ts';

export const listSubjects = query({
  summary: 'List subjects',
  description:
    'The one that was changed last comes first. A search finds subjects of whose names, aliases or number each word is the beginning of a word, or which have exactly that identifier, e-mail address or telephone number.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['subjectNumber', 'displayName', 'kind', 'status', 'id'] },
  input: z.strictObject({
    search: multiline(200).default('').describe('What to search for; empty for everything.'),
    status: z.enum(subjectStates.states).optional().describe('Only subjects of this status.'),
    confidentiality: z
      .enum(confidentialities)
      .optional()
      .describe('Only subjects of whose own labels this is the highest.'),
    tag: text(50).optional().describe('Only subjects with this tag, whatever its letter case.'),
    identifier: text(401)
      .optional()
      .describe(
        'Only the subject that has this identifier: its system, a bar and its value, such as urn:de:kv|A1.',
      )
      .meta({ examples: ['urn:de:kv|A123456789'] }),
    purposeOfUse: purposeOfUse(),
    ...pageFields(subjectCursor, { most: 100, usual: 25 }),
  }),
  output: z.object({
    subjects: z.array(SubjectView).describe('The subjects, with the ends of their identifiers.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        `How many more you would see for another purpose; ${mostWithheld} means ${mostWithheld} or more, and null that this is not the first page.`,
      ),
  }),

  async run({ limit, cursor, ...input }, context) {
    const purpose = input.purposeOfUse ?? null;
    const reach = await reachOf(purpose, context);
    const found = await context.subjects.list(filterOf(input, context), reach, cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(found.subjects, limit, ({ updatedAt, id }) => [updatedAt, id]);
    const [subjects] = await Promise.all([
      shownSubjects(rows, context),
      sayListRead('subjects', rows, { reader: reach.reader, purpose }, context),
    ]);
    return { subjects, count, nextCursor, withheldForPurpose: found.withheld };
  },
});

interface Input {
  readonly search: string;
  readonly status?: SubjectFilter['status'] | undefined;
  readonly confidentiality?: Confidentiality | undefined;
  readonly tag?: string | undefined;
  readonly identifier?: string | undefined;
}
type Context = Pick<RecordsPorts, 'keyRing' | 'phoneNumbers'> & Pick<HandlerContext, 'workspaceId' | 'user'>;

function filterOf(
  { search, status, confidentiality, tag, identifier }: Input,
  context: Context,
): SubjectFilter {
  return {
    status: status ?? null,
    ownMasks: confidentiality === undefined ? null : masksHeadedBy(confidentiality),
    tag: tag ?? null,
    words: [...new Set(searchedWords(search))],
    keys: search === '' ? [] : keysOf(search, context),
    identifierKey: identifier === undefined ? null : keyIn(identifier, context),
  };
}

/** What the whole of a search may be, beside words: an address or a telephone number. */
function keysOf(search: string, { keyRing, phoneNumbers, workspaceId }: Context): readonly string[] {
  const phone = phoneNumbers.parse(search);
  return [
    macOf('email', [foldEmail(search)], workspaceId, keyRing),
    macOf('value', [normalisedIdentifier(search)], workspaceId, keyRing),
    ...(phone === null ? [] : [macOf('phone', [phone], workspaceId, keyRing)]),
  ];
}

function keyIn(identifier: string, { keyRing, workspaceId }: Context): string {
  const bar = identifier.lastIndexOf('|');
  return bar < 0
    ? macOf('value', [normalisedIdentifier(identifier)], workspaceId, keyRing)
    : identifierMac(identifier.slice(0, bar), identifier.slice(bar + 1), workspaceId, keyRing);
}
