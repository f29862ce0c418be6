/** The one list of calls and notices between the renderer and main. Names only: the preload runs on nothing else. */
export const callNames = {
  app: [
    'start',
    'setLanguage',
    'setTheme',
    'startTraining',
    'leaveTraining',
    'useDeployment',
    'recoveryPhrase',
    'recover',
    'restoreBackup',
    'salvage',
    'readServiceKeys',
    'confirmServiceKey',
    'withdrawServiceKey',
    'applyChange',
  ],
  enrolment: ['status', 'begin', 'check', 'retire'],
  wallets: ['read', 'list', 'low', 'copyTopUp'],
  catalogue: ['read', 'sync', 'freshCard', 'logo'],
  orders: ['place', 'buyBasket', 'list', 'read', 'copyForStaff', 'resume', 'keepWanted', 'cancel', 'decide'],
  reveals: [
    'show',
    'showSeveral',
    'copy',
    'handOver',
    'handOverSeveral',
    'saveForCompany',
    'reconcile',
    'noteFindings',
    'ownedCards',
    'revealOwned',
    'revealInvoice',
  ],
  receipts: ['printers', 'preview', 'print', 'answer'],
  diagnosis: ['run', 'search', 'cancel'],
  preferences: ['read', 'change', 'digestOf'],
  screen: ['state', 'unlock', 'answerQuit', 'keepPlace', 'codesHidden', 'zoom'],
  staff: ['list', 'enter', 'leave', 'add', 'rename', 'changeRole', 'changePin', 'remove', 'resetPin'],
  prices: ['read', 'history', 'setRule', 'removeRule', 'setRate', 'setFaceValue'],
  limits: ['read', 'history', 'set'],
  day: ['shift', 'openShift', 'handOver', 'x', 'close', 'zs', 'z'],
  complaints: ['list', 'open', 'copy', 'save', 'send', 'replace', 'reject', 'close'],
  payments: ['read', 'setUsual', 'sale', 'note', 'giveBack', 'voidSale', 'printBack'],
  reports: ['sales', 'print', 'save', 'compare', 'comparison', 'cancelComparison'],
  today: ['view'],
  training: ['begin', 'end'],
  updates: ['view', 'look', 'lookInFolder', 'install', 'putOff', 'copyCommand'],
  supportLog: ['read', 'save'],
} as const;

export const noticeNames = [
  'enrolmentChanged',
  'orderChanged',
  'connectionChanged',
  'serviceAnswered',
  'serviceKeysChanged',
  'clockChanged',
  'journalDamaged',
  'hideCodes',
  'lockChanged',
  'quitAsked',
  'takenOver',
  'updatesChanged',
] as const;

export type Domain = keyof typeof callNames;
export type CallName<D extends Domain> = (typeof callNames)[D][number];
export type NoticeName = (typeof noticeNames)[number];

/** The one spelling of a call on the wire between the two sides. */
export function channelOf(domain: string, call: string): string {
  return `counter:${domain}.${call}`;
}

export function noticeChannelOf(notice: NoticeName): string {
  return `counter:notice.${notice}`;
}
