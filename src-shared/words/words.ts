import type { DoctorCause, Scope } from '../contract/codes.ts';
import { currencyWords } from './currency-words.ts';
import { diagnosisWords } from './diagnosis-words.ts';

type Sentence =
  | `timeline.why.${'refusal_not_bound' | 'not_found_not_bound'}`
  | 'decision.resend.risk'
  | 'story.staff.exhausted'
  | 'order.codesNotHere'
  | 'order.askedUntil'
  | 'order.asksNext'
  | 'order.endsBy'
  | 'vault.waysBack'
  // What a check of the records could not read, and what it risks to accept that.
  | `custody.unchecked${'' | '.wallets' | '.tooMany' | '.again' | '.risk'}`;
/**
 * What the screens and the command line both say, in both languages: what a permission is for, what a cause means, and
 * what must be said of an order.
 */
type Words = Readonly<Record<`permission.${Scope}` | `cause.${DoctorCause}.${'says' | 'next'}` | Sentence, string>>;

const en = {
  'custody.unchecked': 'What could not be read',
  'custody.unchecked.wallets': 'The list of wallets',
  'custody.unchecked.tooMany': 'The list is very long. The next check continues after what was read.',
  'custody.unchecked.again': 'Check again: it continues where it stopped.',
  'custody.unchecked.risk':
    'What was not read was not compared. Another copy may have sold from there, and this journal would not show it. Cards may have been bought twice, and a customer may already have codes that you can show now.',
  'permission.profile:read': 'Read who this counter sells for',
  'permission.wallets:read': 'See the wallets and their balances',
  'permission.catalogue:read': 'See the cards and their prices',
  'permission.orders:create': 'Buy cards',
  'permission.orders:read': 'Check an order',
  'permission.cards:read': 'List the cards that were bought, without their codes',
  'permission.cards:reveal': 'Show codes again where the first answer was lost',
  'permission.diagnostics:use': 'Ask what the service saw of an attempt',
  'cause.none.says': 'Nothing is wrong: the service accepts this counter.',
  'cause.none.next': 'Try again what was refused. If it is refused again, look for the cause again.',
  'cause.clock.says': 'This computer’s clock is wrong.',
  'cause.clock.next': 'Set this computer’s clock, or let the network set it.',
  'cause.no_key.says': 'This counter has no key that the service knows.',
  'cause.no_key.next': 'Set up this counter, or continue its setup.',
  'cause.key_elsewhere.says': 'The key of this counter is for another address than the one in the connection file.',
  'cause.key_elsewhere.next':
    'Choose the connection file that this counter was set up with, or set it up with this one.',
  'cause.key_unreadable.says': 'The key of this counter cannot be opened any more.',
  'cause.key_unreadable.next': 'Open the counter with its recovery phrase, or set up a new key.',
  'cause.key_over.says': 'The key of this counter has ended.',
  'cause.key_over.next': 'Ask the service’s support for an invitation and set up a new key.',
  'cause.key_awaiting.says': 'The key is not active yet, as far as can be seen.',
  'cause.key_awaiting.next': 'Ask the service’s support to activate it; read the key fingerprint to them.',
  'cause.key_not_accepted.says':
    'The service does not accept this key any more, though it did under the same settings.',
  'cause.key_not_accepted.next': 'Ask the service’s support whether they suspended or replaced it.',
  'cause.unreachable.says': 'The service cannot be reached.',
  'cause.unreachable.next': 'Check the shop’s network, then the address in the connection file.',
  'cause.no_answer.says': 'Attempts go out and no whole answer comes back.',
  'cause.no_answer.next': 'Check the shop’s network. If it works, tell the service’s support.',
  'cause.not_the_service.says':
    'Something else answers in place of the service, such as a sign-in page of the network or a gateway.',
  'cause.not_the_service.next':
    'Sign in to the network, check the address in the connection file, or remove what stands between.',
  'cause.answer_changed.says': 'Answers are changed on their way to this counter.',
  'cause.answer_changed.next':
    'Ask who looks after the network whether a proxy or a virus scanner rewrites what passes.',
  'cause.body_changed.says':
    'Reads are accepted and attempts with a body are not: most likely bodies are changed on their way.',
  'cause.body_changed.next': 'Ask who looks after the network whether a proxy rewrites what passes.',
  'cause.request_changed.says': 'Something on the way takes headers out of what this counter sends.',
  'cause.request_changed.next':
    'Ask who looks after the network or the service’s gateway to let the headers named below pass.',
  'cause.profile.says': 'The connection file does not match the service.',
  'cause.profile.next': 'Apply the change. Earlier orders keep the form they had.',
  'cause.service_key_unknown.says': 'The service signs with a key that the connection file does not name.',
  'cause.service_key_unknown.next':
    'Ask the service’s support for their keys and compare the key fingerprint with them.',
  'cause.address_unknown.says':
    'The signatures of the answers do not fit: the service sees another address than this counter, or a header of the answers was changed on the way.',
  'cause.address_unknown.next': 'Ask which host and path the service itself sees, and whether a proxy changes headers.',
  'cause.order_form.says': 'Reads are accepted and orders are not. The counter never tries out orders.',
  'cause.order_form.next':
    'Ask the service which components it requires of an order and how it wants the Idempotency-Key.',
  'cause.reveal_form.says': 'Reads are accepted and showing codes is not. The counter never tries that out.',
  'cause.reveal_form.next':
    'Ask the service which components it requires to show codes, and which type and digest without a body.',
  'cause.cursor_form.says': 'The first page of a list is accepted and the next one is not.',
  'cause.cursor_form.next':
    'Ask the service how it reads a cursor, or set its other form in the connection file and read the list again.',
  'cause.answer_uncovered.says':
    'Some answers can be verified and others cannot: they do not cover what the connection file asks of them.',
  'cause.answer_uncovered.next':
    'Ask the service what these answers cover and whether they can cover the rest. Ask less of answers to orders last of all.',
  'cause.form_unknown.says': 'The service refuses the signature in every form that was tried.',
  'cause.form_unknown.next': 'Ask whether the key is active and which forms the service expects. Show what was tried.',
  'cause.source_ip_not_allowed.says': 'The service does not allow this network.',
  'cause.source_ip_not_allowed.next': 'Use the shop’s network, or ask the service’s support to allow this one.',
  'cause.permission_missing.says': 'The signature is accepted; a permission is missing.',
  'cause.permission_missing.next': 'Ask the service’s support for it.',
  'cause.access_withdrawn.says': 'The signature is accepted; the account is closed to this counter.',
  'cause.access_withdrawn.next': 'Ask the manager or the service’s support to open it.',
  'cause.service_busy.says': 'The service is busy or has a problem.',
  'cause.service_busy.next': 'Wait a few minutes and check again.',
  'cause.invitation_refused.says': 'The service does not accept the invitation or its setup code.',
  'cause.invitation_refused.next': 'Compare both with what you were sent. If they agree, ask for a new invitation.',
  'cause.invitation_over.says':
    'The invitation has ended: its time ran out, it was withdrawn, or another key was made with it.',
  'cause.invitation_over.next': 'Ask the service’s support for a new invitation.',
  'cause.key_refused.says': 'The service does not accept the key as it was sent.',
  'cause.key_refused.next':
    'Ask the service what a key must be, and correct the fields named here in the connection file.',
  'cause.restart_awaited.says':
    'The invitation has a key, most likely this one, but its challenge was lost on the way.',
  'cause.restart_awaited.next': 'Ask the service’s support to restart the setup, then continue with the same key.',
  'cause.proof_form.says': 'The service does not accept the proof in any form that was tried.',
  'cause.proof_form.next':
    'Ask the service what the proof signs and how its body is written. The key and its challenge are kept.',
  'cause.thumbprint_differs.says': 'The service shows another key fingerprint than that of this counter’s key.',
  'cause.thumbprint_differs.next': 'Do not let the key be activated. Ask the service’s support which key they have.',
  'cause.base_path.says': 'The service does not know the address that this counter uses.',
  'cause.base_path.next': 'Compare the path of baseUrl in the connection file with the service’s documentation.',
  'cause.word_needed.says':
    'The service refuses what this counter signed. To find out why, the counter must send it in other forms with its key.',
  'cause.word_needed.next':
    'Some services lock a key after many refused attempts. Ask the service’s support first, or let the counter try.',
  'cause.locked_out.says':
    'The service speaks of a lock, or began to refuse in another way while other forms were tried: it may have locked the key.',
  'cause.locked_out.next': 'Try nothing more. Ask the service’s support whether the key is locked.',
  'cause.stopped.says': 'The search was ended before it found anything.',
  'cause.stopped.next': 'Search again.',
  'story.staff.exhausted':
    'Tell the service’s support now: the service has this order and could not find its result. It may have been bought. The counter keeps checking, slowly.',
  'timeline.why.refusal_not_bound':
    'The service refused, but its answer does not say that it is for this order. So the order may have been bought. The counter keeps checking.',
  'timeline.why.not_found_not_bound':
    'The service says that it does not find the order, but that answer does not say which order it is about. It is not enough.',
  'decision.resend.risk':
    'If the customer has left, the shop pays for cards that nobody takes. If the service has forgotten the number, it can buy a second time.',
  'order.codesNotHere': 'The cards are bought. Their codes did not come:',
  'vault.waysBack':
    'The file vault.json holds the key to everything saved (encrypted) in this folder. Copy it back from a copy of the whole folder. The recovery phrase only opens that file, and backups of the journal do not hold it. Without a copy nobody can read the codes and the signing key here: keep this folder, set up the counter in a new one, and ask the service’s support about open orders. "orders" and "journal events" still work.',
  'order.askedUntil': 'The service asks us to wait with this order until {time}.',
  'order.asksNext': 'The counter checks it again at {time}.',
  'order.endsBy': 'The result is known by {time} at the latest, if the service answers.',
} as const satisfies Words;

