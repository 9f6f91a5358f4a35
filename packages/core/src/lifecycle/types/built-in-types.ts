import type { DocumentType, TypeContent } from './document-type.ts';

const plain: Omit<TypeContent, 'name' | 'category'> = {
  description: null,
  expirationExpected: true,
  ownerRequired: false,
  requiredDates: [],
  requiredIdentifiers: [],
  governmentIdentity: false,
  identityFormats: [],
  extractionLanguages: [],
};

const type = (
  key: string,
  name: string,
  category: DocumentType['category'],
  more: Partial<TypeContent> = {},
) => ({ ...plain, key, name, category, ...more, builtIn: true });

/** The formats that a government's document comes in; a driving licence promises none. */
const identity = (key: string, name: string, identityFormats: DocumentType['identityFormats']) =>
  type(key, name, 'identity', { governmentIdentity: true, identityFormats });

/** The types that every workspace begins with. */
export const builtInDocumentTypes: readonly (TypeContent & Pick<DocumentType, 'key' | 'builtIn'>)[] = [
  type('contract', 'Contract', 'contract'),
  type('insurance_certificate', 'Insurance certificate', 'insurance'),
  type('professional_licence', 'Professional licence', 'licence'),
  type('permit', 'Permit', 'permit'),
  type('certification', 'Certification', 'certification'),
  type('lease', 'Lease', 'contract'),
  type('warranty', 'Warranty', 'contract'),
  type('internal_policy', 'Internal policy', 'policy'),
  type('other', 'Other', 'other', { expirationExpected: false }),
  identity('passport', 'Passport', ['TD3']),
  identity('identity_card', 'Identity card', ['TD1', 'TD2']),
  identity('residence_permit', 'Residence permit', ['TD1', 'TD2']),
  identity('visa', 'Visa', ['MRVA', 'MRVB']),
  identity('driving_licence', 'Driving licence', []),
];
