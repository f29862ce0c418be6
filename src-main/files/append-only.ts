import { constants } from 'node:fs';

/**
 * Opens a file to add to it. A link that somebody put there instead is not followed, and a pipe that nobody reads is
 * not waited for. Windows knows neither of the last two flags.
 */
export const appendOnly =
  constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
