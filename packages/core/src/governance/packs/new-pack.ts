import { z } from 'zod';
import { visibleName } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type RecordWorkflow, type Terminology, usualWorkflow } from '../../records/index.ts';
import type { KnownPack } from './known-packs.ts';
import type { IndustryPack, RetentionDefault } from './pack.ts';
import { packCode, packFields } from './pack-fields.ts';

export const newPackInput = z.strictObject({
  code: packCode(),
  name: visibleName(100)
    .describe('What people call it.')
    .meta({ examples: ['Our practice'] }),
  extends: packCode()
    .nullable()
    .default(null)
    .describe('The code of a pack whose values fill what is left out; null for none.'),
  ...packFields,
});
export type NewPack = z.output<typeof newPackInput>;

/** The pack with what it leaves out filled by the one that it extends, as that is at this moment. */
export function newPack(given: NewPack, known: readonly KnownPack[]): IndustryPack {
  const base = given.extends === null ? null : known.find(({ pack }) => pack.code === given.extends)?.pack;
  if (base === undefined) throw invalidField('/extends', 'field.invalid', 'Name a pack that there is.');
  const pack: IndustryPack = {
    code: given.code,
    name: given.name,
    extends: given.extends,
    terminology: joinedWords(base?.terminology ?? {}, given.terminology ?? {}),
    caseTypes: given.caseTypes ?? base?.caseTypes ?? [],
    encounterTypes: given.encounterTypes ?? base?.encounterTypes ?? [],
    entryTypes: given.entryTypes ?? base?.entryTypes ?? [],
    templates: given.templates ?? base?.templates ?? [],
    retentionDefaults: given.retentionDefaults ?? base?.retentionDefaults ?? [],
    workflow: { ...usualWorkflow, ...base?.workflow, ...without(given.workflow) },
    redisclosureNotices: given.redisclosureNotices ?? base?.redisclosureNotices ?? [],
    portalTerms: given.portalTerms ?? base?.portalTerms ?? '',
  };
  requireSound(pack);
  return pack;
}

/** Term by term: a word that is left out is that of the other pack. */
const joinedWords = (base: Terminology, given: NonNullable<NewPack['terminology']>): Terminology =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(given)])].map((language) => [
      language,
      { ...base[language], ...without(given[language]) },
    ]),
  );

/** Without what is not there, which would hide what another pack says. */
const without = <T extends object>(given: T | undefined) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

function requireSound(pack: IndustryPack & { readonly workflow: RecordWorkflow }): void {
  for (const list of [
    'caseTypes',
    'encounterTypes',
    'entryTypes',
    'templates',
    'retentionDefaults',
  ] as const) {
    const codes = pack[list].map(({ code }) => code);
    const repeated = codes.findIndex((code, at) => codes.indexOf(code) < at);
    if (repeated >= 0) throw invalidField(`/${list}/${repeated}/code`, 'field.duplicate', 'Name each once.');
  }
  pack.retentionDefaults.forEach((each, at) => {
    if (!isSound(each))
      throw invalidField(
        `/retentionDefaults/${at}/period`,
        'field.invalid',
        'Give a period unless all is kept for ever, and a day for a fixed date alone.',
      );
  });
}

const isSound = ({ action, period, trigger, fixedDate }: RetentionDefault): boolean =>
  (period !== null || action === 'retain_permanently') && (trigger === 'fixed_date') === (fixedDate !== null);
