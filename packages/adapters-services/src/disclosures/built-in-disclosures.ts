import type { signing } from '@chancery/core';

const english = `Signing and receiving documents electronically

Please read this before you agree. It says what it means to sign this document electronically, which rights you have, and what you need in order to do it.

What you agree to
If you agree, you will receive, read and sign this document, and everything that belongs to it, in electronic form: the copy that you sign, notices about it, and the finished document with its certificate of completion. Your electronic signature has the effect that you intend by it, and the document is not denied that effect only because it is electronic. Your agreement covers this document alone. It covers no other business between you and the sender, now or later.

Your right to paper
You need not agree. You can ask the sender to give you the document on paper and to let you sign it by hand. You can also ask for a paper copy of anything that you received electronically, during the signing and after it. Ask whoever sent you the link. The sender tells you beforehand if paper or postage costs you anything; this service charges you nothing.

How to withdraw your agreement
You can withdraw at any time before you finish: choose to decline, or close the page and tell the sender that you do not want to go on electronically. Nothing happens to you for withdrawing, apart from the fact that the document is then not signed in this way, and that doing it on paper may take longer. What you have signed before you withdraw stays valid. To withdraw from receiving later copies electronically, write to the sender.

How to keep your address current
The link, reminders and your copy are sent to the e-mail address that the sender has given for you, and codes to the telephone number or address that the sender has given for you. If one of them is wrong or changes, write to the sender, who can correct it and send you a new link.

What you need
You need a device with access to the internet; a current version of a usual browser, such as Firefox, Chrome, Edge or Safari, with JavaScript switched on; an e-mail account; and, if a code is sent to you, the telephone or mailbox that receives it. To keep and print documents you need a program that shows PDF files, some free storage, and a printer if you want paper. If these needs change in a way that could keep you from reading your documents, the sender tells you and you may withdraw.

How to get copies
While the document is being signed you can open it by your link, save it and print it. When everybody has finished, you get a mail with a link to the finished document, which stays open for 30 days. Save it or print it in that time, and keep it. Later you can ask the sender for a copy.

What is recorded
To show later who signed what, these are recorded and stored with the document: your name and e-mail address, when you were sent the link, opened the document, agreed and signed, the internet address and the browser that you used, how you were verified, and the fingerprint of the file that you were shown. Everybody who receives the finished document can see this record.

By agreeing you confirm that you have read this text, that you can open, keep and print PDF files on the device that you are using, and that you want to go on electronically.`;

const german = `Dokumente elektronisch erhalten und unterschreiben

Bitte lesen Sie dies, bevor Sie zustimmen. Hier steht, was es bedeutet, dieses Dokument elektronisch zu unterschreiben, welche Rechte Sie haben und was Sie dafür brauchen.

Wozu Sie zustimmen
Wenn Sie zustimmen, erhalten, lesen und unterschreiben Sie dieses Dokument und alles, was dazu gehört, in elektronischer Form: die Fassung, die Sie unterschreiben, Mitteilungen dazu und das fertige Dokument mit seinem Abschlusszertifikat. Ihre elektronische Unterschrift hat die Wirkung, die Sie ihr geben wollen, und dem Dokument wird diese Wirkung nicht allein deshalb abgesprochen, weil es elektronisch ist. Ihre Zustimmung gilt nur für dieses Dokument. Sie gilt für keine anderen Geschäfte zwischen Ihnen und dem Absender, weder jetzt noch später.

Ihr Recht auf Papier
Sie müssen nicht zustimmen. Sie können den Absender bitten, Ihnen das Dokument auf Papier zu geben und Sie von Hand unterschreiben zu lassen. Sie können auch von allem, was Sie elektronisch erhalten haben, eine Kopie auf Papier verlangen, während des Unterschreibens und danach. Wenden Sie sich an die Person, die Ihnen den Link gesandt hat. Der Absender sagt Ihnen vorher, ob Papier oder Porto Sie etwas kosten; dieser Dienst berechnet Ihnen nichts.

Wie Sie Ihre Zustimmung zurücknehmen
Sie können sie jederzeit zurücknehmen, bevor Sie abschließen: Lehnen Sie ab, oder schließen Sie die Seite und teilen Sie dem Absender mit, dass Sie nicht elektronisch fortfahren möchten. Daraus entsteht Ihnen kein Nachteil, außer dass das Dokument dann nicht auf diesem Weg unterschrieben wird und dass es auf Papier länger dauern kann. Was Sie vorher unterschrieben haben, bleibt gültig. Wenn Sie spätere Kopien nicht mehr elektronisch erhalten möchten, schreiben Sie dem Absender.

Wie Ihre Adresse aktuell bleibt
Der Link, Erinnerungen und Ihre Kopie gehen an die E-Mail-Adresse, die der Absender für Sie angegeben hat, und Codes an die Telefonnummer oder Adresse, die er für Sie angegeben hat. Wenn eine davon falsch ist oder sich ändert, schreiben Sie dem Absender; er kann sie berichtigen und Ihnen einen neuen Link senden.

Was Sie brauchen
Sie brauchen ein Gerät mit Zugang zum Internet; eine aktuelle Version eines üblichen Browsers wie Firefox, Chrome, Edge oder Safari mit eingeschaltetem JavaScript; ein E-Mail-Konto; und, wenn Ihnen ein Code gesandt wird, das Telefon oder das Postfach, das ihn empfängt. Um Dokumente aufzubewahren und zu drucken, brauchen Sie ein Programm, das PDF-Dateien anzeigt, etwas freien Speicher und einen Drucker, wenn Sie Papier wünschen. Wenn sich diese Anforderungen so ändern, dass Sie Ihre Dokumente vielleicht nicht mehr lesen können, teilt der Absender Ihnen das mit, und Sie können Ihre Zustimmung zurücknehmen.

Wie Sie Kopien erhalten
Während das Dokument unterschrieben wird, können Sie es über Ihren Link öffnen, speichern und drucken. Wenn alle fertig sind, erhalten Sie eine Mail mit einem Link zum fertigen Dokument, der 30 Tage lang offen bleibt. Speichern oder drucken Sie es in dieser Zeit, und bewahren Sie es auf. Danach können Sie den Absender um eine Kopie bitten.

Was aufgezeichnet wird
Damit sich später zeigen lässt, wer was unterschrieben hat, wird Folgendes aufgezeichnet und mit dem Dokument aufbewahrt: Ihr Name und Ihre E-Mail-Adresse, wann Ihnen der Link gesandt wurde und wann Sie das Dokument geöffnet, zugestimmt und unterschrieben haben, die Internetadresse und der Browser, die Sie benutzt haben, wie Sie überprüft wurden, und der Fingerabdruck der Datei, die Ihnen gezeigt wurde. Alle, die das fertige Dokument erhalten, können diese Aufzeichnung sehen.

Mit Ihrer Zustimmung bestätigen Sie, dass Sie diesen Text gelesen haben, dass Sie auf dem Gerät, das Sie benutzen, PDF-Dateien öffnen, aufbewahren und drucken können, und dass Sie elektronisch fortfahren möchten.`;

/**
 * The texts that come with Chancery, the newest last. A version that was ever released is never changed, since evidence
 * names its digest; another wording is another version.
 */
export const builtInDisclosures: readonly signing.DisclosureVersion[] = [
  { version: '2026-11', texts: { en: english, de: german } },
];
