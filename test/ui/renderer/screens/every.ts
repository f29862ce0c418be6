import { approvalScreens } from './approvals.ts';
import { basketScreens } from './basket.ts';
import { catalogueScreens } from './catalogue.ts';
import { codeFileScreens } from './code-files.ts';
import { complaintScreens } from './complaints.ts';
import { dayScreens } from './day.ts';
import { paymentScreens } from './payments.ts';
import { recordScreens } from './records.ts';
import { reportScreens } from './reports.ts';
import { saleScreens } from './sales.ts';
import type { Screen } from './screen.ts';
import { startScreens } from './start.ts';
import { thisCounterScreens } from './this-counter.ts';
import { todayScreens } from './today.ts';

/** Every screen and state that the counter has, over the double of main: for the tests and for the pictures. */
export const everyScreen: readonly Screen[] = [
  ...startScreens,
  ...catalogueScreens,
  ...saleScreens,
  ...basketScreens,
  ...recordScreens,
  ...complaintScreens,
  ...paymentScreens,
  ...codeFileScreens,
  ...dayScreens,
  ...reportScreens,
  ...todayScreens,
  ...thisCounterScreens,
  ...approvalScreens,
];
