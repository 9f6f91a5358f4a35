import type { Clock } from '@chancery/core';
import { instantOf } from '@chancery/core/internal';

export const systemClock: Clock = { now: () => instantOf(Date.now()) };
