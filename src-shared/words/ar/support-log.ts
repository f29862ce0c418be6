import type { supportLog as english } from '../en/support-log.ts';

export const supportLog: Record<keyof typeof english, string> = {
  'supportLog.title': 'سجل الدعم الفني',
  'supportLog.says':
    'إذا حدثت مشكلة فاحفظ هذا الملف وأرسله إلى الفني المسؤول. لا يحتوي على رموز أو مفاتيح أو أرقام بطاقات.',
  'supportLog.show': 'عرض سجل الدعم',
  'supportLog.hide': 'إخفاء سجل الدعم',
  'supportLog.save': 'حفظ مع فحص الاتصال',
  'supportLog.saved': 'حُفظ الملف.',
  'supportLog.failed': 'تعذّر حفظ الملف هناك. اختر مجلدًا آخر.',
  'supportLog.empty': 'لم يُسجّل شيء بعد.',
};
