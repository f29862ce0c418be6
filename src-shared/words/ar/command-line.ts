import type { commandLine as english } from '../en/command-line.ts';

export const commandLine: Record<keyof typeof english, string> = {
  'browser.open': 'تعمل نقطة بيع للتدريب في المتصفح، بخدمة خاصة بها وبلا بطاقات حقيقية. افتح هذا العنوان مرة واحدة:',
  'browser.again': 'لفتحها في متصفح آخر، أو إذا استُخدم العنوان، أوقفها بالضغط على Ctrl+C ثم شغّلها من جديد.',
  'cli.passphrase': 'تُؤخذ عبارة مرور مجلد البيانات من COUNTERFOIL_PASSPHRASE.',
  'cli.person':
    'حيث يعمل أشخاص برموز سرية، تأخذ الأوامر التي تبيع أو تغيّر شيئًا --as NAME، والرمز السري من الطرفية أو من --pin-file F. وحيث يحتاج الكاشير إلى مدير: --approved-by NAME مع --approved-pin-file F.',
  'cli.pin': 'الرمز السري لـ{name}: ',
  'cli.newPin': 'الرمز السري الجديد لـ{name}: ',
  'cli.serial': 'الرقم التسلسلي: ',
  'cli.phrase': 'عبارة الاسترداد: ',
  'cli.yes': 'نعم',
  'cli.no': 'لا',
  'cli.none': '(لا شيء)',
  'cli.more': 'المزيد: --cursor {cursor}',
  'cli.codes.hidden': 'مخفية؛ تظهر مع --reveal',
  'cli.codesFile.password': 'كلمة مرور الملف مع الشرطات. لن تظهر مرة أخرى:',
  'cli.codes.notHere': 'ليست هنا',
  'cli.operation': 'العملية {operationId}',
  'cli.ending': 'جارٍ الإنهاء بعد اكتمال ما بدأ؛ والإشارة نفسها مرة أخرى تُنهيه فورًا',
  'cli.staysOpen': 'العملية {operationId} غير مكتملة وربما تم شراؤها؛ للمتابعة: counter resume {operationId}',
  'cli.profile.warning': 'ملف الربط: تنبيه: {fault}',
  'cli.profile.fault': 'ملف الربط: {fault}',
  'cli.profile.file': 'الملف',
  'cli.profile.unsigned': 'الملف المكتوب غير موقّع. اطلب من دعم الخدمة توقيعه.',
  'cli.readOnly': 'لا يمكن الكتابة في هذا المجلد. تُقرأ نسخة منه، ولا يتغير شيء.',
  'cli.leftOut':
    'لا يمكن قراءة {member} فحُذف من القائمة: {count, plural, zero {لا شيء} one {بند واحد} two {بندان} few {# بنود} many {# بندًا} other {# بند}}',
  'cli.thumbprint': 'بصمة المفتاح التي تُقرأ على دعم الخدمة: {thumbprint}',
  'cli.key.over': 'ربما انتهى المفتاح في {time}: سجّل مفتاحًا آخر',
  'cli.key.ends':
    'قد ينتهي المفتاح بعد {days, plural, zero {أقل من يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، في {time}: سجّل المفتاح الذي يحل محله',
  'cli.restored':
    'تمت الاستعادة. لا يمكن البيع قبل أن يراجع الأمر "reconcile" البطاقات المشتراة؛ والطلبات غير المكتملة يتم التحقق منها ولا تُرسل مرة أخرى.',
  'cli.restored.earlier':
    '{count, plural, zero {لا نسخة احتياطية تالفة} one {نسخة احتياطية واحدة تالفة أو ناقصة} two {نسختان احتياطيتان تالفتان أو ناقصتان} few {# نسخ احتياطية تالفة أو ناقصة} many {# نسخة احتياطية تالفة أو ناقصة} other {# نسخة احتياطية تالفة أو ناقصة}}. تمت استعادة النسخة التي بتاريخ {time}، وما بِيع بعدها ناقص.',
  'cli.purge.elsewhere': 'كل سجل وُضع جانبًا، وكل نسخة احتياطية خارج المجلد، ما زالت فيه المفاتيح التي أُتلفت هنا.',
  'cli.salvage.way': 'ينقل الأمر "journal salvage" ما لم يتلف إلى سجل جديد، ويذكر الناقص، ويحفظ السجل التالف جانبًا.',
  'cli.salvage.nothingLost': 'لم يُفقد شيء. حُفظ السجل التالف جانبًا.',
  'cli.salvaged':
    'تم الإنقاذ. لا يمكن البيع قبل أن يراجع الأمر "reconcile" البطاقات المشتراة؛ والطلبات غير المكتملة يتم التحقق منها ولا تُرسل مرة أخرى، ويقرأ "reconcile" الطلبات الناقصة.',
  'cli.restore.way':
    'آخر نسخة احتياطية بتاريخ {time}؛ يستعيدها الأمر "journal restore latest" ويحفظ السجل التالف جانبًا.',
  'cli.verify.codesUnchecked': 'لم يُتحقق هل تُفتح الرموز هنا: يلزم لذلك عبارة المرور.',
  'cli.verify.codesClosed': 'بعض الرموز لا يمكن فتحها هنا؛ يطلبها من الخدمة "resume OP --reveal" و"reveal".',
  'cli.verify.signaturesUnchecked': 'لم يُتحقق من تواقيع الخدمة لهذا السجل: يلزم لذلك --deployment وعبارة المرور.',
};
