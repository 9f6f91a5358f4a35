import { type BilingualPack, required, retention, section, template, toBeChecked } from './bilingual.ts';

export const legal: BilingualPack = {
  code: 'legal',
  name: ['Legal', 'Recht'],
  terms: {
    subject: { en: ['Client', 'Clients'], de: ['Mandant', 'Mandanten'] },
    case: { en: ['Matter', 'Matters'], de: ['Mandat', 'Mandate'] },
    encounter: { en: ['Attendance', 'Attendances'], de: ['Besprechung', 'Besprechungen'] },
    entry: { en: ['File note', 'File notes'], de: ['Aktennotiz', 'Aktennotizen'] },
    lead: { en: ['Responsible lawyer', 'Responsible lawyers'], de: ['Sachbearbeitung', 'Sachbearbeitungen'] },
    follow_up: { en: ['Follow-up', 'Follow-ups'], de: ['Frist', 'Fristen'] },
  },
  caseTypes: [
    ['litigation', ['Litigation', 'Prozess'], 'legal_privileged'],
    ['advisory', ['Advisory', 'Beratung'], 'legal_privileged'],
    ['family', ['Family law', 'Familienrecht'], 'legal_privileged'],
    ['criminal', ['Criminal law', 'Strafrecht'], 'legal_privileged'],
  ],
  encounterTypes: [
    ['contact', ['Contact', 'Kontakt']],
    ['attendance', ['Attendance', 'Besprechung']],
    ['hearing', ['Hearing', 'Verhandlung']],
    ['negotiation', ['Negotiation', 'Verhandlung mit der Gegenseite']],
  ],
  entryTypes: [
    ['note', ['File note', 'Aktennotiz']],
    ['attendance_note', ['Attendance note', 'Besprechungsnotiz']],
    ['advice', ['Advice', 'Rechtsrat']],
    ['chronology', ['Chronology', 'Zeitleiste']],
    ['instruction', ['Instruction', 'Weisung']],
  ],
  templates: [
    template(
      'attendance_note',
      ['Attendance note', 'Besprechungsnotiz'],
      {
        entryType: 'attendance_note',
        description: ['Who was there, and what was said.', 'Wer dabei war und was besprochen wurde.'],
        label: 'legal_privileged',
      },
      [
        section('present', ['Present', 'Anwesend'], 'text', required),
        section('discussed', ['Discussed', 'Besprochen'], 'markdown', required),
        section('advice_given', ['Advice given', 'Erteilter Rat']),
        section('instructions', ['Instructions received', 'Erhaltene Weisungen']),
        section('deadline_on', ['Deadline', 'Frist'], 'date'),
        section('units', ['Time in units of six minutes', 'Zeit in Einheiten zu sechs Minuten'], 'number', {
          min: 0,
          max: 1000,
        }),
      ],
    ),
    template(
      'advice',
      ['Advice', 'Rechtsrat'],
      {
        entryType: 'advice',
        description: ['An opinion with its reasons.', 'Eine Einschätzung mit Gründen.'],
        label: 'legal_privileged',
      },
      [
        section('question', ['Question', 'Frage'], 'markdown', required),
        section('facts', ['Facts', 'Sachverhalt'], 'markdown', required),
        section('law', ['Law', 'Rechtslage'], 'markdown', required),
        section('opinion', ['Opinion', 'Einschätzung'], 'markdown', required),
        section('risks', ['Risks', 'Risiken']),
        section('next_steps', ['Next steps', 'Nächste Schritte']),
      ],
    ),
    template(
      'chronology',
      ['Chronology', 'Zeitleiste'],
      {
        entryType: 'chronology',
        description: ['What happened when, with its evidence.', 'Was wann geschah, mit Belegen.'],
        label: 'legal_privileged',
      },
      [
        section('period', ['Period', 'Zeitraum'], 'text'),
        section('events', ['Events', 'Ereignisse'], 'markdown', required),
        section('evidence', ['Evidence', 'Belege']),
      ],
    ),
    template(
      'instruction',
      ['Instruction', 'Weisung'],
      {
        entryType: 'instruction',
        description: ['What the client wants done.', 'Was der Mandant will.'],
        label: 'legal_privileged',
      },
      [
        section('given_by', ['Given by', 'Erteilt von'], 'text', required),
        section('instruction', ['Instruction', 'Weisung'], 'markdown', required),
        section('confirmed_in_writing', ['Confirmed in writing', 'Schriftlich bestätigt'], 'boolean'),
        section('limits', ['Limits', 'Grenzen']),
      ],
    ),
  ],
  retentionDefaults: [
    retention('matters', ['Seven years from close', 'Sieben Jahre ab Abschluss'], {
      trigger: 'case_closed',
      period: 'P7Y',
      legalBasis: toBeChecked,
    }),
  ],
  workflow: { reviewPolicy: 'peer', lateEntryHours: 24, signatureDueHours: 24 },
};
