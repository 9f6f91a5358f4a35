export { createHealth, type Health, type HealthParts } from './health.ts';
export {
  type DependencyHealth,
  DependencyHealthView,
  type HealthResponse,
  HealthResponseView,
  type LivenessResponse,
  LivenessResponseView,
} from './views.ts';
