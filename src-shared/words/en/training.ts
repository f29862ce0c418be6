/** The way into training, and its four lessons: what is to be seen at each step, and what to do. */
export const training = {
  'train.title': 'Training',
  'train.says':
    'Practise on this machine with play money and four lessons. The real counter is closed meanwhile: it sells nothing and asks the service nothing until you leave the training or start the counter again.',
  'train.notNow': 'Not while something is in the tray below: nobody would see to it during a training.',

  'lesson.lessons': 'Lessons',
  'lesson.step': 'step {step} of {of}',
  'lesson.finished': 'done',
  'lesson.leave': 'Leave the lesson',
  'lesson.close': 'Close',
  'lesson.next': 'Next: {title}',

  'lesson.normal.title': '1 A normal sale',
  'lesson.normal.choose': 'Choose any card: type its name, or touch it.',
  'lesson.normal.buy': 'The total is exact. Set how many, then press Buy once.',
  'lesson.normal.codes': 'Bought. The codes are covered: reveal them, copy them or print them.',
  'lesson.normal.handOver': 'The customer has the codes? Press “Customer has them”.',
  'lesson.normal.learned': 'That is a sale: choose, buy once, hand the codes over.',

  'lesson.slow.title': '2 A slow sale',
  'lesson.slow.buy': 'Choose a card and buy it. This time the service takes its time.',
  'lesson.slow.next': 'It says “In progress”: the service has it, so do not sell it again. Press “Next customer”.',
  'lesson.slow.tray':
    'The sale waits in the tray below while you serve others. When it says “Codes to hand over”, press it and reveal them.',
  'lesson.slow.handOver': 'Hand the codes over and press “Customer has them”.',
  'lesson.slow.learned': 'A slow sale stays in the tray until it is settled, and nobody has to wait behind it.',

  'lesson.lost.title': '3 A lost answer',
  'lesson.lost.buy': 'Choose a card and buy it. The order gets through, and its answer is lost on the way.',
  'lesson.lost.checking':
    'It says “Checking”: it may be bought. Do not sell it again; the counter sends the same order until it knows.',
  'lesson.lost.codes':
    'It was bought, once. Its codes were in the lost answer: open them and press Reveal, and the service shows them again.',
  'lesson.lost.handOver': 'Hand the codes over and press “Customer has them”.',
  'lesson.lost.learned': 'After a lost answer the counter finds out by itself. The same order is never bought twice.',

  'lesson.refused.title': '4 A refused sale',
  'lesson.refused.buy': 'Choose a card and buy it. This time the service says no.',
  'lesson.refused.read': 'Wait for the answer.',
  'lesson.refused.again':
    'It says “Refused”, why, and what to do. Nothing was bought. Read it to the customer, then press “New sale”.',
  'lesson.refused.learned': 'A refusal is the end of that sale: nothing was bought, and you may sell something else.',
} as const;