const ar: Words = {
  'custody.unchecked': 'ما تعذّرت قراءته',
  'custody.unchecked.wallets': 'قائمة المحافظ',
  'custody.unchecked.tooMany': 'القائمة طويلة جدًا. تُكمل المراجعة التالية بعد ما قُرئ.',
  'custody.unchecked.again': 'أعد المراجعة: تُكمل من حيث توقفت.',
  'custody.unchecked.risk':
    'ما لم يُقرأ لم يُقارَن. ربما باعت منه نسخة أخرى ولا يظهر ذلك في هذا السجل. فقد تكون بطاقات تم شراؤها مرتين، وقد تكون رموز يمكنك إظهارها الآن لدى زبون من قبل.',
  'permission.profile:read': 'معرفة الجهة التي تبيع نقطة البيع لحسابها',
  'permission.wallets:read': 'رؤية المحافظ وأرصدتها',
  'permission.catalogue:read': 'رؤية البطاقات وأسعارها',
  'permission.orders:create': 'شراء البطاقات',
  'permission.orders:read': 'الاستعلام عن طلب',
  'permission.cards:read': 'سرد البطاقات المشتراة من دون رموزها',
  'permission.cards:reveal': 'إظهار الرموز من جديد إذا ضاع الرد الأول',
  'permission.diagnostics:use': 'معرفة ما رأته الخدمة من محاولة',
  'cause.none.says': 'لا خلل: تقبل الخدمة نقطة البيع.',
  'cause.none.next': 'أعد محاولة ما رُفض. وإن رُفض ثانية فابحث عن السبب من جديد.',
  'cause.clock.says': 'ساعة هذا الجهاز غير صحيحة.',
  'cause.clock.next': 'اضبط ساعة هذا الجهاز، أو اجعل الشبكة تضبطها.',
  'cause.no_key.says': 'ليس لنقطة البيع مفتاح تعرفه الخدمة.',
  'cause.no_key.next': 'سجّل نقطة البيع، أو تابع تسجيلها.',
  'cause.key_elsewhere.says': 'مفتاح نقطة البيع لعنوان غير العنوان الوارد في ملف الربط.',
  'cause.key_elsewhere.next': 'اختر ملف الربط الذي سُجّلت به نقطة البيع، أو سجّلها بهذا الملف.',
  'cause.key_unreadable.says': 'لم يعد ممكنًا فتح مفتاح نقطة البيع.',
  'cause.key_unreadable.next': 'افتح نقطة البيع بعبارة الاسترداد، أو سجّل مفتاحًا جديدًا.',
  'cause.key_over.says': 'انتهت مدة مفتاح نقطة البيع.',
  'cause.key_over.next': 'اطلب من دعم الخدمة دعوة وسجّل مفتاحًا جديدًا.',
  'cause.key_awaiting.says': 'لم يُفعَّل المفتاح بعد، بحسب ما يظهر.',
  'cause.key_awaiting.next': 'اطلب من دعم الخدمة تفعيله، واقرأ عليه بصمة المفتاح.',
  'cause.key_not_accepted.says': 'لم تعد الخدمة تقبل هذا المفتاح، مع أنها قبلته بالإعدادات نفسها.',
  'cause.key_not_accepted.next': 'اسأل دعم الخدمة هل أوقفه أو استبدله.',
  'cause.unreachable.says': 'يتعذر الوصول إلى الخدمة.',
  'cause.unreachable.next': 'افحص شبكة المحل، ثم العنوان الوارد في ملف الربط.',
  'cause.no_answer.says': 'تخرج المحاولات ولا يعود رد كامل.',
  'cause.no_answer.next': 'افحص شبكة المحل. وإن كانت سليمة فأبلغ دعم الخدمة.',
  'cause.not_the_service.says': 'يرد شيء آخر مكان الخدمة، مثل صفحة دخول الشبكة أو بوابة.',
  'cause.not_the_service.next': 'سجّل الدخول إلى الشبكة، أو راجع العنوان في ملف الربط، أو أزل ما يعترض الطريق.',
  'cause.answer_changed.says': 'تتغير الردود في طريقها إلى نقطة البيع.',
  'cause.answer_changed.next': 'اسأل المسؤول عن الشبكة هل يعيد وسيط أو مضاد فيروسات كتابة ما يمر.',
  'cause.body_changed.says': 'تُقبل القراءات ولا تُقبل المحاولات ذات المحتوى: الأرجح أن المحتوى يتغير في الطريق.',
  'cause.body_changed.next': 'اسأل المسؤول عن الشبكة هل يعيد وسيط كتابة ما يمر.',
  'cause.request_changed.says': 'شيء ما في الطريق يحذف ترويسات مما ترسله نقطة البيع.',
  'cause.request_changed.next': 'اطلب من المسؤول عن الشبكة أو عن بوابة الخدمة أن يسمح بمرور الترويسات المذكورة أدناه.',
  'cause.profile.says': 'ملف الربط لا يطابق إعدادات الخدمة.',
  'cause.profile.next': 'طبّق التغيير. وتبقى الطلبات السابقة على الصيغة التي كانت لها.',
  'cause.service_key_unknown.says': 'توقّع الخدمة بمفتاح لا يعرفه ملف الربط.',
  'cause.service_key_unknown.next': 'اطلب من دعم الخدمة مفاتيح الخدمة وقارن معه بصمة المفتاح.',
  'cause.address_unknown.says':
    'لا توافق تواقيع الردود محتواها: ترى الخدمة عنوانًا غير الذي تراه نقطة البيع، أو تغيّرت ترويسة في الردود على الطريق.',
  'cause.address_unknown.next': 'اسأل أي مضيف ومسار تراهما الخدمة نفسها، وهل يغيّر وسيط الترويسات.',
  'cause.order_form.says': 'تُقبل القراءات ولا تُقبل الطلبات. ولا تجرّب نقطة البيع الطلبات أبدًا.',
  'cause.order_form.next': 'اسأل الخدمة أي مكوّنات تشترط في الطلب وكيف تريد Idempotency-Key.',
  'cause.reveal_form.says': 'تُقبل القراءات ولا يُقبل إظهار الرموز. ولا تجرّبه نقطة البيع أبدًا.',
  'cause.reveal_form.next': 'اسأل الخدمة أي مكوّنات تشترط لإظهار الرموز، وأي نوع وخلاصة محتوى حين لا محتوى.',
  'cause.cursor_form.says': 'تُقبل الصفحة الأولى من القائمة ولا تُقبل التالية.',
  'cause.cursor_form.next': 'اسأل الخدمة كيف تقرأ مؤشر الصفحة، أو اختر صيغته الأخرى في ملف الربط واقرأ القائمة من جديد.',
  'cause.answer_uncovered.says': 'يمكن التحقق من بعض الردود دون غيرها: فهي لا تشمل ما يطلبه ملف الربط منها.',
  'cause.answer_uncovered.next':
    'اسأل الخدمة ماذا تشمل هذه الردود وهل يمكن أن تشمل الباقي. واجعل تخفيف شروط ردود الطلبات آخر ما تلجأ إليه.',
  'cause.form_unknown.says': 'ترفض الخدمة التوقيع في كل صيغة جُرّبت.',
  'cause.form_unknown.next': 'اسأل هل المفتاح مفعّل وأي الصيغ تتوقع الخدمة. واعرض ما جُرّب.',
  'cause.source_ip_not_allowed.says': 'لا تسمح الخدمة بهذه الشبكة.',
  'cause.source_ip_not_allowed.next': 'استخدم شبكة المحل، أو اطلب من دعم الخدمة السماح بهذه.',
  'cause.permission_missing.says': 'التوقيع مقبول، وتنقص صلاحية.',
  'cause.permission_missing.next': 'اطلبها من دعم الخدمة.',
  'cause.access_withdrawn.says': 'التوقيع مقبول، والحساب مغلق أمام نقطة البيع.',
  'cause.access_withdrawn.next': 'اطلب من المدير أو دعم الخدمة فتحه.',
  'cause.service_busy.says': 'الخدمة مشغولة أو فيها خلل.',
  'cause.service_busy.next': 'انتظر بضع دقائق ثم أعد الفحص.',
  'cause.invitation_refused.says': 'لا تقبل الخدمة الدعوة أو رمز التسجيل.',
  'cause.invitation_refused.next': 'قارنهما بما أُرسل إليك. إن تطابقا فاطلب دعوة جديدة.',
  'cause.invitation_over.says': 'انتهت الدعوة: انقضت مدتها أو سُحبت أو أُنشئ بها مفتاح آخر.',
  'cause.invitation_over.next': 'اطلب من دعم الخدمة دعوة جديدة.',
  'cause.key_refused.says': 'لا تقبل الخدمة المفتاح كما قُدّم.',
  'cause.key_refused.next': 'اسأل الخدمة عن شروط المفتاح المقدَّم، وصحّح في ملف الربط الحقول المذكورة هنا.',
  'cause.restart_awaited.says': 'للدعوة مفتاح، وهو هذا على الأرجح، لكن تحدّيه ضاع في الطريق.',
  'cause.restart_awaited.next': 'اطلب من دعم الخدمة إعادة بدء التسجيل، ثم تابع بالمفتاح نفسه.',
  'cause.proof_form.says': 'لا تقبل الخدمة الإثبات بأي صيغة جُرّبت.',
  'cause.proof_form.next': 'اسأل الخدمة عما يوقّعه الإثبات وكيف يُكتب. المفتاح وتحدّيه محفوظان.',
  'cause.thumbprint_differs.says': 'تعرض الخدمة بصمة مفتاح غير بصمة مفتاح نقطة البيع.',
  'cause.thumbprint_differs.next': 'لا تدع المفتاح يُفعَّل. اسأل دعم الخدمة أي مفتاح لديه.',
  'cause.base_path.says': 'لا تعرف الخدمة العنوان الذي تستخدمه نقطة البيع.',
  'cause.base_path.next': 'قارن مسار baseUrl في ملف الربط بوثائق الخدمة.',
  'cause.word_needed.says': 'ترفض الخدمة ما وقّعته نقطة البيع. لمعرفة السبب يجب إرساله بصيغ أخرى بمفتاحها.',
  'cause.word_needed.next': 'تقفل بعض الخدمات المفتاح بعد محاولات مرفوضة كثيرة. اسأل دعم الخدمة أولًا، أو اسمح بالتجربة.',
  'cause.locked_out.says': 'تتحدث الخدمة عن قفل، أو بدأت ترفض بطريقة مختلفة أثناء تجربة صيغ أخرى: ربما أقفلت المفتاح.',
  'cause.locked_out.next': 'لا تجرّب شيئًا آخر. اسأل دعم الخدمة هل المفتاح مقفل.',
  'cause.stopped.says': 'توقف البحث قبل أن يجد شيئًا.',
  'cause.stopped.next': 'ابحث من جديد.',
  'story.staff.exhausted':
    'أبلغ دعم الخدمة الآن: هذا الطلب لدى الخدمة ولم تتمكن من معرفة نتيجته. ربما تم شراؤه. وتواصل نقطة البيع التحقق على مهل.',
  'timeline.why.refusal_not_bound':
    'رفضت الخدمة، لكن ردها لا يقول إنه لهذا الطلب. فربما تم شراؤه. وتواصل نقطة البيع التحقق.',
  'timeline.why.not_found_not_bound': 'تقول الخدمة إنها لا تجد الطلب، لكن ردها لا يقول عن أي طلب هو. وهذا لا يكفي.',
  'decision.resend.risk':
    'إذا كان الزبون قد غادر فسيدفع المحل ثمن بطاقات لا يأخذها أحد. وإذا كانت الخدمة قد نسيت الرقم فقد تشتريه مرة ثانية.',
  'order.codesNotHere': 'تم شراء البطاقات، ولم تصل رموزها:',
  'vault.waysBack':
    'في الملف vault.json مفتاح كل ما هو محفوظ (مشفّر) في هذا المجلد. انقله إلى مكانه من نسخة من المجلد كله: فعبارة الاسترداد لا تفعل إلا فتح ذلك الملف، وليس هو في النسخ الاحتياطية للسجل. وبلا نسخة لا يستطيع أحد فتح الرموز ومفتاح التوقيع هنا: احتفظ بهذا المجلد، وسجّل من جديد في مجلد آخر، واسأل دعم الخدمة عن الطلبات المفتوحة. وما زال "orders" و"journal events" يعملان.',
  'order.askedUntil': 'طلبت الخدمة أن ننتظر بهذا الطلب حتى {time}.',
  'order.asksNext': 'تتحقق نقطة البيع منه من جديد الساعة {time}.',
  'order.endsBy': 'تُعرف النتيجة قبل {time} على أبعد تقدير، إذا ردت الخدمة.',
};

export const words = {
  en: { ...en, ...currencyWords.en, ...diagnosisWords.en },
  ar: { ...ar, ...currencyWords.ar, ...diagnosisWords.ar },
} as const;

/** A text with its values; the same braces as in the screens. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}

/** How far this machine's clock is off; `seconds` is positive where it is behind. */
export function clockWords(seconds: number, language: 'ar' | 'en'): string {
  if (Math.abs(seconds) < 2) return words[language]['clock.right'];
  return filled(words[language][seconds > 0 ? 'clock.behind' : 'clock.ahead'], {
    amount: durationWords(seconds, language),
  });
}

/** Less than this troubles nobody: a service tolerates about as much. */
export const noticeableSeconds = 60;

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in the two greatest units it has, such as `5 hours, 12 minutes`. */
export function durationWords(seconds: number, language: 'ar' | 'en'): string {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 && parts.length < 2)
      parts.push(
        new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
      );
  }
  return new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(parts);
}
