import { failures } from './ar/failures.ts';
import { orders } from './ar/orders.ts';
import { screens } from './ar/screens.ts';
import type { Messages } from './en.ts';

export const ar: Messages = { ...failures, ...orders, ...screens };
