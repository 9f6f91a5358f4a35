import { foundingParticipant } from '../../workspace/index.ts';
import { ports } from '../ports.ts';
import { builtInDocumentTypes } from './built-in-types.ts';
import { newDocumentType } from './document-type.ts';

/** Every workspace begins with the built-in document types. */
export const documentTypesFounding = foundingParticipant(ports, {
  founded: ({ now, newId }, { documentTypes }) =>
    documentTypes.add(builtInDocumentTypes.map((type) => newDocumentType(newId(), type, now))),
});
