export {
  intelligenceProviderContract,
  type ProviderUnderTest,
  readVersion,
} from './intelligence-provider.contract.ts';
