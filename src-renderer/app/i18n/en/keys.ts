/** The key in use, when it ends, and the one that replaces it. */
export const keys = {
  'key.validity': 'Validity',
  'key.end': 'At least until {date}',
  'key.ends': '{count, plural, one {The key of this counter may end in # day, on {date}.} other {The key of this counter may end in # days, on {date}.}} Enrol the key that replaces it.',
  'key.endsToday': 'The key of this counter may end today, {date}. Enrol the key that replaces it now.',
  'key.ended': 'The key of this counter may have ended on {date}. Enrol the key that replaces it now.',
  'key.replace.title': 'The key that replaces this one',
  'key.replace.says': 'Ask the service’s staff for a new invitation. This counter goes on selling with its key until the new one is activated.',
  'key.replace.begin': 'Replace the key',
  'key.replace.submit': 'Enrol the new key',
  'key.replaced.title': 'The key before this one',
  'key.replaced.orders': '{count, plural, one {One order is signed with it and not settled yet.} other {# orders are signed with it and not settled yet.}} Ask the service’s staff to leave it in force until then.',
  'key.replaced.retire': 'Retire it now',
} as const;
