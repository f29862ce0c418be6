import type { keyStore as english } from '../en/key-store.ts';

export const keyStore: Record<keyof typeof english, string> = {
  'keyStore.missing.title': 'كيف يُجهَّز هذا الجهاز بمخزن مفاتيح',
  'keyStore.missing.1': 'اطلب من المسؤول عن الجهاز تثبيت مخزن مفاتيح: GNOME Keyring أو KWallet.',
  'keyStore.missing.2': 'سجّل الدخول إلى سطح المكتب بكلمة مرورك لا تلقائيًا: فبها يُفتح المخزن.',
  'keyStore.missing.3': 'شغّل نقطة البيع من جديد.',
  'keyStore.changed.title': 'مخزن المفاتيح الذي يحفظ مفتاح نقطة البيع ليس هنا',
  'keyStore.changed.1': 'سجّل الدخول بالحساب وسطح المكتب اللذين سُجّلت بهما نقطة البيع.',
  'keyStore.changed.2': 'شغّل نقطة البيع من جديد.',
  'keyStore.changed.3': 'هل ضاع ذلك المخزن نهائيًا؟ افتح نقطة البيع بعبارة الاسترداد، فتُختم هنا من جديد.',
  'keyStore.locked.title': 'مخزن المفاتيح مقفل',
  'keyStore.locked.1': 'افتح قفل مخزن المفاتيح في النظام (GNOME Keyring أو KWallet) بكلمة مرورك.',
  'keyStore.locked.2': 'شغّل نقطة البيع من جديد.',
  'keyStore.gone.title': 'كيف تُفتح نقطة البيع من جديد',
  'keyStore.gone.1': 'لا تغيّر شيئًا في المجلد. ما زالت الطلبات تُقرأ، ولم يُمسّ ما هو مختوم.',
  'keyStore.gone.2': 'أعد vault.json من نسخة من المجلد كله، ثم شغّل نقطة البيع من جديد.',
  'keyStore.gone.3': 'عبارة الاسترداد لا تقوم مقام الملف: فهي تفتح vault.json. وليس الملف في النسخ الاحتياطية للسجل.',
  'keyStore.gone.4':
    'ألا توجد نسخة؟ إذن لا يستطيع أحد فتح الرموز والمفتاح هنا. احتفظ بهذا المجلد، وسجّل من جديد في مجلد آخر بدعوة جديدة. واسأل موظفي الخدمة عن الطلبات المفتوحة.',
  'keyStore.train': 'تدرّب إلى ذلك الحين',
};
