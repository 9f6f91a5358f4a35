export { type Answer, failure, type Seen, success } from '../../../sdk/src/testing/service-double.ts';
