/** No test fails because a machine is busy: these end what hangs, and nothing else. */
export const patienceMs = 1_200_000;

/** For one step of a test, so that the step that hangs is named before its test is ended. */
export const stepPatienceMs = patienceMs / 10;
