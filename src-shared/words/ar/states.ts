import type { states as english } from '../en/states.ts';

export const states: Record<keyof typeof english, string> = {
  'state.intended.name': 'لم يُرسل بعد',
  'state.unknown.name': 'قيد التحقق',
  'state.accepted.name': 'قيد التنفيذ',
  'state.blocked.name': 'معلّق',
  'state.waiting.name': 'في الانتظار',
  'state.settling.name': 'قيد التحقق',
  'state.completed.name': 'تم الشراء',
  'state.failed.name': 'لم يتم الشراء',
  'state.refused.name': 'مرفوض',
  'state.cancelled.name': 'ملغى',
  'state.notBought.name': 'لم يتم الشراء',
  'state.attention.name': 'يحتاج إلى قرار',
  'state.countedBought.name': 'اعتُمد: تم الشراء',
  'state.countedNotBought.name': 'اعتُمد: لم يتم الشراء',
};
