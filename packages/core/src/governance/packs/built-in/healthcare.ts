import { type BilingualPack, required, retention, section, template, toBeChecked } from './bilingual.ts';

export const healthcare: BilingualPack = {
  code: 'healthcare',
  name: ['Healthcare', 'Gesundheitswesen'],
  terms: {
    subject: { en: ['Patient', 'Patients'], de: ['Patient', 'Patienten'] },
    case: { en: ['Episode', 'Episodes'], de: ['Behandlungsfall', 'Behandlungsfälle'] },
    encounter: { en: ['Visit', 'Visits'], de: ['Konsultation', 'Konsultationen'] },
    entry: { en: ['Note', 'Notes'], de: ['Eintrag', 'Einträge'] },
    lead: { en: ['Responsible clinician', 'Responsible clinicians'], de: ['Fallführung', 'Fallführungen'] },
    follow_up: { en: ['Follow-up', 'Follow-ups'], de: ['Wiedervorlage', 'Wiedervorlagen'] },
  },
  caseTypes: [
    ['general_medicine', ['General medicine', 'Allgemeinmedizin'], 'confidential'],
    ['mental_health', ['Mental health', 'Psychische Gesundheit'], 'restricted'],
    ['substance_use_programme', ['Substance use programme', 'Suchtbehandlung'], 'substance_use'],
    ['paediatrics', ['Paediatrics', 'Kinderheilkunde'], 'confidential'],
  ],
  encounterTypes: [
    ['contact', ['Contact', 'Kontakt']],
    ['consultation', ['Consultation', 'Sprechstunde']],
    ['home_visit', ['Home visit', 'Hausbesuch']],
    ['ward_round', ['Ward round', 'Visite']],
    ['telehealth', ['Telehealth', 'Videosprechstunde']],
  ],
  entryTypes: [
    ['note', ['Progress note', 'Verlaufsnotiz']],
    ['assessment', ['Assessment', 'Befundung']],
    ['discharge_summary', ['Discharge summary', 'Entlassbericht']],
    ['referral', ['Referral letter', 'Überweisungsbrief']],
  ],
  templates: [
    template(
      'soap',
      ['SOAP note', 'SOAP-Notiz'],
      {
        entryType: 'note',
        description: ['Subjective, objective, assessment, plan.', 'Anamnese, Befund, Beurteilung, Plan.'],
        coSignPolicy: 'optional',
      },
      [
        section('subjective', ['Subjective', 'Subjektiv'], 'markdown', {
          ...required,
          help: ['What the patient reports.', 'Was der Patient schildert.'],
        }),
        section('objective', ['Objective', 'Objektiv'], 'markdown', {
          help: ['Findings and measurements.', 'Befunde und Messwerte.'],
        }),
        section('temperature', ['Temperature in °C', 'Temperatur in °C'], 'number', { min: 25, max: 45 }),
        section('assessment', ['Assessment', 'Beurteilung'], 'markdown', required),
        section('plan', ['Plan', 'Plan'], 'markdown', required),
        section('review_on', ['Review on', 'Kontrolle am'], 'date'),
      ],
    ),
    template(
      'assessment',
      ['Assessment', 'Befundung'],
      {
        entryType: 'assessment',
        description: ['A first or a repeated assessment.', 'Eine erste oder wiederholte Befundung.'],
        coSignPolicy: 'optional',
      },
      [
        section('reason', ['Reason', 'Anlass'], 'text', required),
        section('history', ['History', 'Vorgeschichte'], 'markdown', required),
        section('medication', ['Medication', 'Medikation']),
        section('allergies', ['Allergies', 'Allergien'], 'text'),
        section('examination', ['Examination', 'Untersuchung'], 'markdown', required),
        section('risk', ['Risk', 'Risiko'], 'choice', {
          options: [
            ['low', ['Low', 'Gering']],
            ['medium', ['Medium', 'Mittel']],
            ['high', ['High', 'Hoch']],
          ],
        }),
        section('conclusion', ['Conclusion', 'Beurteilung'], 'markdown', required),
      ],
    ),
    template(
      'discharge_summary',
      ['Discharge summary', 'Entlassbericht'],
      {
        entryType: 'discharge_summary',
        description: ['At the end of an episode.', 'Am Ende eines Behandlungsfalls.'],
        coSignPolicy: 'optional',
      },
      [
        section('admitted_on', ['Admitted on', 'Aufnahme am'], 'date'),
        section('discharged_on', ['Discharged on', 'Entlassung am'], 'date', required),
        section('diagnoses', ['Diagnoses', 'Diagnosen'], 'markdown', required),
        section('course', ['Course', 'Verlauf'], 'markdown', required),
        section('medication', ['Medication at discharge', 'Medikation bei Entlassung'], 'markdown', required),
        section('recommendations', ['Recommendations', 'Empfehlungen']),
      ],
    ),
    template(
      'referral_letter',
      ['Referral letter', 'Überweisungsbrief'],
      {
        entryType: 'referral',
        description: ['To another clinician.', 'An eine andere Praxis oder Klinik.'],
        coSignPolicy: 'optional',
      },
      [
        section('addressee', ['To', 'An'], 'text', required),
        section('question', ['Question', 'Fragestellung'], 'markdown', required),
        section('findings', ['Relevant findings', 'Wesentliche Befunde'], 'markdown', required),
        section('medication', ['Medication', 'Medikation']),
        section('urgent', ['Urgent', 'Dringend'], 'boolean', { defaultValue: false }),
      ],
    ),
  ],
  retentionDefaults: [
    retention('patients', ['Eight years from the last visit', 'Acht Jahre ab der letzten Konsultation'], {
      trigger: 'last_encounter',
      period: 'P8Y',
      legalBasis: toBeChecked,
      caseTypes: ['general_medicine', 'substance_use_programme'],
    }),
    retention('minors', ['Minors until the age of 25', 'Minderjährige bis zum Alter von 25'], {
      trigger: 'last_encounter',
      period: 'P8Y',
      legalBasis: toBeChecked,
      caseTypes: ['paediatrics'],
      minor: { majorityAge: 18, untilAge: 25 },
    }),
    retention('mental_health_20y', ['Mental health: 20 years', 'Psychische Gesundheit: 20 Jahre'], {
      trigger: 'last_encounter',
      period: 'P20Y',
      legalBasis: toBeChecked,
      caseTypes: ['mental_health'],
    }),
  ],
  workflow: {
    reviewPolicy: 'author',
    coSignPolicy: 'optional',
    lateEntryHours: 48,
    signatureDueHours: 48,
    amendmentDays: 60,
    breakGlassMinutes: 60,
  },
};
