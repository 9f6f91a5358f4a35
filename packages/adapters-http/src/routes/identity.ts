import { identity } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const identityRoutes = routes(identity, {
  registerAccount: 'POST /api/v1/auth/register 201',
  login: 'POST /api/v1/auth/login 201',
  refreshSession: 'POST /api/v1/auth/refresh 201',
  verifyEmail: 'POST /api/v1/auth/verify-email 201',
  reauthenticate: 'POST /api/v1/auth/reauthenticate 200',
  getMe: 'GET /api/v1/auth/me 200',
  logout: 'POST /api/v1/auth/logout 201',
});
