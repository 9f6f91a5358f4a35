import type { CertificateModel, EvidenceRecipient, EvidenceSignature, LocalTime } from '@chancery/core';
import type { NamedImage } from '../marks/mark-content.ts';
import { grouped } from './grouped.ts';
import { type Group, type Item, type Sheet, shownTime, styles } from './sheet.ts';
import { signatureBox } from './signature-box.ts';
import { heading, labelled, labelWidth } from './summary-section.ts';
import type { Words } from './words.ts';

export type Draw = (png: Uint8Array) => NamedImage;
const [utcWidth, boxWidth] = [98, 132];

/** A card for each recipient: who, when, from where, and how it was made sure who that was (SEA-12). */
export function recipientsSection(
  sheet: Sheet,
  model: CertificateModel,
  words: Words,
  draw: Draw,
): readonly Group[] {
  const cards = model.facts.recipients.map((recipient) => card(sheet, model, recipient, words, draw));
  const [first = [], ...further] = cards;
  return [
    [...heading(sheet, words.recipients), ...first],
    ...further.map((group) => [sheet.gap(10), ...group]),
  ];
}

function card(
  sheet: Sheet,
  model: CertificateModel,
  recipient: EvidenceRecipient,
  words: Words,
  draw: Draw,
): Group {
  const role = `${words[recipient.role]} · ${words.group} ${recipient.order}`;
  const title = sheet.beside(
    sheet.text(recipient.name, styles.name, 0, sheet.width - 130),
    sheet.textAtRight(role, styles.role),
  );
  const images = model.images.filter(({ recipientId }) => recipientId === recipient.id);
  const box = signatureBox(sheet, recipient, images, { words, draw, width: boxWidth });
  const times = column(timesOf(sheet, model, recipient, words));
  return [
    sheet.banded(sheet.padded(title, 4)),
    sheet.gap(3),
    sheet.text(recipient.email, styles.value),
    sheet.gap(3),
    box === null ? times : sheet.beside(times, box),
    ...factsOf(recipient, words).map(([label, value, style]) => labelled(sheet, label, value, style)),
    sheet.gap(4),
  ];
}

/** Items below each other, as one. */
function column(items: readonly Item[]): Item {
  return {
    height: items.reduce((sum, { height }) => sum + height, 0),
    draw: (top) => {
      let at = top;
      return items
        .map((item) => {
          const drawn = item.draw(at);
          at -= item.height;
          return drawn;
        })
        .join('\n');
    },
  };
}

function timesOf(
  sheet: Sheet,
  { localTimes }: CertificateModel,
  recipient: EvidenceRecipient,
  words: Words,
): readonly Item[] {
  const { timeZone, verification, consentedAt } = recipient;
  const local = timeZone === null ? undefined : localTimes[timeZone];
  const moments: readonly (readonly [string, string | null])[] = [
    [words.sent, recipient.sentAt],
    ...(recipient.role === 'copy' ? [] : ([[words.viewed, recipient.viewedAt]] as const)),
    ...(verification === null ? [] : ([[words.verified, verification.verifiedAt]] as const)),
    ...(consentedAt === null ? [] : ([[words.consented, consentedAt]] as const)),
    ...(recipient.role === 'copy' ? [] : ([[words.completed, recipient.completedAt]] as const)),
  ];
  const localLeft = labelWidth + utcWidth;
  const head = sheet.beside(
    sheet.text(words.utc, styles.small, labelWidth, utcWidth),
    ...(local === undefined ? [] : [sheet.text(words.localTime, styles.small, localLeft, 140)]),
  );
  const rows = moments.map(([label, at]) => {
    const own = at === null ? undefined : local?.[at];
    return sheet.padded(
      sheet.beside(
        sheet.text(label, styles.label, 0, labelWidth - 8),
        sheet.text(at === null ? '–' : shownTime(at), styles.value, labelWidth, utcWidth),
        ...(own === undefined ? [] : [sheet.text(shownLocal(own), styles.value, localLeft, 140)]),
      ),
      1.2,
    );
  });
  return [head, ...rows];
}

function shownLocal({ wall, offsetMinutes }: LocalTime): string {
  const minutes = Math.abs(offsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0'));
  return `${shownTime(wall)} ${offsetMinutes < 0 ? '−' : '+'}${hours}:${rest}`;
}

type Fact = readonly [string, string, ('value' | 'digest')?];

function factsOf(recipient: EvidenceRecipient, words: Words): readonly Fact[] {
  const { delivery, ip, userAgent, timeZone, disclosure, intent, documentSha256 } = recipient;
  const known = (label: string, value: string | null): readonly Fact[] =>
    value === null || value === '' ? [] : [[label, value]];
  const delivered = delivery.map(
    ({ at, by, linkVersion }) =>
      `${shownTime(at)} UTC, ${by === 'email' ? words.byEmail : words.byHand} (${words.linkNumber} ${linkVersion})`,
  );
  return [
    ...known(words.delivered, delivered.join('\n')),
    ...known(words.verification, verificationOf(recipient, words)),
    ...known(words.address, ip),
    ...known(words.browser, userAgent),
    ...known(words.timeZone, timeZone),
    ...(disclosure === null
      ? []
      : [
          [
            words.disclosure,
            `${words.disclosureVersion} ${disclosure.version} (${disclosure.language})`,
          ] as const,
          [words.disclosureText, grouped(disclosure.sha256), 'digest'] as const,
        ]),
    ...known(words.intent, intent === null ? null : words[intent]),
    ...(documentSha256 === null ? [] : [[words.confirmed, grouped(documentSha256), 'digest'] as const]),
    ...imageFact(words.signature, recipient.signature, words),
    ...imageFact(words.initials, recipient.initials, words),
  ];
}

function verificationOf({ verification, role }: EvidenceRecipient, words: Words): string | null {
  if (verification === null) return role === 'copy' ? null : words.noVerification;
  const { channel, destinationMasked, sends, wrongTries } = verification;
  const how = channel === 'sms' ? words.bySms : words.byEmailCode;
  return `${how} ${destinationMasked} · ${words.codesSent} ${sends} · ${words.wrongTries} ${wrongTries}`;
}

function imageFact(label: string, signature: EvidenceSignature | null, words: Words): readonly Fact[] {
  if (signature === null) return [];
  const { method, imageSha256, text } = signature;
  const how = text === null ? words[method] : `${words[method]}: ${text}`;
  return [
    [label, how],
    ...(imageSha256 === null ? [] : [[words.image, grouped(imageSha256), 'digest'] as const]),
  ];
}
