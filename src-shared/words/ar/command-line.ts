import type { commandLine as english } from '../en/command-line.ts';

export const commandLine: Record<keyof typeof english, string> = {
  'browser.open': 'تعمل نقطة بيع للتدريب في المتصفح، بخدمة خاصة بها وبلا بطاقات حقيقية. افتح هذا العنوان مرة واحدة:',
  'browser.again': 'لفتحها في متصفح آخر، أو إذا استُخدم العنوان، أوقفها بالضغط على Ctrl+C ثم شغّلها من جديد.',
  'cli.usage': 'طريقة الكتابة: {usage}',
  'cli.passphrase': 'تُؤخذ عبارة مرور مجلد البيانات من COUNTERFOIL_PASSPHRASE.',
  'cli.person':
    'حيث يعمل أشخاص برموز سرية، تأخذ الأوامر التي تبيع أو تغيّر شيئًا --as NAME، والرمز السري من الطرفية أو من --pin-file F. وحيث يحتاج الكاشير إلى مدير: --approved-by NAME مع --approved-pin-file F.',
  'cli.pin': 'رمز {name} السري: ',
  'cli.newPin': 'رمز {name} السري الجديد: ',
  'cli.newPinAgain': 'رمز {name} السري الجديد مرة أخرى: ',
  'cli.newPinDiffers': 'الرمزان السريان مختلفان. اكتبهما من جديد.',
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
  'cli.outputLost': 'تعذّرت كتابة النتيجة هنا: {code}',
  'cli.ending': 'جارٍ الإنهاء بعد اكتمال ما بدأ؛ والإشارة نفسها مرة أخرى تُنهيه فورًا',
  'cli.staysOpen': 'العملية {operationId} غير مكتملة وربما تم شراؤها؛ للمتابعة: counter resume {operationId}',
  'cli.next.deployment': 'حدّد ملف الربط بالخيار --deployment FILE.',
  'cli.next.passphrase': 'ضع عبارة مرور هذا المجلد في COUNTERFOIL_PASSPHRASE، ثم شغّل الأمر من جديد.',
  'cli.next.passphraseWrong':
    'ضع عبارة المرور الصحيحة في COUNTERFOIL_PASSPHRASE. إن ضاعت فالأمر "recover --phrase-file F" يفتح المجلد بعبارة الاسترداد.',
  'cli.next.phraseWrong': 'قارن العبارة التي في الملف بالمكتوبة على الورق: فهي لهذا المجلد وحده.',
  'cli.next.enrol': 'ليس لنقطة البيع مفتاح بعد. للحصول عليه: "enrol --invitation ID --token-file F".',
  'cli.next.person': 'اذكر من أنت بالخيار --as NAME. يعرض "staff list" الأسماء.',
  'cli.next.personUnknown':
    'يعرض "staff list" الأسماء. إن لم يعرض أحدًا فاحذف --as و --approved-by، فلا أحد هنا له رمز سري.',
  'cli.next.approval': 'يلزم أن يوافق مدير: --approved-by NAME مع رمزه السري.',
  'cli.next.inUse': 'يستخدم برنامج آخر هذا المجلد. أغلق نقطة البيع أو انتظر انتهاء الأمر الآخر.',
  'cli.next.reconcile': 'يقارن "reconcile" السجل بالخدمة، وبعده يمكن البيع من جديد.',
  'cli.next.again': 'أُوقف الأمر. لم يُرسل شيء ولم يتغيّر شيء. شغّله من جديد.',
  'cli.profile.warning': 'ملف الربط: تنبيه: {fault}',
  'cli.profile.fault': 'ملف الربط: {fault}',
  'cli.profile.file': 'الملف',
  'cli.profile.unsigned': 'الملف المكتوب غير موقّع. اطلب من دعم الخدمة توقيعه.',
  'cli.readOnly': 'لا يمكن الكتابة في هذا المجلد. تُقرأ نسخة منه، ولا يتغير شيء.',
  'cli.shelf.old': 'لم يُحدَّث، وهو كما كان في {time}: {id}',
  'cli.shelf.missing': 'ناقص لأن الخدمة لم ترسله: {id}',
  'cli.leftOut':
    'لا يمكن قراءة {member} فحُذف من القائمة: {count, plural, zero {لا شيء} one {بند واحد} two {بندان} few {# بنود} many {# بندًا} other {# بند}}',
  'cli.thumbprint': 'بصمة المفتاح التي تُقرأ على دعم الخدمة: {thumbprint}',
  'cli.key.over': 'ربما انتهى المفتاح في {time}: سجّل مفتاحًا آخر',
  'cli.key.ends':
    'قد ينتهي المفتاح بعد {days, plural, zero {أقل من يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، في {time}: سجّل المفتاح الذي يحل محله',
  'cli.backups.restore':
    'يستعيد الأمر "journal restore DAY" واحدة من هذه النسخ بيومها أو وقتها كما يظهر هنا. "missing" هو ما في السجل وليس في النسخة.',
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
  'cli.find.closed': 'لم يُبحث عن أي طلب بمرجعه: المراجع محفوظة (مشفّرة)، ويلزم لذلك عبارة المرور.',
  'cli.orders.closed':
    '{count, plural, zero {كل المراجع معروفة هنا} one {مرجع طلب واحد غير معروف هنا} two {مرجعا طلبين غير معروفين هنا} few {مراجع # طلبات غير معروفة هنا} many {مراجع # طلبًا غير معروفة هنا} other {مراجع # طلب غير معروفة هنا}}: المراجع محفوظة (مشفّرة)، وعبارة المرور غير موجودة أو لا تفتحها.',
  'cli.verify.before': 'تم التحقق من القيود حتى {seq} في {time}، ولا تُقرأ مرة أخرى.',
  'cli.verify.chain': 'سلسلة القيود: {percent}%',
  'cli.verify.projection': 'الطلبات وقيودها: {percent}%',
  'cli.verify.texts': 'البيانات المحفوظة للطلبات: {percent}%',
  'cli.verify.countersignatures': 'تواقيع الخدمة: {percent}%',
  'cli.verify.stopped': 'توقف التحقق. يكمل من هنا "journal verify --since-last".',
  'cli.verify.codesUnchecked': 'لم يُتحقق هل تُفتح الرموز هنا: يلزم لذلك عبارة المرور.',
  'cli.verify.textsUnchecked':
    '{count, plural, zero {لم تُقارن البيانات المحفوظة لأي طلب بالسجل} one {لم تُقارن البيانات المحفوظة لطلب واحد بالسجل} two {لم تُقارن البيانات المحفوظة لطلبين بالسجل} few {لم تُقارن البيانات المحفوظة لـ # طلبات بالسجل} many {لم تُقارن البيانات المحفوظة لـ # طلبًا بالسجل} other {لم تُقارن البيانات المحفوظة لـ # طلب بالسجل}}: يلزم لذلك عبارة المرور والمفاتيح.',
  'cli.verify.codesClosed': 'بعض الرموز لا يمكن فتحها هنا؛ يطلبها من الخدمة "resume OP --reveal" و"reveal".',
  'cli.verify.signaturesUnchecked': 'لم يُتحقق من تواقيع الخدمة لهذا السجل: يلزم لذلك --deployment وعبارة المرور.',
};
