import { z } from 'zod';
import { instant, nothing } from './shapes.ts';
import { updateCodes, updateWaits } from './update-codes.ts';

/** How a newer version takes the place of this one; null in a build that looks for none. */
const updateWay = z.enum(['swap', 'administrator', 'elsewhere']).nullable();

/** What there is to say of updates. */
export const updateView = z.object({
  version: z.string(),
  way: updateWay,
  busy: z.enum(['looking', 'fetching', 'installing']).nullable(),
  /** When a feed was asked last, since the counter was started. */
  lookedAt: instant.nullable(),
  /** Why nothing came of it, the last time. */
  fault: z.object({ code: z.enum(updateCodes), detail: z.string().exactOptional() }).nullable(),
  /** A newer version: what it waits for, what an administrator runs for a checked file, where a person gets it. */
  offer: z
    .object({
      version: z.string(),
      waits: z.enum(updateWaits).nullable(),
      command: z.string().exactOptional(),
      address: z.string().exactOptional(),
    })
    .nullable(),
  /** The version that is installed already, and that the next start is of. */
  next: z.string().nullable(),
  /** Nobody was busy at the counter when the offer could be taken: it is said on every area, until somebody answers. */
  announced: z.boolean(),
});
export type UpdateView = z.infer<typeof updateView>;

/** Of what goes on after the answer `updatesChanged` tells. */
export const updateCalls = {
  view: { input: nothing, output: updateView },
  /** Asks the feed now. */
  look: { input: nothing, output: updateView },
  /** Asks a feed in a folder, which the person chooses in a box of the system's own. */
  lookInFolder: { input: nothing, output: updateView },
  /**
   * Installs what is offered, and starts it; or checks the file and gives the command for the administrator. Does
   * nothing while the offer waits for something.
   */
  install: { input: nothing, output: updateView },
  /** Not now: it is not announced again for some hours. */
  putOff: { input: nothing, output: updateView },
  copyCommand: { input: nothing, output: z.object({ copied: z.literal(true) }) },
} as const;
