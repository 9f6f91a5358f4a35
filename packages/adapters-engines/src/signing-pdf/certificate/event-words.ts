import { isGerman } from './words.ts';

/** What happened, in English and in German; by the name of the event. */
const sentences: Record<string, readonly [string, string]> = {
  'document.signers_set': ['Recipients set', 'Beteiligte festgelegt'],
  'document.fields_set': ['Fields set', 'Felder festgelegt'],
  'document.sent': ['Sent for signature', 'Zur Unterschrift gesendet'],
  'document.reopened': ['Reopened with a new deadline', 'Mit neuer Frist wieder geöffnet'],
  'document.expired': ['Deadline passed', 'Frist abgelaufen'],
  'document.deadline_moved': ['Deadline moved', 'Frist verschoben'],
  'document.completed': ['Completed by everybody', 'Von allen abgeschlossen'],
  'signer.sent': ['Invited', 'Eingeladen'],
  'signer.link_issued': ['New link made', 'Neuer Link erstellt'],
  'signer.reminded': ['Reminded', 'Erinnert'],
  'signer.corrected': ['Details corrected', 'Angaben berichtigt'],
  'signer.viewed': ['Document viewed', 'Dokument angesehen'],
  'signer.otp_sent': ['Code sent', 'Code gesendet'],
  'signer.otp_failed': ['Wrong code entered', 'Falscher Code eingegeben'],
  'signer.otp_locked': ['Locked after wrong codes', 'Nach falschen Codes gesperrt'],
  'signer.otp_undeliverable': ['Code could not be delivered', 'Code nicht zustellbar'],
  'signer.undeliverable': ['Mail could not be delivered', 'E-Mail nicht zustellbar'],
  'signer.verified': ['Identity verified by code', 'Identität durch Code geprüft'],
  'signer.consented': ['Consented to the disclosure', 'In die Hinweise eingewilligt'],
  'signer.completed': ['Completed', 'Abgeschlossen'],
};

/** Null for an event that has no words yet: its name says it. */
export const eventWords = (action: string, language: string): string | null =>
  sentences[action]?.[isGerman(language) ? 1 : 0] ?? null;
