import { type BilingualPack, required, retention, section, template, toBeChecked } from './bilingual.ts';

export const socialCare: BilingualPack = {
  code: 'social_care',
  name: ['Social care', 'Soziale Arbeit'],
  terms: {
    subject: { en: ['Person', 'People'], de: ['Person', 'Personen'] },
    case: { en: ['Case', 'Cases'], de: ['Fall', 'Fälle'] },
    encounter: { en: ['Visit', 'Visits'], de: ['Besuch', 'Besuche'] },
    entry: { en: ['Record', 'Records'], de: ['Aufzeichnung', 'Aufzeichnungen'] },
    lead: { en: ['Lead worker', 'Lead workers'], de: ['Fallführung', 'Fallführungen'] },
    follow_up: { en: ['Action', 'Actions'], de: ['Maßnahme', 'Maßnahmen'] },
  },
  caseTypes: [
    ['adult_care', ['Adult care', 'Erwachsenenhilfe'], 'confidential'],
    ['child_protection', ['Child protection', 'Kinderschutz'], 'safeguarding'],
    ['looked_after', ['Looked-after child', 'Kind in Obhut'], 'safeguarding'],
  ],
  encounterTypes: [
    ['contact', ['Contact', 'Kontakt']],
    ['home_visit', ['Home visit', 'Hausbesuch']],
    ['conference', ['Case conference', 'Fallkonferenz']],
    ['supervised_contact', ['Supervised contact', 'Begleiteter Umgang']],
  ],
  entryTypes: [
    ['note', ['Visit record', 'Besuchsprotokoll']],
    ['assessment', ['Assessment', 'Einschätzung']],
    ['care_plan', ['Care plan', 'Hilfeplan']],
    ['chronology', ['Chronology', 'Chronologie']],
  ],
  templates: [
    template(
      'visit_record',
      ['Visit record', 'Besuchsprotokoll'],
      { entryType: 'note', description: ['What was seen and said.', 'Was gesehen und gesagt wurde.'] },
      [
        section('present', ['Present', 'Anwesend'], 'text', required),
        section('announced', ['Announced', 'Angekündigt'], 'boolean'),
        section('observations', ['Observations', 'Beobachtungen'], 'markdown', required),
        section('persons_words', ['In the person’s own words', 'In den Worten der Person']),
        section('concerns', ['Concerns', 'Sorgen']),
        section('actions', ['Actions', 'Maßnahmen']),
      ],
    ),
    template(
      'assessment',
      ['Assessment', 'Einschätzung'],
      {
        entryType: 'assessment',
        description: ['Needs, strengths and risks.', 'Bedarf, Stärken und Risiken.'],
      },
      [
        section('reason', ['Reason', 'Anlass'], 'text', required),
        section('needs', ['Needs', 'Bedarf'], 'markdown', required),
        section('strengths', ['Strengths', 'Stärken']),
        section('risk', ['Risk', 'Risiko'], 'choice', {
          ...required,
          options: [
            ['low', ['Low', 'Gering']],
            ['medium', ['Medium', 'Mittel']],
            ['high', ['High', 'Hoch']],
            ['immediate', ['Immediate', 'Unmittelbar']],
          ],
        }),
        section('analysis', ['Analysis', 'Bewertung'], 'markdown', required),
        section('decision', ['Decision', 'Entscheidung'], 'markdown', required),
      ],
    ),
    template(
      'care_plan',
      ['Care plan', 'Hilfeplan'],
      {
        entryType: 'care_plan',
        description: ['Goals, help and who does what.', 'Ziele, Hilfen, Zuständige.'],
      },
      [
        section('goals', ['Goals', 'Ziele'], 'markdown', required),
        section('help', ['Help', 'Hilfen'], 'markdown', required),
        section('responsible', ['Who does what', 'Wer was tut'], 'markdown', required),
        section('persons_view', ['The person’s view', 'Sicht der Person']),
        section('review_on', ['Review on', 'Überprüfung am'], 'date', required),
      ],
    ),
    template(
      'chronology',
      ['Chronology', 'Chronologie'],
      {
        entryType: 'chronology',
        description: ['Significant events in order.', 'Wichtige Ereignisse der Reihe nach.'],
      },
      [
        section('events', ['Events', 'Ereignisse'], 'markdown', required),
        section('sources', ['Sources', 'Quellen']),
        section('patterns', ['Patterns', 'Muster']),
      ],
    ),
  ],
  retentionDefaults: [
    retention('adults', ['Eight years from close', 'Acht Jahre ab Abschluss'], {
      trigger: 'case_closed',
      period: 'P8Y',
      legalBasis: toBeChecked,
      caseTypes: ['adult_care'],
    }),
    retention('looked_after_75y', ['Looked after: 75 years from birth', 'In Obhut: 75 Jahre ab Geburt'], {
      trigger: 'subject_birth',
      period: 'P75Y',
      legalBasis: toBeChecked,
      caseTypes: ['looked_after'],
    }),
  ],
  workflow: { reviewPolicy: 'lead', lateEntryHours: 24, signatureDueHours: 24 },
};
