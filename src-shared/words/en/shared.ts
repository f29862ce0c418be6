/** What screens and command line both say: what a permission is for, what a cause means, what to know of an order. */
export const shared = {
  'custody.unchecked': 'What could not be read',
  'custody.unchecked.wallets': 'The list of wallets',
  'custody.unchecked.tooMany': 'The list is very long. The next check goes on after what was read.',
  'custody.unchecked.again': 'Check again: it goes on where it stopped.',
  'custody.unchecked.risk':
    'What was not read was not compared. Another copy may have sold from there, and these records would not show it: cards may have been bought twice, and codes that open now may be with a customer already.',
  'permission.profile:read': 'Read who this counter sells for',
  'permission.wallets:read': 'See the wallets and their balances',
  'permission.catalogue:read': 'See the cards and their prices',
  'permission.orders:create': 'Buy cards',
  'permission.orders:read': 'Ask what became of an order',
  'permission.cards:read': 'List the cards that were bought, without their codes',
  'permission.cards:reveal': 'Show codes again where the first answer was lost',
  'permission.diagnostics:use': 'Ask what the service saw of a call',
  'cause.none.says': 'Nothing is wrong: the service accepts the calls of this counter.',
  'cause.none.next': 'Try again what was refused. If it is refused again, look for the cause again.',
  'cause.clock.says': 'The clock of this machine is wrong.',
  'cause.clock.next': 'Set the clock of this machine, or let it be set by the network.',
  'cause.no_key.says': 'This counter has no key that the service knows.',
  'cause.no_key.next': 'Enrol this counter, or go on with its enrolment.',
  'cause.key_elsewhere.says': 'The key of this counter is for another address than the one in the deployment file.',
  'cause.key_elsewhere.next':
    'Choose the deployment file that this counter was enrolled with, or enrol it with this one.',
  'cause.key_unreadable.says': 'The key of this counter cannot be opened any more.',
  'cause.key_unreadable.next': 'Open the counter with its recovery phrase, or enrol a new key.',
  'cause.key_over.says': 'The key of this counter has ended.',
  'cause.key_over.next': 'Ask the service’s staff for an invitation and enrol a new key.',
  'cause.key_awaiting.says': 'The key is not active yet, as far as can be seen.',
  'cause.key_awaiting.next': 'Ask the service’s staff to activate it; read the thumbprint to them.',
  'cause.key_not_accepted.says':
    'The service does not accept this key any more, though it did under the same settings.',
  'cause.key_not_accepted.next': 'Ask the service’s staff whether they suspended or replaced it.',
  'cause.unreachable.says': 'The service cannot be reached.',
  'cause.unreachable.next': 'Look at the network of the shop, then at the address in the deployment file.',
  'cause.no_answer.says': 'Calls go out and no whole answer comes back.',
  'cause.no_answer.next': 'Look at the network of the shop. If it is well, tell the service’s staff.',
  'cause.not_the_service.says':
    'Something else answers in place of the service, such as a sign-in page of the network or a gateway.',
  'cause.not_the_service.next':
    'Sign in to the network, compare the address in the deployment file, or take what stands between out of the way.',
  'cause.answer_changed.says': 'Answers are changed on their way to this counter.',
  'cause.answer_changed.next':
    'Ask who looks after the network whether a proxy or a virus scanner rewrites what passes.',
  'cause.body_changed.says':
    'Reads are accepted and calls with a body are not: most likely bodies are changed on their way.',
  'cause.body_changed.next': 'Ask who looks after the network whether a proxy rewrites what passes.',
  'cause.request_changed.says': 'Something on the way takes headers out of the calls of this counter.',
  'cause.request_changed.next':
    'Ask who looks after the network or the service’s gateway to let the headers named below pass.',
  'cause.profile.says': 'The deployment file does not say what the service goes by.',
  'cause.profile.next': 'Apply the change. Orders that were placed before keep the form they had.',
  'cause.service_key_unknown.says': 'The service signs with a key that the deployment file does not know.',
  'cause.service_key_unknown.next': 'Ask the service’s staff for their keys and compare the thumbprint with them.',
  'cause.address_unknown.says':
    'The signatures of the answers do not fit: the service sees another address than this counter, or a header of the answers was changed on the way.',
  'cause.address_unknown.next': 'Ask which host and path the service itself sees, and whether a proxy changes headers.',
  'cause.order_form.says': 'Reads are accepted and orders are not. Orders are never tried out.',
  'cause.order_form.next':
    'Ask the service which components it requires of an order and how it wants the Idempotency-Key.',
  'cause.reveal_form.says': 'Reads are accepted and reveals of codes are not. Reveals are never tried out.',
  'cause.reveal_form.next':
    'Ask the service which components it requires of a reveal, and which type and digest of a call without a body.',
  'cause.cursor_form.says': 'The first page of a list is accepted and the next one is not.',
  'cause.cursor_form.next':
    'Ask the service how it reads a cursor, or set its other form in the deployment file and read the list again.',
  'cause.answer_uncovered.says':
    'Some answers are believed and those to other calls are not: they do not cover what the deployment file asks of them.',
  'cause.answer_uncovered.next':
    'Ask the service what its answers to these calls cover and whether they can cover the rest. Ask less of answers to orders last of all.',
  'cause.form_unknown.says': 'The service refuses the signature in every form that was tried.',
  'cause.form_unknown.next': 'Ask whether the key is active and which forms the service expects. Show what was tried.',
  'cause.source_ip_not_allowed.says': 'The service does not allow this network.',
  'cause.source_ip_not_allowed.next': 'Use the network of the shop, or ask the service’s staff to allow this one.',
  'cause.permission_missing.says': 'The signature is accepted; a permission is missing.',
  'cause.permission_missing.next': 'Ask the service’s staff for it.',
  'cause.access_withdrawn.says': 'The signature is accepted; the account is closed to this counter.',
  'cause.access_withdrawn.next': 'Ask the manager or the service’s staff to open it.',
  'cause.service_busy.says':
    'The service, or the gateway in front of it, asks to be left alone for now or is in trouble itself.',
  'cause.service_busy.next': 'Wait a few minutes and look again.',
  'cause.invitation_refused.says': 'The service does not accept the invitation or its token.',
  'cause.invitation_refused.next': 'Compare both with what you were sent. If they agree, ask for a new invitation.',
  'cause.invitation_over.says':
    'The invitation is over: its time ran out, it was withdrawn, or another key was made with it.',
  'cause.invitation_over.next': 'Ask the service’s staff for a new invitation.',
  'cause.key_refused.says': 'The service does not take the key as it was submitted.',
  'cause.key_refused.next':
    'Ask the service what a submitted key must be, and correct the fields named here in the deployment file.',
  'cause.restart_awaited.says':
    'The invitation has a key, most likely this one, but its challenge was lost on the way.',
  'cause.restart_awaited.next': 'Ask the service’s staff to restart the enrolment, then go on with the same key.',
  'cause.proof_form.says': 'The service does not take the proof in any form that was tried.',
  'cause.proof_form.next':
    'Ask the service what the proof signs and how its body is written. The key and its challenge are kept.',
  'cause.thumbprint_differs.says': 'The service shows another thumbprint than that of this counter’s key.',
  'cause.thumbprint_differs.next': 'Do not let the key be activated. Ask the service’s staff which key they have.',
  'cause.base_path.says': 'The service does not know the address that this counter calls.',
  'cause.base_path.next': 'Compare the path of baseUrl in the deployment file with the service’s documentation.',
  'cause.word_needed.says':
    'The service refuses what this counter signed. To find out why, it must be sent in other forms with the key of this counter.',
  'cause.word_needed.next':
    'Some services lock a key after many refused calls. Ask the service’s staff first, or let the counter try.',
  'cause.locked_out.says':
    'The service speaks of a lock, or began to refuse in another way while other forms were tried: it may have locked the key.',
  'cause.locked_out.next': 'Try nothing more. Ask the service’s staff whether the key is locked.',
  'cause.stopped.says': 'The search was ended before it found anything.',
  'cause.stopped.next': 'Look again.',
  'story.staff.exhausted':
    'Tell the service’s staff now: they hold this order, could not learn its outcome, and it may have been bought. The counter goes on asking, slowly.',
  'timeline.why.refusal_not_bound':
    'The service refused, but its answer does not say that it is for this order. It proves that something was refused, not that nothing was bought. The counter goes on asking.',
  'timeline.why.not_found_not_bound':
    'The service says that it does not find the order, but that answer does not say which order it is about. It proves nothing.',
  'decision.resend.risk':
    'If the customer has left, the shop pays for cards that nobody takes. If the service has forgotten the number, it can buy a second time.',
  'order.codesNotHere': 'The cards are bought. Their codes did not come:',
  'vault.waysBack':
    'The file vault.json holds the key to all that is sealed in this folder. Put it back from a copy of the whole folder: the recovery phrase only opens that file, and backups of the journal do not hold it. Without a copy nobody can open the codes and the signing key here: keep this folder, enrol again in a new one, and ask the staff of the service about orders that are open. "orders" and "journal events" go on working.',
  'order.askedUntil': 'The service asks us to wait with this order until {time}.',
  'order.asksNext': 'The counter asks about it again at {time}.',
  'order.endsBy': 'It is decided by {time} at the latest, if the service answers.',
} as const;
