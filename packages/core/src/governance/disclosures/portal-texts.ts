import type { Label, LabelMask } from '../../records/index.ts';
import { maskOf } from '../../records/index.ts';
import type { RedisclosureNotice } from './release-package.ts';

/** What recipients agree to before they read, unless the industry pack of the workspace has words of its own. */
const usualTerms = {
  en: [
    'These records are confidential. They were released to you, by name, for the purpose that is stated here.',
    'By accepting you confirm that you are the named recipient or act for them, and you agree to use the records for this purpose only, to keep them safe, and to pass them on only where the law or the person concerned permits it.',
    'What you do here (opening, reading, downloading) is recorded. If you received this by mistake, decline and tell the sender.',
  ],
  de: [
    'Diese Unterlagen sind vertraulich. Sie wurden namentlich Ihnen zu dem hier genannten Zweck überlassen.',
    'Mit der Annahme bestätigen Sie, dass Sie der genannte Empfänger sind oder für ihn handeln. Sie verwenden die Unterlagen nur zu diesem Zweck, bewahren sie sicher auf und geben sie nur weiter, soweit das Gesetz oder die betroffene Person es erlaubt.',
    'Was Sie hier tun (Öffnen, Lesen, Herunterladen), wird aufgezeichnet. Wenn Sie dies irrtümlich erhalten haben, lehnen Sie ab und teilen Sie es dem Absender mit.',
  ],
} as const;

export type PortalLanguage = keyof typeof usualTerms;

/** German for German-speaking workspaces, and English for all others. */
export const portalLanguage = (locale: string): PortalLanguage => (/^de(-|$)/i.test(locale) ? 'de' : 'en');

export const portalTerms = (language: PortalLanguage): string => usualTerms[language].join('\n\n');

/** 42 CFR 2.32 (a)(1): what travels with records of treatment for substance use. It is law in English, so it is not translated. */
const substanceUseNotice: RedisclosureNotice = {
  code: '42_cfr_2_32',
  text: [
    'This record which has been disclosed to you is protected by Federal confidentiality rules (42 CFR part 2). These rules prohibit you from using or disclosing this record, or testimony that describes the information contained in this record, in any civil, criminal, administrative, or legislative proceedings by any Federal, State, or local authority, against the patient, unless authorized by the consent of the patient, except as provided at 42 CFR 2.12(c)(5) or as otherwise authorized by a court in accordance with 42 CFR 2.64 or 2.65.',
    'In addition, the Federal rules prohibit you from making any other use or disclosure of this record unless at least one of the following applies: further use or disclosure is expressly permitted by the written consent of the individual whose information is being disclosed in this record or as otherwise permitted by 42 CFR part 2; you are a covered entity or business associate and have received the record for treatment, payment, or health care operations; or you have received the record from a covered entity or business associate as permitted by 45 CFR part 164, subparts A and E.',
  ].join('\n\n'),
};

const notices: readonly { readonly label: Label; readonly notice: RedisclosureNotice }[] = [
  { label: 'substance_use', notice: substanceUseNotice },
];

interface WordsOfPack {
  readonly redisclosureNotices: readonly (RedisclosureNotice & { readonly label: Label })[];
  readonly portalTerms: string;
}

/** What has to travel with records of these labels (GOV-10): in the words of the industry pack, or else in those of the law. */
export function redisclosureNotice(mask: LabelMask, pack: WordsOfPack | null): RedisclosureNotice | null {
  const isOf = ({ label }: { readonly label: Label }) => (mask & maskOf([label])) !== 0;
  const own = pack?.redisclosureNotices.find(isOf);
  return own === undefined ? (notices.find(isOf)?.notice ?? null) : { code: own.code, text: own.text };
}

/** What recipients read beside the records themselves. */
export const wordsFor = (mask: LabelMask, locale: string, pack: WordsOfPack | null) => ({
  redisclosureNotice: redisclosureNotice(mask, pack),
  termsText: pack?.portalTerms || portalTerms(portalLanguage(locale)),
});
