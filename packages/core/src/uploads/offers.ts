import { offer } from '../kernel/context-ports.ts';
import { ports, type UploadConsumption } from './ports.ts';
import { uploadConsumption } from './upload-consumption.ts';

/** The ports that this context implements for others. */
export const offers = {
  uploadConsumption: offer(ports, (own): UploadConsumption => uploadConsumption(own().uploads)),
};
