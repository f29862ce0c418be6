import type { codesFile as english } from '../en/codes-file.ts';

export const codesFile: Record<keyof typeof english, string> = {
  'codesFile.button': 'حفظ الرموز لشركة',
  'codesFile.title': 'هل تريد حفظ الرموز لشركة؟',
  'codesFile.says': 'توضع كل الرموز في ملف واحد مشفّر. تظهر كلمة مروره مرة واحدة بعد حفظه.',
  'codesFile.which': 'أي بطاقات؟',
  'codesFile.sale': 'كل بطاقات هذه العملية',
  'codesFile.order': 'بطاقات هذا الطلب فقط',
  'codesFile.reason': 'السبب',
  'codesFile.reason.hint': 'يحفظه السجل. لا تكتب رمزًا ولا رقمًا تسلسليًا.',
  'codesFile.reason.wrong': 'اكتب سطرًا واحدًا لا يزيد على {maximum} حرف، بالحروف والأرقام والعلامات المعتادة.',
  'codesFile.again':
    '{count, plural, zero {لم تُحفظ هذه الرموز من قبل} one {حُفظت هذه الرموز من قبل في ملف واحد} two {حُفظت هذه الرموز من قبل في ملفين} few {حُفظت هذه الرموز من قبل في # ملفات} many {حُفظت هذه الرموز من قبل في # ملفًا} other {حُفظت هذه الرموز من قبل في # ملف}}.',
  'codesFile.confirm': 'حفظ',
  'codesFile.confirm.again': 'حفظ مرة أخرى',
  'codesFile.back': 'إلغاء',
  'codesFile.saved':
    '{count, plural, zero {لا بطاقات في الملف} one {بطاقة واحدة في الملف} two {بطاقتان في الملف} few {# بطاقات في الملف} many {# بطاقة في الملف} other {# بطاقة في الملف}}',
  'codesFile.password': 'كلمة مرور الملف',
  'codesFile.once': 'اكتب كلمة المرور الآن مع الشرطات، فلن تظهر مرة أخرى.',
  'codesFile.apart': 'أرسل الملف بطريقة، وكلمة المرور بطريقة أخرى.',
  'codesFile.name': 'الملف:',
  'codesFile.gone': 'أُخفيت كلمة المرور. احفظ الرموز مرة أخرى لتحصل على كلمة مرور جديدة.',
  'codesFile.done': 'تمت كتابتها',
  'codesFile.close': 'إغلاق',
  'codesFile.value': 'القيمة',
  'timeline.codesFileStarted': 'طُلب ملف بالرموز لشركة.',
  'timeline.codesFileFailed': 'لم يُحفظ الملف، ولم يطّلع أحد على كلمة مروره.',
  'timeline.codesFileSaved':
    '{times, plural, zero {حُفظت الرموز في ملف مشفّر} one {حُفظت الرموز في ملف مشفّر} two {حُفظت الرموز في ملف مشفّر ثانٍ} few {حُفظت الرموز في ملف مشفّر، وهو الملف رقم #} many {حُفظت الرموز في ملف مشفّر، وهو الملف رقم #} other {حُفظت الرموز في ملف مشفّر، وهو الملف رقم #}}.',
};
