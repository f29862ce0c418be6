import { joined } from '../catalogue/joined.ts';
import type { MainMessages } from '../en/main.ts';
import { boxes } from './boxes.ts';
import { codesFile } from './codes-file.ts';
import { codes } from './codes.ts';
import { commandLine } from './command-line.ts';
import { commands } from './commands.ts';
import { complaints } from './complaints.ts';
import { currencies } from './currencies.ts';
import { day } from './day.ts';
import { failures } from './failures.ts';
import { paper } from './paper.ts';
import { payments } from './payments.ts';
import { refusedStart } from './refused-start.ts';
import { reports } from './reports.ts';
import { sharedDiagnosis } from './shared-diagnosis.ts';
import { shared } from './shared.ts';
import { states } from './states.ts';
import { today } from './today.ts';

export const main: MainMessages = joined(
  failures,
  shared,
  states,
  currencies,
  sharedDiagnosis,
  codes,
  codesFile,
  paper,
  day,
  complaints,
  payments,
  refusedStart,
  reports,
  today,
  boxes,
  commandLine,
  commands,
);
