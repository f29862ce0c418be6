import type { diagnosis as english } from '../en/diagnosis.ts';

export const diagnosis: Record<keyof typeof english, string> = {
  'diagnosis.title': 'التشخيص',
  'diagnosis.says': 'الفحص نفسه لا يشتري ولا يكشف شيئًا، ولا يتغيّر شيء قبل أن تُسأل.',
  'diagnosis.link.says': 'اعرف كيف ترى الخدمة اتصالات نقطة البيع هذه، وما فائدة كل صلاحية، وما العمل إذا رُفضت الاتصالات.',
  'diagnosis.open': 'افحص اتصالًا',
  'diagnosis.find': 'ابحث عن السبب',
  'diagnosis.tryForms': 'جرّب صيغًا أخرى',
  'diagnosis.again': 'افحص اتصالًا من جديد',
  'diagnosis.asking': 'سؤال الخدمة عما تراه',
  'diagnosis.cause': 'السبب',
  'diagnosis.cancel': 'أوقف البحث',
  'diagnosis.elapsed':
    'مضت {count, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتان} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  'diagnosis.allAgree': 'وصل إلى الخدمة ما وُقّع هنا كما هو.',
  'diagnosis.someDiffer': 'رأت الخدمة غير ما وُقّع.',
  'diagnosis.apply': 'طبّق التغيير',
  'diagnosis.apply.title': 'أتريد تغيير ملف الربط لنقطة البيع هذه؟',
  'diagnosis.apply.says': 'تُفتح نقطة البيع من جديد بالتغيير، وتبقى الطلبات السابقة بصيغتها.',
  'diagnosis.apply.back': 'اتركه كما هو',
  'diagnosis.fields.says': 'الخدمة وحدها تعرف الصواب هنا؛ ونقطة البيع لا تجرّب هذه أبدًا.',
};
