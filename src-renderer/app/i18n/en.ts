import { failures } from './en/failures.ts';
import { orders } from './en/orders.ts';
import { screens } from './en/screens.ts';

/** The English catalogue; its keys are the shape every other language must fill. */
export const en = { ...failures, ...orders, ...screens } as const;

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
