import { type BilingualPack, required, retention, section, template, toBeChecked } from './bilingual.ts';

export const counselling: BilingualPack = {
  code: 'counselling',
  name: ['Counselling', 'Beratung und Therapie'],
  terms: {
    subject: { en: ['Client', 'Clients'], de: ['Klient', 'Klienten'] },
    case: { en: ['Engagement', 'Engagements'], de: ['Begleitung', 'Begleitungen'] },
    encounter: { en: ['Session', 'Sessions'], de: ['Sitzung', 'Sitzungen'] },
    entry: { en: ['Note', 'Notes'], de: ['Notiz', 'Notizen'] },
    lead: { en: ['Counsellor', 'Counsellors'], de: ['Fallführung', 'Fallführungen'] },
    follow_up: { en: ['Follow-up', 'Follow-ups'], de: ['Wiedervorlage', 'Wiedervorlagen'] },
  },
  caseTypes: [
    ['individual', ['Individual', 'Einzelberatung'], 'restricted'],
    ['couple', ['Couple', 'Paarberatung'], 'restricted'],
    ['process_notes', ['Process notes', 'Persönliche Aufzeichnungen'], 'psychotherapy'],
  ],
  encounterTypes: [
    ['contact', ['Contact', 'Kontakt']],
    ['session', ['Session', 'Sitzung']],
    ['intake', ['Intake', 'Erstgespräch']],
    ['supervision', ['Supervision', 'Supervision']],
  ],
  entryTypes: [
    ['note', ['Session note', 'Sitzungsnotiz']],
    ['process_note', ['Process note', 'Persönliche Aufzeichnung'], 'psychotherapy'],
    ['safety_plan', ['Safety plan', 'Sicherheitsplan'], 'restricted'],
  ],
  templates: [
    template(
      'session_note',
      ['Session note', 'Sitzungsnotiz'],
      {
        entryType: 'note',
        description: ['What a session was about.', 'Worum es in einer Sitzung ging.'],
        label: 'restricted',
      },
      [
        section('session_number', ['Session number', 'Nummer der Sitzung'], 'number', { min: 1, max: 1000 }),
        section('themes', ['Themes', 'Themen'], 'markdown', required),
        section('interventions', ['Interventions', 'Interventionen']),
        section('risk', ['Risk', 'Risiko'], 'choice', {
          ...required,
          options: [
            ['none', ['None seen', 'Keines erkennbar']],
            ['watch', ['To be watched', 'Zu beobachten']],
            ['acute', ['Acute', 'Akut']],
          ],
        }),
        section('plan', ['Plan', 'Plan']),
        section('next_session_on', ['Next session on', 'Nächste Sitzung am'], 'date'),
      ],
    ),
    template(
      'process_note',
      ['Process note', 'Persönliche Aufzeichnung'],
      {
        entryType: 'process_note',
        description: [
          'The counsellor’s own thoughts, kept apart from the record.',
          'Eigene Gedanken, getrennt von der Akte geführt.',
        ],
        label: 'psychotherapy',
        caseTypes: ['process_notes'],
      },
      [
        section('impressions', ['Impressions', 'Eindrücke'], 'markdown', required),
        section('hypotheses', ['Hypotheses', 'Hypothesen']),
        section('for_supervision', ['For supervision', 'Für die Supervision']),
      ],
    ),
    template(
      'safety_plan',
      ['Safety plan', 'Sicherheitsplan'],
      {
        entryType: 'safety_plan',
        description: [
          'What helps in a crisis, agreed with the client.',
          'Was in einer Krise hilft, gemeinsam vereinbart.',
        ],
        label: 'restricted',
      },
      [
        section('warning_signs', ['Warning signs', 'Warnzeichen'], 'markdown', required),
        section('coping', ['What helps', 'Was hilft'], 'markdown', required),
        section('people', ['People to call', 'Menschen zum Anrufen'], 'markdown', required),
        section('professionals', ['Professional help', 'Fachliche Hilfe'], 'markdown', required),
        section('safe_surroundings', ['Safe surroundings', 'Sichere Umgebung']),
        section('review_on', ['Review on', 'Überprüfung am'], 'date'),
      ],
    ),
  ],
  retentionDefaults: [
    retention('clients', ['Seven years from the last session', 'Sieben Jahre ab der letzten Sitzung'], {
      trigger: 'last_encounter',
      period: 'P7Y',
      legalBasis: toBeChecked,
      minor: { majorityAge: 18, untilAge: 25 },
    }),
  ],
  workflow: { reviewPolicy: 'author', lateEntryHours: 48, signatureDueHours: 48 },
};
