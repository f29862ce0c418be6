import type { diagnosis as english } from '../en/diagnosis.ts';

export const diagnosis: Record<keyof typeof english, string> = {
  'diagnosis.title': 'فحص الاتصال',
  'diagnosis.says': 'لا يشتري الفحص شيئًا ولا يُظهر رموزًا، ويسألك قبل أي تغيير.',
  'diagnosis.link.says': 'اعرف ما تراه الخدمة من نقطة البيع، وفائدة كل صلاحية، وما العمل عند الرفض.',
  'diagnosis.open': 'فحص الاتصال',
  'diagnosis.find': 'البحث عن السبب',
  'diagnosis.tryForms': 'تجربة صيغ أخرى',
  'diagnosis.again': 'إعادة الفحص',
  'diagnosis.asking': 'جارٍ تحميل ما تراه الخدمة…',
  'diagnosis.cause': 'السبب',
  'diagnosis.cancel': 'إيقاف البحث',
  'diagnosis.elapsed':
    'مضت {count, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتان} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  'diagnosis.allAgree': 'رأت الخدمة ما وُقّع هنا كما هو.',
  'diagnosis.someDiffer': 'رأت الخدمة غير ما وُقّع هنا.',
  'diagnosis.save': 'حفظ للدعم الفني',
  'diagnosis.apply': 'تطبيق التغيير',
  'diagnosis.apply.title': 'هل تريد تطبيق التغيير على ملف الربط؟',
  'diagnosis.apply.says': 'تُفتح نقطة البيع من جديد بعد التغيير، وتبقى الطلبات السابقة بصيغتها.',
  'diagnosis.apply.back': 'إلغاء',
  'diagnosis.fields.says': 'الخدمة وحدها تعرف الصواب هنا، ونقطة البيع لا تجرّب هذه الحقول أبدًا.',
};
