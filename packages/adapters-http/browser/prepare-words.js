import { explain } from './failures.js';
import { inLanguage } from './words.js';

/** What several parts of the page say that prepares a document for signing. */
export const prepareTexts = inLanguage({
  en: {
    again: 'Try again',
    cancel: 'Cancel',
    remove: 'Remove',
    home: 'To the start page',
    roles: { signer: 'signs', approver: 'approves', copy: 'gets a copy' },
    languages: { en: 'English', de: 'Deutsch' },
  },
  de: {
    again: 'Erneut versuchen',
    cancel: 'Abbrechen',
    remove: 'Entfernen',
    home: 'Zur Startseite',
    roles: { signer: 'unterschreibt', approver: 'gibt frei', copy: 'erhält eine Kopie' },
    languages: { en: 'English', de: 'Deutsch' },
  },
});

explain(
  inLanguage({
    en: {
      'document.not_found': 'There is no such document in this workspace, or you may not see it.',
      'document.invalid_state': 'Something has happened to the document meanwhile. Load the page again.',
      'document.not_signable': 'Only PDF files can be signed. Save the document as a PDF and upload that.',
      'document.not_inspected': 'The file is still being examined. Try again in a few seconds.',
      'document.pdf_encrypted': 'This PDF is protected by a password. Upload it without one.',
      'document.pdf_already_signed':
        'This PDF carries a digital signature already, which signing here would break. Upload one without it.',
      'document.pdf_xfa': 'This PDF is a dynamic form (XFA). Print it to a PDF file and upload that.',
      'document.pdf_damaged': 'This PDF is damaged. Save or print it to a PDF file anew and upload that.',
      'document.pdf_too_large': 'This PDF is larger than 100 MB. Split it, or make its pictures smaller.',
      'document.too_many_pages': 'This PDF has more than 1000 pages. Split it.',
      'document.too_many_rounds': 'This document has been out 100 times. Upload it as a new document.',
      'document.quarantined': 'Something harmful was found in this file, so it is locked.',
      'document.disposed': 'The content of this document was destroyed.',
      'document.trashed': 'This document is in the trash. Take it out of there first.',
      'permission.denied': 'You may read this document, but not have it signed. Ask its owner.',
      'plan.feature_not_included': 'The plan of this workspace does not include this.',
      'plan.limit_reached': 'The plan of this workspace allows no more documents to be sent this month.',
      'signer.phone_required': 'A code by SMS needs the phone number.',
      'signer.phone_invalid': 'Enter a phone number with the code of its country, such as +49 30 901820.',
      'signer.duplicate': 'Somebody with this address does this already. Choose another role or address.',
      version_conflict:
        'Somebody else has changed this document meanwhile, perhaps you in another window. Load the page again.',
    },
    de: {
      'document.not_found':
        'Dieses Dokument gibt es in diesem Workspace nicht, oder Sie dürfen es nicht sehen.',
      'document.invalid_state': 'Mit dem Dokument ist inzwischen etwas geschehen. Laden Sie die Seite neu.',
      'document.not_signable':
        'Nur PDF-Dateien lassen sich unterschreiben. Speichern Sie das Dokument als PDF und laden Sie dieses hoch.',
      'document.not_inspected':
        'Die Datei wird noch untersucht. Versuchen Sie es in einigen Sekunden erneut.',
      'document.pdf_encrypted':
        'Dieses PDF ist mit einem Passwort geschützt. Laden Sie es ohne Passwort hoch.',
      'document.pdf_already_signed':
        'Dieses PDF trägt schon eine digitale Signatur, die hier ungültig würde. Laden Sie eines ohne Signatur hoch.',
      'document.pdf_xfa':
        'Dieses PDF ist ein dynamisches Formular (XFA). Drucken Sie es in eine PDF-Datei und laden Sie diese hoch.',
      'document.pdf_damaged':
        'Dieses PDF ist beschädigt. Speichern oder drucken Sie es neu als PDF und laden Sie dieses hoch.',
      'document.pdf_too_large':
        'Dieses PDF ist größer als 100 MB. Teilen Sie es oder verkleinern Sie seine Bilder.',
      'document.too_many_pages': 'Dieses PDF hat mehr als 1000 Seiten. Teilen Sie es.',
      'document.too_many_rounds':
        'Dieses Dokument wurde schon 100-mal versendet. Laden Sie es als neues Dokument hoch.',
      'document.quarantined': 'In dieser Datei wurde etwas Schädliches gefunden; deshalb ist sie gesperrt.',
      'document.disposed': 'Der Inhalt dieses Dokuments wurde vernichtet.',
      'document.trashed': 'Dieses Dokument liegt im Papierkorb. Holen Sie es zuerst von dort zurück.',
      'permission.denied':
        'Sie dürfen dieses Dokument lesen, aber nicht unterschreiben lassen. Fragen Sie, wem es gehört.',
      'plan.feature_not_included': 'Der Plan dieses Workspaces enthält das nicht.',
      'plan.limit_reached':
        'Mehr Dokumente lässt der Plan dieses Workspaces in diesem Monat nicht versenden.',
      'signer.phone_required': 'Für einen Code per SMS wird die Telefonnummer gebraucht.',
      'signer.phone_invalid': 'Geben Sie eine Nummer mit Ländervorwahl ein, etwa +49 30 901820.',
      'signer.duplicate':
        'Das tut schon jemand mit dieser Adresse. Wählen Sie eine andere Rolle oder Adresse.',
      version_conflict:
        'Jemand hat dieses Dokument inzwischen geändert, vielleicht Sie selbst in einem anderen Fenster. Laden Sie die Seite neu.',
    },
  }),
);
