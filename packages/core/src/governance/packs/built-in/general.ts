import { type BilingualPack, required, retention, section, template, toBeChecked } from './bilingual.ts';

export const general: BilingualPack = {
  code: 'general',
  name: ['General', 'Allgemein'],
  terms: {
    subject: { en: ['Subject', 'Subjects'], de: ['Person', 'Personen'] },
    case: { en: ['Case', 'Cases'], de: ['Fall', 'Fälle'] },
    encounter: { en: ['Contact', 'Contacts'], de: ['Kontakt', 'Kontakte'] },
    entry: { en: ['Entry', 'Entries'], de: ['Eintrag', 'Einträge'] },
    lead: { en: ['Lead', 'Leads'], de: ['Fallführung', 'Fallführungen'] },
    follow_up: { en: ['Follow-up', 'Follow-ups'], de: ['Wiedervorlage', 'Wiedervorlagen'] },
  },
  caseTypes: [['general', ['General', 'Allgemein']]],
  encounterTypes: [
    ['contact', ['Contact', 'Kontakt']],
    ['meeting', ['Meeting', 'Besprechung']],
    ['call', ['Call', 'Telefonat']],
  ],
  entryTypes: [
    ['note', ['Note', 'Notiz']],
    ['report', ['Report', 'Bericht']],
  ],
  templates: [
    template(
      'note',
      ['Note', 'Notiz'],
      {
        entryType: 'note',
        description: ['What happened, and what is next.', 'Was geschah und was als Nächstes ansteht.'],
      },
      [
        section('what_happened', ['What happened', 'Was geschah'], 'markdown', required),
        section('next_steps', ['Next steps', 'Nächste Schritte']),
      ],
    ),
    template(
      'report',
      ['Report', 'Bericht'],
      {
        entryType: 'report',
        description: ['A longer account with its conclusions.', 'Eine längere Darstellung mit Ergebnis.'],
      },
      [
        section('occasion', ['Occasion', 'Anlass'], 'text', required),
        section('sources', ['What it is based on', 'Grundlagen']),
        section('findings', ['Findings', 'Feststellungen'], 'markdown', required),
        section('conclusion', ['Conclusion', 'Ergebnis'], 'markdown', required),
        section('recommendations', ['Recommendations', 'Empfehlungen']),
      ],
    ),
  ],
  retentionDefaults: [
    retention('general_7y', ['Seven years from close', 'Sieben Jahre ab Abschluss'], {
      trigger: 'case_closed',
      period: 'P7Y',
      legalBasis: toBeChecked,
    }),
  ],
  workflow: {
    reviewPolicy: 'author',
    lateEntryHours: 72,
    signatureDueHours: 72,
    amendmentDays: 60,
    breakGlassMinutes: 60,
  },
};
