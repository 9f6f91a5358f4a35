import type { Confidentiality, NewTemplate, PackTerm, RecordWorkflow } from '../../../records/index.ts';
import { portalTerms } from '../../disclosures/portal-texts.ts';
import type { IndustryPack, RetentionDefault } from '../pack.ts';

/** The languages that built-in packs speak. */
export const packLanguages = ['en', 'de'] as const;
export type PackLanguage = (typeof packLanguages)[number];

/** A text in English and in German. */
export type Bilingual = readonly [en: string, de: string];
type OneAndOther = readonly [one: string, other: string];

type Section = NewTemplate['sections'][number];
type Details = Partial<Omit<Section, 'key' | 'title' | 'kind' | 'help' | 'options'>> & {
  readonly help?: Bilingual;
  readonly options?: readonly (readonly [value: string, label: Bilingual])[];
};
type MadeIn<T> = (language: PackLanguage) => T;

const said = ([en, de]: Bilingual, language: PackLanguage): string => (language === 'de' ? de : en);

/** One section of a template. */
export const section =
  (
    key: string,
    title: Bilingual,
    kind: Section['kind'] = 'markdown',
    details: Details = {},
  ): MadeIn<Section> =>
  (language) => {
    const { help, options = [], ...rest } = details;
    return {
      key,
      title: said(title, language),
      kind,
      required: false,
      help: help === undefined ? null : said(help, language),
      options: options.map(([value, label]) => ({ value, label: said(label, language) })),
      minLength: null,
      maxLength: null,
      min: null,
      max: null,
      defaultValue: null,
      ...rest,
    };
  };

export const required = { required: true } as const;

interface TemplateDetails {
  readonly entryType: string;
  readonly description: Bilingual;
  readonly caseTypes?: readonly string[];
  readonly label?: Confidentiality;
  readonly coSignPolicy?: NewTemplate['coSignPolicy'];
}

export const template =
  (
    code: string,
    name: Bilingual,
    { entryType, description, caseTypes = [], label = 'standard', coSignPolicy = 'none' }: TemplateDetails,
    sections: readonly MadeIn<Section>[],
  ): MadeIn<NewTemplate> =>
  (language) => ({
    code,
    name: said(name, language),
    entryType,
    description: said(description, language),
    caseTypes: [...caseTypes],
    coSignPolicy,
    coSignerCaseRole: 'reviewer',
    defaultConfidentiality: label,
    defaultAdditionalLabels: [],
    retentionPolicyCode: null,
    sections: sections.map((make) => make(language)),
  });

type Type = readonly [code: string, label: Bilingual, highest?: Confidentiality];

interface RetentionDetails {
  readonly trigger: RetentionDefault['trigger'];
  readonly period: string;
  readonly legalBasis: Bilingual;
  readonly caseTypes?: readonly string[];
  readonly minor?: RetentionDefault['minor'];
}

export const retention =
  (
    code: string,
    name: Bilingual,
    { trigger, period, legalBasis, caseTypes = [], minor = null }: RetentionDetails,
  ): MadeIn<RetentionDefault> =>
  (language) => ({
    code,
    name: said(name, language),
    trigger,
    period,
    action: 'review',
    legalBasis: said(legalBasis, language),
    jurisdiction: null,
    fixedDate: null,
    minor,
    includeSubject: false,
    caseTypes: [...caseTypes],
  });

/** A pack as it is written down: every text twice. */
export interface BilingualPack {
  readonly code: string;
  readonly name: Bilingual;
  readonly terms: Readonly<Record<PackTerm, { readonly en: OneAndOther; readonly de: OneAndOther }>>;
  readonly caseTypes: readonly Type[];
  readonly encounterTypes: readonly Type[];
  readonly entryTypes: readonly Type[];
  readonly templates: readonly MadeIn<NewTemplate>[];
  readonly retentionDefaults: readonly MadeIn<RetentionDefault>[];
  readonly workflow: Partial<RecordWorkflow>;
}

/** The pack with its texts in one language; the words of the trade are there in both. */
export function packIn(language: PackLanguage, pack: BilingualPack, usual: RecordWorkflow): IndustryPack {
  const types = (given: readonly Type[]) =>
    given.map(([code, label, defaultConfidentiality = 'standard']) => ({
      code,
      label: said(label, language),
      defaultConfidentiality,
    }));
  const wordsIn = (of: PackLanguage) =>
    Object.fromEntries(
      Object.entries(pack.terms).map(
        ([
          term,
          {
            [of]: [one, other],
          },
        ]) => [term, { one, other }],
      ),
    );
  return {
    code: pack.code,
    name: said(pack.name, language),
    extends: null,
    terminology: Object.fromEntries(packLanguages.map((of) => [of, wordsIn(of)])),
    caseTypes: types(pack.caseTypes),
    encounterTypes: types(pack.encounterTypes),
    entryTypes: types(pack.entryTypes),
    templates: pack.templates.map((make) => make(language)),
    retentionDefaults: pack.retentionDefaults.map((make) => make(language)),
    workflow: { ...usual, ...pack.workflow },
    // The law has words for what travels with labelled records, and every workspace has terms of its own.
    redisclosureNotices: [],
    portalTerms: portalTerms(language),
  };
}

export const toBeChecked: Bilingual = [
  'A starting value: check it against the law that holds for you before you activate the policy.',
  'Ein Ausgangswert: Prüfen Sie ihn an dem für Sie geltenden Recht, bevor Sie die Regel in Kraft setzen.',
];
