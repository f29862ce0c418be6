import { z } from 'zod';

// The page's policy forbids eval. Schemas choose how they work when they are made, so this comes before the contract is
// imported.
z.config({ jitless: true });
