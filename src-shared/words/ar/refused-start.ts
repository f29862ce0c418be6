import type { refusedStart as english } from '../en/refused-start.ts';

export const refusedStart: Record<keyof typeof english, string> = {
  'refusedStart.with': 'لا يبدأ Counterfoil مع {names}.',
  'refusedStart.tooLate': 'لا يبدأ Counterfoil: كان Electron جاهزًا قبل تأمين النافذة.',
};
