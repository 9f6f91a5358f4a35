export { disclosureCatalogContract } from './disclosure-catalog.contract.ts';
