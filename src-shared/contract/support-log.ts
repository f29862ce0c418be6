import { z } from 'zod';
import { nothing } from './shapes.ts';

/** The log for support: what happened at this counter, without any secret. */
export const supportLogCalls = {
  /** Its end, as it stands in the file. */
  read: { input: nothing, output: z.object({ text: z.string() }) },
  /** All of it with the last diagnosis, as one file: saved by main, or given to the page to save. */
  save: {
    input: nothing,
    output: z.object({
      saved: z.enum(['here', 'nowhere', 'failed', 'byPage']),
      file: z.object({ name: z.string(), text: z.string() }).nullable(),
    }),
  },
} as const;
