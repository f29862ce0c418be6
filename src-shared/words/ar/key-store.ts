import type { keyStore as english } from '../en/key-store.ts';

export const keyStore: Record<keyof typeof english, string> = {
  'keyStore.missing.title': 'تجهيز هذا الجهاز بمخزن مفاتيح',
  'keyStore.missing.1': 'اطلب من المسؤول عن الجهاز تثبيت مخزن مفاتيح: GNOME Keyring أو KWallet.',
  'keyStore.missing.2': 'سجّل الدخول إلى سطح المكتب بكلمة مرورك لا تلقائيًا: فبها يُفتح المخزن.',
  'keyStore.missing.3': 'شغّل نقطة البيع من جديد.',
  'keyStore.changed.title': 'مخزن مفاتيح النظام الذي يحفظ مفتاح نقطة البيع ليس هنا',
  'keyStore.changed.1': 'سجّل الدخول بالحساب وسطح المكتب اللذين سُجّلت بهما نقطة البيع.',
  'keyStore.changed.2': 'شغّل نقطة البيع من جديد.',
  'keyStore.changed.3': 'هل فُقد ذلك المخزن نهائيًا؟ افتح نقطة البيع بعبارة الاسترداد، فيُحفظ المفتاح (مشفّرًا) هنا من جديد.',
  'keyStore.locked.title': 'مخزن مفاتيح النظام مقفل',
  'keyStore.locked.1': 'افتح قفل مخزن مفاتيح النظام (GNOME Keyring أو KWallet) بكلمة مرورك.',
  'keyStore.locked.2': 'شغّل نقطة البيع من جديد.',
  'keyStore.gone.title': 'فتح نقطة البيع من جديد',
  'keyStore.gone.1': 'لا تغيّر شيئًا في المجلد. ما زال يمكنك عرض الطلبات، ولم يتغير ما هو محفوظ (مشفّر).',
  'keyStore.gone.2': 'انقل vault.json إلى مكانه من نسخة من المجلد كله، ثم شغّل نقطة البيع من جديد.',
  'keyStore.gone.3': 'عبارة الاسترداد لا تغني عن الملف: فهي تفتح vault.json. وليس الملف في النسخ الاحتياطية للسجل.',
  'keyStore.gone.4':
    'ألا توجد نسخة؟ إذن لا يستطيع أحد فتح الرموز والمفتاح هنا. احتفظ بهذا المجلد، وسجّل من جديد في مجلد آخر بدعوة جديدة. واسأل دعم الخدمة عن الطلبات المفتوحة.',
  'keyStore.train': 'التدريب مؤقتًا',
};
