import { z } from 'zod';

/** What more than one part of the contract is made of. */
export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
