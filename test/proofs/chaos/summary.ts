import { markdownTable, textTable } from '../report.ts';
import type { Coverage } from './coverage.ts';

/** The bars that a run did not reach. */
export interface Findings {
  /** The options that bring about the same again. */
  readonly replay: string;
  readonly violations: readonly { readonly bar: string; readonly what: string }[];
  readonly stories: readonly string[];
}

export interface Summary {
  readonly runs: number;
  readonly seed: number;
  readonly cpuSeconds: number;
  readonly coverage: Coverage;
  readonly failing: readonly Findings[];
}

/** Every bar, and the violations that stand against it. */
const bars: readonly (readonly [bar: string, ...violations: readonly string[]])[] = [
  [
    'double purchases',
    'double purchase',
    'sold, and nobody asked',
    'another order was sold',
    'an id used twice',
    'one id, two bodies',
    'nonce sent twice',
    'two attempts in flight',
    'sent after its end',
  ],
  ['orders whose end the service contradicts', 'sold, and the counter says no', 'not sold, and the counter says yes'],
  ['orders without a final state or a visible attention', 'order without an end'],
  ['requests sent before they were durable', 'sent before it was recorded'],
  ['orders sent when nobody wanted them', 'sent when nobody wanted it'],
  ['orders sent from a restored journal', 'sent from a restored journal'],
  ['codes lost', 'codes lost'],
  ['sales that an older or a salvaged journal does not know, named by nobody', 'sold, and named by nobody'],
  ['other counters taken for a copy', 'another counter taken for a copy'],
  ['secrets in the clear', 'secret in the clear'],
  ['chains that do not verify', 'chain broken'],
  ['projections that differ from their rebuild', 'projection differs from its rebuild'],
  ['days whose money does not add up', 'money does not add up'],
  [
    'sales in two Zs, in none, or in one that says something else',
    'a sale in no Z',
    'in a Z, and not sold',
    'a day that its orders do not come to',
    'a sale that a Z does not name',
    'taken back, and in no Z',
    'said to be in a lost Z, and in none',
    'an X that changed something',
    'a day that does not close',
  ],
  ['wallets whose Zs are not the service’s books to 0.001', 'Zs that are not the service’s books'],
  [
    'names of Zs used twice, running totals that do not continue',
    'a name of a Z used twice',
    'running totals that do not continue',
  ],
  ['acts that say nothing of who', 'an act of nobody'],
  ['calls made by who may not', 'a call that its role may not make'],
  [
    'limits passed without a word, or words asked for within them',
    'a limit passed without a word',
    'a word asked for, and no limit passed',
  ],
  ['customers who paid something else than was shown', 'charged otherwise than shown'],
  ['short numbers of two sales', 'a short number of two sales'],
  ['cards made good twice, or charged', 'a card made good twice', 'a replacement that was charged'],
  [
    'void sales that wait for their codes, or gave them out without a word',
    'a void sale that still waits',
    'codes of a void sale without a word',
  ],
  [
    'customers’ money that went back without a word, above what was paid, or by other means than noted',
    'money back without a word',
    'more money back than was paid',
    'money noted otherwise than said',
    'means that the Zs have otherwise',
  ],
  ['balances read while a request of an order was under way', 'balances read beside a sale'],
];
const otherBar = 'anything else that went wrong';

const kinds: readonly (readonly [kind: string, title: string])[] = [
  ['kills', 'Kills by step'],
  ['real kills', 'Real SIGKILLs by step'],
  ['faults', 'Faults that struck'],
  ['events', 'Other trouble'],
  ['staff acts', 'Acts of the service’s staff'],
  ['salvaged', 'Salvages'],
  ['starts', 'Starts of the counter'],
  ['deeds of people', 'Deeds of people'],
  ['sales refused by the counter', 'Sales that the counter refused'],
  ['calls at the screen', 'Calls of people with PINs'],
  ['refused at the screen', 'Refused to them'],
  ['zs', 'Zs and Xs'],
  ['books', 'Held against the service’s books'],
  ['states reached', 'States at the end'],
  ['sold, left to a person', 'Sold, and left to a person'],
  ['answers', 'Answers by status'],
];

