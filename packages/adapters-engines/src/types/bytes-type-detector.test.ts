import { typeDetectorContract } from '@chancery/core/testing';
import { BytesTypeDetector } from './bytes-type-detector.ts';

typeDetectorContract('bytes and file-type', new BytesTypeDetector());
