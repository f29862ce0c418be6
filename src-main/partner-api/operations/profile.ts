import { z } from 'zod';
import type { BodyReader } from './body-reader.ts';
import { readName, type LocalizedText } from './localized.ts';
import { readRecord, readWord, reading } from './record.ts';

/** The partner's profile; the API shows no fields of it, so all of these may be absent. */
export interface PartnerProfile {
  readonly partnerId?: string;
  readonly applicationId?: string;
  readonly businessName?: LocalizedText;
  readonly status?: string;
}

const readOwnId = reading(z.string().min(1).max(100));

export const readProfile: BodyReader<PartnerProfile> = (body) =>
  readRecord(body, {}, { partnerId: readOwnId, applicationId: readOwnId, businessName: readName, status: readWord })
    ?.value ?? null;
