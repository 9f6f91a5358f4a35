import { type BilingualPack, required, retention, section, template, toBeChecked } from './bilingual.ts';

export const humanResources: BilingualPack = {
  code: 'human_resources',
  name: ['Human resources', 'Personal'],
  terms: {
    subject: { en: ['Employee', 'Employees'], de: ['Beschäftigte Person', 'Beschäftigte'] },
    case: { en: ['File', 'Files'], de: ['Akte', 'Akten'] },
    encounter: { en: ['Meeting', 'Meetings'], de: ['Gespräch', 'Gespräche'] },
    entry: { en: ['Record', 'Records'], de: ['Vermerk', 'Vermerke'] },
    lead: { en: ['Responsible adviser', 'Responsible advisers'], de: ['Zuständige Person', 'Zuständige'] },
    follow_up: { en: ['Follow-up', 'Follow-ups'], de: ['Wiedervorlage', 'Wiedervorlagen'] },
  },
  caseTypes: [
    ['employment', ['Employment', 'Beschäftigung'], 'confidential'],
    ['recruitment', ['Recruitment', 'Bewerbung'], 'confidential'],
    ['grievance', ['Grievance', 'Beschwerde'], 'restricted'],
    ['disciplinary', ['Disciplinary', 'Disziplinarsache'], 'restricted'],
    ['executive', ['Executive', 'Geschäftsleitung'], 'executive'],
  ],
  encounterTypes: [
    ['contact', ['Contact', 'Kontakt']],
    ['meeting', ['Meeting', 'Gespräch']],
    ['interview', ['Interview', 'Anhörung']],
    ['hearing', ['Hearing', 'Verhandlung']],
  ],
  entryTypes: [
    ['note', ['Meeting record', 'Gesprächsvermerk']],
    ['investigation', ['Investigation report', 'Untersuchungsbericht']],
    ['outcome', ['Outcome letter', 'Ergebnisschreiben']],
  ],
  templates: [
    template(
      'meeting_record',
      ['Meeting record', 'Gesprächsvermerk'],
      {
        entryType: 'note',
        description: ['What was discussed and agreed.', 'Was besprochen und vereinbart wurde.'],
      },
      [
        section('present', ['Present', 'Anwesend'], 'text', required),
        section('accompanied', ['Accompanied by', 'Begleitet von'], 'text'),
        section('discussed', ['Discussed', 'Besprochen'], 'markdown', required),
        section('agreed', ['Agreed', 'Vereinbart']),
        section('review_on', ['Review on', 'Wiedervorlage am'], 'date'),
      ],
    ),
    template(
      'investigation_report',
      ['Investigation report', 'Untersuchungsbericht'],
      {
        entryType: 'investigation',
        description: ['What was alleged and found.', 'Vorwurf und Feststellungen.'],
        label: 'restricted',
        caseTypes: ['grievance', 'disciplinary', 'executive'],
      },
      [
        section('allegation', ['Allegation', 'Vorwurf'], 'markdown', required),
        section('terms', ['Terms of reference', 'Auftrag'], 'markdown', required),
        section('evidence', ['Evidence', 'Beweismittel'], 'markdown', required),
        section('findings', ['Findings', 'Feststellungen'], 'markdown', required),
        section('conclusion', ['Conclusion', 'Ergebnis'], 'choice', {
          ...required,
          options: [
            ['upheld', ['Upheld', 'Begründet']],
            ['partly_upheld', ['Partly upheld', 'Teilweise begründet']],
            ['not_upheld', ['Not upheld', 'Unbegründet']],
          ],
        }),
        section('recommendations', ['Recommendations', 'Empfehlungen']),
      ],
    ),
    template(
      'outcome_letter',
      ['Outcome letter', 'Ergebnisschreiben'],
      {
        entryType: 'outcome',
        description: ['The decision and how to appeal.', 'Entscheidung und Rechtsbehelf.'],
        label: 'restricted',
        caseTypes: ['grievance', 'disciplinary', 'executive'],
      },
      [
        section('decision', ['Decision', 'Entscheidung'], 'markdown', required),
        section('reasons', ['Reasons', 'Gründe'], 'markdown', required),
        section('effective_on', ['Effective on', 'Wirksam ab'], 'date'),
        section('appeal_until', ['Appeal until', 'Widerspruch bis'], 'date'),
        section('support', ['Support offered', 'Angebotene Unterstützung']),
      ],
    ),
  ],
  retentionDefaults: [
    retention('employment_6y', ['Six years from close', 'Sechs Jahre ab Abschluss'], {
      trigger: 'case_closed',
      period: 'P6Y',
      legalBasis: toBeChecked,
      caseTypes: ['employment', 'grievance', 'disciplinary', 'executive'],
    }),
    retention('recruitment_1y', ['Recruitment: one year', 'Bewerbungen: ein Jahr'], {
      trigger: 'case_closed',
      period: 'P1Y',
      legalBasis: toBeChecked,
      caseTypes: ['recruitment'],
    }),
  ],
  workflow: { reviewPolicy: 'peer', lateEntryHours: 72, signatureDueHours: 72 },
};
