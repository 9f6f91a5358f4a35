import { z } from 'zod';
import {
  fieldDateFormats,
  fieldDateModes,
  signatureMethods,
  signerRoles,
  signerStatuses,
  signerVerifications,
  signingFieldKinds,
  verificationStates,
} from '../../documents/index.ts';
import { shown } from '../../kernel/shapes.ts';

// What a signing link shows to whoever holds it (documents 4.3). Of other people it never holds addresses, phones, reasons or
// signatures (SIG-25).

const DocumentOfLink = z
  .object({
    name: z.string().describe('The name of the document.'),
    pageCount: z.int().nullable().describe('How many pages it has; null if that is not known.'),
    pages: z
      .array(
        z.object({
          width: z.number().describe('The width as it is shown, in points.'),
          height: z.number().describe('The height as it is shown, in points.'),
          rotation: z.number().describe('By how many degrees the page is turned, clockwise.'),
          cropBox: z
            .array(z.number())
            .length(4)
            .describe('Which part of the page is shown, in points: left, bottom, right and top.'),
        }),
      )
      .describe('Its pages in their order.'),
    sizeBytes: z.int().describe('How many bytes its file has.'),
    sha256: z.string().describe('SHA-256 of its file in hexadecimal; send it back when you complete.'),
    message: z.string().nullable().describe('What the sender says; null for nothing.'),
    deadlineAt: shown.instant().describe('Until when the link works.'),
  })
  .describe('The file that is signed, or the sealed one if the link gives a copy.');

const FieldOfLink = z.object({
  id: z.uuid().describe('Its id; name it when you fill the field.'),
  signerId: z.uuid().describe('The id of who fills it, in this round.'),
  mine: z.boolean().describe('Whether you fill it.'),
  kind: z.enum(signingFieldKinds).describe('What is put there.'),
  page: z.int().describe('The number of its page, from 1.'),
  x: z.number().describe('The left edge, as a fraction of the page as it is shown.'),
  y: z.number().describe('The upper edge, from the top, as a fraction of the page as it is shown.'),
  width: z.number().describe('The width, as a fraction of the page as it is shown.'),
  height: z.number().describe('The height, as a fraction of the page as it is shown.'),
  label: z.string().nullable().describe('What it is called; null without a name.'),
  required: z.boolean().describe('Whether it must be filled.'),
  readOnly: z.boolean().describe('Whether its value is the one that the sender gave.'),
  defaultValue: z
    .union([z.string(), z.boolean()])
    .nullable()
    .describe('What it begins with; null for nothing, and for the fields of others.'),
  maxLength: z.int().nullable().describe('How many characters it may hold; null where it does not apply.'),
  multiline: z.boolean().describe('Whether it may hold several lines.'),
  dateMode: z
    .enum(fieldDateModes)
    .nullable()
    .describe('Whether a date is that of signing, or entered; null for other fields.'),
  dateFormat: z.enum(fieldDateFormats).nullable().describe('How a date is written; null for other fields.'),
  fontSize: z.number().nullable().describe('The size of the text in points; null for fields without text.'),
  value: z
    .union([
      z.string(),
      z.boolean(),
      z.object({ filled: z.literal(true).describe('That something is there, and not what.') }),
    ])
    .nullable()
    .describe(
      'What was filled in; null until then. Of signatures, and of addresses of others, only that they are there.',
    ),
  completedAt: shown.instant().nullable().describe('When it was filled; null until then.'),
  clientRef: z.string().nullable().describe('What the sender calls it in programs; null without a name.'),
});

const VerificationOfLink = z
  .object({
    method: z.enum(signerVerifications).describe('How you prove that you are meant.'),
    state: z.enum(verificationStates).describe('Whether you have, by the session that you sent.'),
    destination: z.string().nullable().describe('Where codes are sent, mostly hidden; null if none are.'),
    codeExpiresAt: shown.instant().nullable().describe('Until when the newest code works; null without one.'),
    resendAvailableAt: shown
      .instant()
      .nullable()
      .describe('From when on another code can be asked for; null if none was.'),
    lockedUntil: shown
      .instant()
      .nullable()
      .describe('Until when no code is sent or taken; null without a lock.'),
  })
  .describe('How you prove that the link is meant for you.');

const ConsentOfLink = z.object({
  required: z.boolean().describe('Whether you must agree before you complete.'),
  accepted: z.boolean().describe('Whether you have agreed.'),
  version: z.string().describe('The version of the text; name it when you agree.'),
  language: z.string().describe('The language that the text is in.'),
  text: z.string().describe('What it means to sign electronically, as plain text.'),
  textSha256: z.string().describe('SHA-256 of the text in UTF-8, in hexadecimal.'),
});

export const SigningLinkView = z
  .object({
    status: z
      .enum(['locked', 'ready', 'completed', 'copy'])
      .describe(
        'locked: a code is needed; ready: it is for you to act; completed: you have; copy: the result.',
      ),
    workspace: z
      .object({
        name: z.string().describe('The name of the workspace that asks.'),
        logoUrl: z.string().nullable().describe('Where its logo is; null without one.'),
      })
      .describe('Who asks.'),
    sender: z
      .object({ displayName: z.string().describe('The name of the person.') })
      .describe('The person who sent it.'),
    signer: z
      .object({
        id: z.uuid().describe('Your id in this round.'),
        name: z.string().describe('Your name, as the sender gave it.'),
        email: z.string().describe('Your address, as the sender gave it.'),
        role: z.enum(signerRoles).describe('What you do: sign, approve, or get a copy.'),
        order: z.int().describe('Your group.'),
        status: z.enum(signerStatuses).describe('How far you are.'),
        language: z.string().describe('The language in which you are spoken to.'),
      })
      .describe('You.'),
    verification: VerificationOfLink,
    document: DocumentOfLink.nullable().describe('What the link is about; null while it is locked.'),
    fields: z
      .array(FieldOfLink)
      .describe('All fields, by page and from top to bottom; none while it is locked.'),
    recipients: z
      .array(
        z.object({
          name: z.string().describe('The name of the person.'),
          role: z.enum(signerRoles).describe('What the person does.'),
          order: z.int().describe('The group of the person.'),
          status: z.enum(signerStatuses).describe('How far the person is.'),
          completedAt: shown.instant().nullable().describe('When the person was done; null until then.'),
        }),
      )
      .describe('Everybody in the round; nobody while it is locked.'),
    consent: ConsentOfLink.nullable().describe(
      'The text on signing electronically; null while it is locked.',
    ),
    signatureMethods: z
      .array(z.enum(signatureMethods))
      .describe('How you may make your signature; empty while it is locked.'),
    redirectUrl: z.string().nullable().describe('Where you go after completing; null for nowhere.'),
    sealed: z
      .object({
        available: z.boolean().describe('Whether everybody is done and the file is sealed.'),
        sha256: z.string().nullable().describe('SHA-256 of the sealed file; null until then.'),
      })
      .nullable()
      .describe('The finished file; null while it is locked.'),
  })
  .meta({ id: 'SigningLink', description: 'What a signing link shows to whoever holds it.' });
