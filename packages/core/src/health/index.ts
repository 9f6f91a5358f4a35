export { createHealth, type Health, type HealthParts } from './create-health.ts';
export {
  type DependencyHealth,
  DependencyHealthView,
  type HealthResponse,
  HealthResponseView,
  type LivenessResponse,
  LivenessResponseView,
} from './views.ts';
