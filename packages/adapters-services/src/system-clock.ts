import { type Clock, instantOf } from '@chancery/core';

export const systemClock: Clock = { now: () => instantOf(Date.now()) };
