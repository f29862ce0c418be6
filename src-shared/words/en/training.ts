/** The way into training, and its four lessons: what is to be seen at each step, and what to do. */
export const training = {
  'train.title': 'Training',
  'train.says':
    'Practise on this computer with play money and four lessons. The real counter is closed meanwhile: it sells nothing and checks nothing until you leave the training or start the counter again.',
  'train.silent':
    'The service does not answer. The training begins when it answers, or when the counter stops waiting.',
  'train.notNow': 'Finish the sales below first: nobody follows them during training.',

  'lesson.lessons': 'Lessons',
  'lesson.step': 'step {step} of {of}',
  'lesson.finished': 'done',
  'lesson.leave': 'Leave the lesson',
  'lesson.close': 'Close',
  'lesson.next': 'Next: {title}',

  'lesson.normal.title': 'Lesson 1: a normal sale',
  'lesson.normal.choose': 'Choose any card: type its name, or touch it.',
  'lesson.normal.buy': 'The total is exact. Set how many, then press “Buy” once.',
  'lesson.normal.codes': 'Bought. The codes are hidden: show them, copy them or print them.',
  'lesson.normal.handOver': 'The customer has the codes? Press “Hand over”.',
  'lesson.normal.learned': 'That is a sale: choose, buy once, hand over the codes.',

  'lesson.slow.title': 'Lesson 2: a slow sale',
  'lesson.slow.buy': 'Choose a card and buy it. This time the service takes its time.',
  'lesson.slow.next': 'It says “In progress”: the service has it, so do not sell it again. Press “Next customer”.',
  'lesson.slow.tray':
    'The sale waits below while you serve others. When it says “Codes to hand over”, press it and show them.',
  'lesson.slow.handOver': 'Give the customer the codes and press “Hand over”.',
  'lesson.slow.learned':
    'A slow sale stays in “Unfinished sales” until it is finished, and the next customer does not wait.',

  'lesson.lost.title': 'Lesson 3: a lost answer',
  'lesson.lost.buy': 'Choose a card and buy it. The order gets through, but its answer is lost on the way.',
  'lesson.lost.checking':
    'It says “Checking”: it may be bought. Do not sell it again. The counter sends the same order until it knows.',
  'lesson.lost.codes':
    'It was bought, once. Its codes were in the lost answer: go to them and press “Show”, and the service sends them again.',
  'lesson.lost.handOver': 'Give the customer the codes and press “Hand over”.',
  'lesson.lost.learned': 'After a lost answer the counter finds the result. The same order is never bought twice.',

  'lesson.refused.title': 'Lesson 4: a refused sale',
  'lesson.refused.buy': 'Choose a card and buy it. This time the service says no.',
  'lesson.refused.read': 'Wait for the answer.',
  'lesson.refused.again':
    'It says “Refused”, why, and what to do. Nothing was bought. Read it to the customer, then press “New sale”.',
  'lesson.refused.learned': 'A refusal is the end of that sale: nothing was bought, and you may sell something else.',
} as const;