/** For a terminal: what was covered, every bar, and how to see a failing run again. */
export function describe(summary: Summary, shown: number, law: string | undefined): string {
  const { coverage, failing } = summary;
  const again = law === undefined ? '' : ` --break ${law}`;
  return [
    headline(summary),
    ...kinds.map(([kind, title]) => `${title}: ${listed(coverage, kind)}`),
    '',
    textTable(['bar', 'violations'], barRows(failing)),
    ...failing
      .slice(0, shown)
      .flatMap(({ replay, violations, stories }) => [
        '',
        `FAILED: ${replay}${again}`,
        ...violations.map(({ bar, what }) => `  ${bar}: ${what}`),
        ...stories.map((story) => `  ${story}`),
      ]),
    ...(failing.length > shown
      ? [
          '',
          `and ${String(failing.length - shown)} more: ${failing
            .slice(shown)
            .map(({ replay }) => replay)
            .join(', ')}`,
        ]
      : []),
  ].join('\n');
}

const about = [
  'Days at the counter drawn from a seed, in a time of their own: sales, faults of the service, kills,',
  'restarts, key rotations, clocks set wrong by minutes or by years, a network that goes, disks that are full,',
  'signals, bits that flip in the journal and what is salvaged then, journals restored to an older copy, staff',
  'who switch things off, and a second counter at the same wallets on one day in four. At the counter work',
  'people with roles and PINs: they come and go, open, take over and close shifts, sell baskets by prices that',
  'may have changed since the screen was drawn, pass limits with a manager’s word, hear complaints, and try',
  'what they may not. Midnight, the end of summer time, a clock set back by a day and a week without a day end',
  'lie in some of the days. Whenever nothing is unsettled, all Zs with the day so far are held against the',
  'service’s own books. Then everything is put right, and what is left is held against the bars.',
].join(' ');

/** The section of the page of proofs. */
export function markdown(summary: Summary): string {
  const { coverage, failing, seed, runs } = summary;
  return [
    '## Chaos',
    '',
    `Written by \`npm run -s proof:chaos -- --seed ${String(seed)} --runs ${String(runs)} --write\`.`,
    '',
    about,
    '',
    headline(summary),
    '',
    markdownTable(['bar', 'violations'], barRows(failing)),
    '',
    markdownTable(
      ['covered', 'how often'],
      kinds.map(([kind, title]) => [title, listed(coverage, kind)]),
    ),
  ].join('\n');
}

function headline({ runs, seed, cpuSeconds, coverage }: Summary): string {
  const counts = [
    `${String(runs)} runs from seed ${String(seed)} in ` +
      `${cpuSeconds.toFixed(0)} s of CPU time (${(runs / cpuSeconds).toFixed(2)} a second)`,
    `${String(coverage.of('orders', 'placed'))} orders`,
    `${String(coverage.of('attempts', 'of all orders'))} attempts`,
    `${String(coverage.total('kills'))} kills`,
    `${String(coverage.total('real kills'))} real SIGKILLs`,
    `${String(coverage.total('faults'))} faults of ${String(coverage.names('faults').length)} kinds`,
    `${String(coverage.of('restored', 'journals'))} restores ` +
      `with ${String(coverage.of('restored', 'orders pending'))} pending orders`,
    `${String(coverage.of('events', 'service key rotated'))} key rotations`,
    `${String(coverage.total('salvaged'))} salvages`,
    `${String(coverage.of('events', 'disk full'))} full disks`,
    `${String(coverage.of('events', 'signal'))} signals`,
    `${String(coverage.of('events', 'clock set wrong'))} clock jumps ` +
      `and ${String(coverage.of('events', 'clock set wrong by years'))} by years`,
    `${String(coverage.of('events', 'day with two counters at one wallet'))} days with two counters`,
    `${String(coverage.of('zs', 'issued'))} Zs`,
    `${String(coverage.of('events', 'basket of several lines'))} baskets`,
    `${String(coverage.of('calls at the screen', 'complaints.open'))} complaints`,
    `${String(coverage.of('calls at the screen', 'prices.setRule'))} price rules`,
    `${String(coverage.of('codes', 'in hand'))} of ${String(coverage.of('codes', 'sold'))} codes in hand`,
  ];
  return `${counts.join(', ')}.`;
}

function barRows(failing: readonly Findings[]): readonly (readonly [string, number])[] {
  const found = failing.flatMap(({ violations }) => violations.map(({ bar }) => bar));
  const named = new Set(bars.flatMap(([, ...violations]) => violations));
  return [
    ...bars.map(([bar, ...violations]): [string, number] => [
      bar,
      found.filter((one) => violations.includes(one)).length,
    ]),
    [otherBar, found.filter((one) => !named.has(one)).length],
  ];
}

function listed(coverage: Coverage, kind: string): string {
  return (
    coverage
      .names(kind)
      .map(([name, count]) => `${name} ${String(count)}`)
      .join(', ') || 'none'
  );
}
